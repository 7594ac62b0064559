// @ts-check
// The page on a phone that is the camera: shows what it sees, and sends it picture by picture, never more than one at a time.

const base = document.body.dataset.base ?? "";
/** @type {Record<string, string>} */
const texts = JSON.parse(byId("texts").textContent || "{}");
const video = /** @type {HTMLVideoElement} */ (byId("video"));
const canvas = document.createElement("canvas");

const WIDEST = 1920;
const QUALITY = 0.8;
const PATIENCE_MS = 10_000;
const PAUSES = [500, 1000, 2000, 4000];
const HELPLESS_MS = 20_000;
const OVER_MS = 3000;

/** @type {MediaStream | null} */
let stream = null;
/** @type {WakeLockSentinel | null} */
let awake = null;
let rate = 2;
let width = 1280;
let failures = 0;
/** How this page is told from others. */
let phone = "";
/** Since when the computer has not been reached. @type {number | null} */
let lostAt = null;
let stopped = false;
/** Whether the game is over, so that the camera rests. */
let over = false;
/** Whether the computer listens no more after it. */
let closed = false;

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [fields]
 */
function say(key, fields = {}) {
  return (texts[`phone.${key}`] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(fields[name] ?? ""));
}

/**
 * @param {string} text
 * @param {boolean} [bad]
 */
function show(text, bad = false) {
  const place = byId("state");
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle("bad", bad);
}

/** What stays the same when the page is loaded again. Another tab is another camera, also one that took over what this one remembers. */
async function known() {
  try {
    const kept = sessionStorage.getItem("phone");
    const mine = kept && (await hold(kept)) ? kept : draw();
    if (mine !== kept) void hold(mine);
    sessionStorage.setItem("phone", mine);
    return mine;
  } catch {
    return draw();
  }
}

/**
 * @param {string} name that no other page has as long as this one is there
 * @returns {Promise<boolean>} whether none had it
 */
function hold(name) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((told) => {
    void navigator.locks.request(`phone-${name}`, { ifAvailable: true }, (lock) => {
      told(lock !== null);
      return lock && new Promise(() => {});
    });
  });
}

function draw() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} [lens] the id of a camera of this phone; else the one at its back */
async function start(lens) {
  byId("start").hidden = true;
  show(say("starting"));
  stream?.getTracks().forEach((track) => track.stop());
  const size = { width: { ideal: WIDEST }, height: { ideal: 1080 } };
  const which = lens ? { deviceId: { exact: lens } } : { facingMode: { ideal: "environment" } };
  try {
    if (!navigator.mediaDevices) throw new DOMException("", "NotFoundError");
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...which } });
  } catch (error) {
    const denied = error instanceof DOMException && error.name === "NotAllowedError";
    show(say(denied ? "denied" : "none"), true);
    byId("start").hidden = false;
    return;
  }
  video.srcObject = stream;
  // A call, or another program, may take the camera away.
  stream.getVideoTracks()[0].addEventListener("ended", () => void start(lens));
  await video.play().catch(() => {});
  await offerControls();
  await stayAwake();
}

async function offerControls() {
  const track = stream?.getVideoTracks()[0];
  if (!track) return;
  const can = /** @type {any} */ (track.getCapabilities?.() ?? {});
  const apply = (/** @type {object} */ wish) => track.applyConstraints(/** @type {any} */ ({ advanced: [wish] })).catch(() => {});
  byId("torch-field").hidden = !can.torch;
  byId("torch").onchange = () => apply({ torch: /** @type {HTMLInputElement} */ (byId("torch")).checked });
  const zoom = /** @type {HTMLInputElement} */ (byId("zoom"));
  byId("zoom-field").hidden = !can.zoom || can.zoom.min === can.zoom.max;
  if (can.zoom) {
    Object.assign(zoom, { min: can.zoom.min, max: can.zoom.max, step: can.zoom.step || 0.1 });
    zoom.value = String(/** @type {any} */ (track.getSettings()).zoom ?? can.zoom.min);
    zoom.oninput = () => apply({ zoom: Number(zoom.value) });
  }
  await offerLenses(track.getSettings().deviceId ?? "");
  byId("controls").hidden = [...byId("controls").children].every((field) => /** @type {HTMLElement} */ (field).hidden);
}

/** @param {string} now the lens that is used */
async function offerLenses(now) {
  const found = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  const lens = /** @type {HTMLSelectElement} */ (byId("lens"));
  lens.replaceChildren(...found.map(({ deviceId, label }, place) => new Option(label || `${place + 1}`, deviceId, false, deviceId === now)));
  lens.onchange = () => void start(lens.value);
  byId("lens-field").hidden = found.length < 2;
}

async function stayAwake() {
  try {
    if (!awake || awake.released) awake = await navigator.wakeLock.request("screen");
    byId("asleep").hidden = true;
  } catch {
    byId("asleep").hidden = false;
  }
}

async function watchBattery() {
  const battery = await /** @type {any} */ (navigator).getBattery?.().catch(() => null);
  if (!battery) return;
  const tell = () => {
    byId("power").hidden = battery.charging;
    byId("power").textContent = battery.level < 0.3 ? say("battery", { n: Math.round(100 * battery.level) }) : say("power");
  };
  for (const event of ["chargingchange", "levelchange"]) battery.addEventListener(event, tell);
  tell();
}

/** @returns {Promise<Blob | null>} what the camera sees now, upright */
function picture() {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth) return Promise.resolve(null);
  const scale = Math.min(1, width / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext("2d", { alpha: false })?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

/** @param {Blob} jpeg */
async function send(jpeg) {
  const answer = await fetch(`${base}/frame?phone=${phone}`, {
    method: "POST",
    headers: { "Content-Type": "image/jpeg" },
    body: jpeg,
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (answer.status === 404) {
    stopped = true;
    show(say("gone"), true);
    return;
  }
  if (!answer.ok) {
    rate = 1;
    show(say(answer.status === 429 ? "busy" : "refused"));
    return;
  }
  hear(await answer.json());
}

/** The game is over: the camera rests until another one wants this phone. */
function rest() {
  over = true;
  stream?.getTracks().forEach((track) => track.stop());
  stream = video.srcObject = null;
  void awake?.release();
  awake = null;
  for (const id of ["take", "help", "controls"]) byId(id).hidden = true;
  byId("marks").replaceChildren();
  byId("start").hidden = false;
  show(say("over"));
}

async function again() {
  over = closed = false;
  failures = 0;
  await start();
}

/** @param {{refused: string | null, over?: boolean, rate?: number, width?: number, watched?: boolean, playing?: boolean, waits?: boolean, text?: string, marks?: {what: string, good: boolean, text: string}[]}} told */
function hear(told) {
  if (told.over && over) return;
  if (told.over) return rest();
  if (over) {
    void again();
    return;
  }
  byId("take").hidden = told.refused !== "other_phone";
  rate = told.rate ?? 1;
  if (told.refused === "other_phone") show(say("other"));
  else if (told.refused) show(say(told.refused === "busy" ? "busy" : "refused"));
  else if (told.playing) show(told.text || say("playing"));
  else show(say(told.watched ? "connected" : told.waits ? "waits" : "unwatched"));
  const marks = told.marks ?? [];
  width = told.width ?? width;
  byId("marks").replaceChildren(
    ...marks.map(({ good, text }) => {
      const line = document.createElement("li");
      line.className = good ? "good" : "warn";
      line.textContent = text;
      return line;
    }),
  );
}

/** Whether the camera shows nothing new: it ended, or the phone holds it back, as after sleep or in a call. */
function asleep() {
  return !stream?.active || video.paused || stream.getVideoTracks()[0].muted;
}

/** After a while say what people can do: this page cannot know at which address the computer is now. */
function offerHelp() {
  const since = lostAt === null ? 0 : performance.now() - lostAt;
  byId("help").hidden = since < HELPLESS_MS;
  byId("help-title").textContent = say("help.title", { n: Math.round(since / 1000) });
}

async function go() {
  while (!stopped) {
    const began = performance.now();
    try {
      // Where the game is over it is only asked, without a picture, whether there is another one.
      const resting = closed ? null : new Blob();
      const jpeg = over ? resting : document.hidden || asleep() ? null : await picture();
      if (jpeg) {
        await send(jpeg);
        failures = 0;
        lostAt = null;
        offerHelp();
      }
    } catch {
      closed = over && failures >= PAUSES.length;
      lostAt = over ? null : (lostAt ?? began);
      if (!over) show(say("lost"), true);
      offerHelp();
      await pause(PAUSES[Math.min(failures++, PAUSES.length - 1)]);
    }
    await pause(over ? OVER_MS : Math.max(20, began + 1000 / rate - performance.now()));
  }
}

document.addEventListener("visibilitychange", () => {
  if (over) return;
  if (document.hidden) show(say("hidden"));
  else {
    void stayAwake();
    if (stream?.active) void video.play().catch(() => {});
    else void start();
  }
});
byId("start").addEventListener("click", () => void again());
byId("take").addEventListener("click", async () => {
  await fetch(`${base}/take?phone=${phone}`, { method: "POST", cache: "no-store" }).catch(() => null);
});

phone = await known();
await start();
void watchBattery();
void go();

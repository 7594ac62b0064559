// @ts-check
// What can be changed while a game is played: for the table, and for this device.
import { get, send } from "./api.js";
import { attempt, open, problems } from "./dialogs.js";
import { button, h, icon } from "./dom.js";
import { count, language, languages, say } from "./words.js";

/** @typedef {import("./context.js").Table} Table */

const LONGEST_GRACE = 10;
/** Tables of cards rest longer: people think in the middle of a turn. */
const PAUSE = { least: 5, most: 60, step: 5 };

/**
 * @param {Table} table
 * @param {import("./voice.js").Voice} voice
 */
async function openSettings(table, voice) {
  const problem = problems();
  const plan = table.referee ? (await get(table.path)).plan : null;
  const changes = plan && !table.state.ended ? forTable(table, plan, problem) : [];
  const shared = changes.length ? [h("h3", {}, say("play.settings.table")), ...changes] : [];
  open(say("play.settings.title"), [...shared, problem, h("h3", {}, say("play.settings.device")), ...forDevice(voice)]);
}

/**
 * @param {Table} table
 * @param {Record<string, any>} plan how the game was set up
 * @param {HTMLElement} problem
 */
function forTable(table, plan, problem) {
  const change = (/** @type {object} */ what) => attempt(() => send("PATCH", table.path, what), problem);
  // Without a camera there is nothing to wait for and no picture to keep.
  if (!table.watched) return [];
  const pictures = check(say("play.settings.pictures"), plan.evidence !== false, (on) => change({ evidence: on }));
  const { automatic, grace } = table.state.game;
  const cards = table.state.game.kind === "cards";
  const { least, most, step } = cards ? PAUSE : { least: 1, most: LONGEST_GRACE, step: 1 };
  const range = h("input", { type: "range", id: "settings-grace", min: least, max: most, step, value: Math.round(grace) });
  const says = h("output", { class: "badge", for: "settings-grace" }, count("play.settings.seconds", Math.round(grace)));
  range.addEventListener("input", () => (says.textContent = count("play.settings.seconds", Number(range.value))));
  range.addEventListener("change", () => change({ [cards ? "pause" : "grace"]: Number(range.value) }));
  const wait = h("div", { class: "field", hidden: !automatic }, h("label", { for: "settings-grace", class: "spread" }, say(cards ? "play.settings.pause" : "play.settings.grace"), says), range);
  const self = check(say("play.settings.automatic"), automatic, (on) => {
    wait.hidden = !on;
    change({ automatic: on });
  });
  // A photo is a turn at once.
  return table.byPhotos ? [pictures] : [self, wait, pictures];
}

/** @param {import("./voice.js").Voice} voice */
function forDevice(voice) {
  const sound = check(say("play.settings.sound"), voice.on, () => voice.toggle());
  const box = /** @type {HTMLInputElement} */ (sound.querySelector("input"));
  voice.addEventListener("changed", () => (box.checked = voice.on));
  const links = languages.map(([code, name]) => h("a", { class: "button", href: `?lang=${code}`, lang: code, hreflang: code, "aria-current": code === language ? "true" : null }, code === language && icon("check"), name));
  return [
    sound,
    ...looks(),
    h("div", { class: "field" }, h("span", { id: "settings-language" }, say("play.settings.language")), h("div", { class: "row", role: "group", "aria-labelledby": "settings-language" }, links)),
  ];
}

/**
 * Switches that do what those in the menu do, the last one first.
 * @returns {HTMLElement[]}
 */
function looks() {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-look]")]).reverse();
  const isOn = (/** @type {HTMLElement} */ button) => button.getAttribute("aria-pressed") === "true";
  const switches = buttons.map((button) => check(button.textContent?.trim() ?? "", isOn(button), () => turn(button)));
  const turn = (/** @type {HTMLElement} */ button) => {
    button.click();
    // Of two themes only one can be on.
    switches.forEach((one, place) => (/** @type {HTMLInputElement} */ (one.querySelector("input")).checked = isOn(buttons[place])));
  };
  return switches;
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} changed
 * @returns {HTMLElement}
 */
function check(label, on, changed) {
  const box = h("input", { type: "checkbox", checked: on });
  box.addEventListener("change", () => changed(box.checked));
  return h("label", { class: "option" }, box, h("span", {}, label));
}

/**
 * The button that opens the settings.
 * @param {Table} table
 * @param {import("./voice.js").Voice} voice
 * @returns {HTMLButtonElement}
 */
export function settingsButton(table, voice) {
  return button(say("play.settings.title"), () => attempt(() => openSettings(table, voice)), { icon: "gear", look: "quiet", bare: true });
}

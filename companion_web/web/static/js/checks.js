// @ts-check
// The living picture before a game, and what could be better about it.
import { get } from "./api.js";
import { byId, fill, h, icon } from "./dom.js";
import { count, say } from "./words.js";

/** @typedef {{what: string, good: boolean, text: string}} Mark */

const PICTURE_MS = 350;
const CHECK_MS = 1200;
const PATIENCE_MS = 4000;
/** @type {{marks: Mark[], tiles: number | null, lying: import("./types.js").Placed[]}} */
const NOTHING = { marks: [], tiles: null, lying: [] };

/** Shows one source at a time, as long as the page can be seen. */
export class Checks {
  /** @param {(tiles: import("./types.js").Placed[]) => void} lying told which tiles lie on the board */
  constructor(lying) {
    this.lying = lying;
    this.picture = /** @type {HTMLImageElement} */ (byId("picture"));
    this.picture.addEventListener("load", () => {
      const { naturalWidth, naturalHeight } = this.picture;
      this.picture.parentElement?.classList.toggle("upright", naturalHeight > naturalWidth);
    });
    this.round = 0;
    this.seenAt = 0;
    /** @type {string | null} why no picture comes, where that is known */
    this.reason = null;
  }

  /**
   * Whatever sent the pictures has gone: the last one says nothing any more.
   * @param {string | null} reason
   */
  gone(reason) {
    this.reason = reason;
    if (reason) this.blank();
  }

  /**
   * Begin with another source; null for none.
   * @param {string | null} key
   * @param {string} [kind] what is played with
   */
  watch(key, kind = "tiles") {
    const round = ++this.round;
    byId("look").hidden = key === null;
    if (key === null) return;
    this.clear();
    this.lying([]);
    const path = `/api/sources/${encodeURIComponent(key)}`;
    this.repeat(round, PICTURE_MS, () => this.showPicture(`${path}/picture`, round));
    this.repeat(round, CHECK_MS, async () => {
      const found = await get(`${path}/check?kind=${kind}`);
      if (round === this.round) this.showMarks(found, kind);
    });
  }

  /** Look no longer, so that the game gets the camera; what was seen stays. */
  rest() {
    this.round++;
  }

  clear() {
    this.picture.hidden = true;
    this.seenAt = performance.now();
    byId("tiles").hidden = true;
    byId("view-says").textContent = say("setup.see.waiting");
    byId("view-says").hidden = false;
    fill(byId("marks"));
    byId("verdict").textContent = "";
  }

  /**
   * @param {number} round
   * @param {number} pause
   * @param {() => Promise<void>} step
   */
  async repeat(round, pause, step) {
    while (round === this.round) {
      if (!document.hidden) await step().catch(() => this.missed());
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /**
   * @param {string} path
   * @param {number} round
   */
  async showPicture(path, round) {
    const answer = await fetch(path, { cache: "no-store" });
    if (this.reason) return this.blank();
    if (!answer.ok || answer.status === 204) return this.missed();
    const address = URL.createObjectURL(await answer.blob());
    if (round !== this.round) return URL.revokeObjectURL(address);
    const before = this.picture.src;
    this.picture.src = address;
    this.picture.hidden = false;
    byId("view-says").hidden = true;
    this.seenAt = performance.now();
    if (before.startsWith("blob:")) URL.revokeObjectURL(before);
  }

  missed() {
    if (performance.now() - this.seenAt >= PATIENCE_MS) this.blank();
  }

  blank() {
    this.picture.hidden = true;
    byId("view-says").textContent = this.reason ?? say("setup.see.stopped");
    byId("view-says").hidden = false;
  }

  /**
   * @param {{marks: Mark[], tiles: number | null, lying: import("./types.js").Placed[]}} found
   * @param {string} kind
   */
  showMarks(found, kind) {
    const { marks, tiles, lying } = this.reason ? NOTHING : found;
    this.lying(lying);
    fill(byId("marks"), marks.map(line));
    byId("tiles").hidden = tiles === null;
    byId("tiles").textContent = count(kind === "cards" ? "setup.see.cards_seen" : "setup.see.tiles", tiles ?? 0);
    announce(byId("verdict"), verdict(marks));
  }
}

/** @param {Mark} mark */
function line({ good, text }) {
  const grade = h("span", { class: "visually-hidden" }, `(${say(good ? "setup.checks.good" : "setup.checks.poor")}) `);
  return h("li", { class: good ? "good" : "warn" }, icon(good ? "check" : "alert"), h("span", {}, grade, text));
}

/** @param {Mark[]} marks */
function verdict(marks) {
  if (!marks.length) return "";
  return say(marks.every((mark) => mark.good) ? "setup.see.ready" : "setup.see.improve");
}

/**
 * Say something only where it is news: a live region repeats what is written again.
 * @param {HTMLElement} place
 * @param {string} text
 */
function announce(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

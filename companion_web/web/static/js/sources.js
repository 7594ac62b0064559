// @ts-check
// What can look at the table: cameras, what the command line named, or nobody.
import { get, post } from "./api.js";
import { attempt, problems } from "./dialogs.js";
import { button, byId, fill, h, icon } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{key: string, kind: "camera" | "phone" | "photos" | "film" | "folder" | "stream" | "hand", name: string, taken: {id: string, name: string} | null}} Source */

export const HAND = "hand";
/** @type {Source} */
const BY_HAND = { key: HAND, kind: HAND, name: "", taken: null };
const ICONS = { camera: "camera", phone: "phone", photos: "camera", film: "play", folder: "play", stream: "globe", hand: "pencil" };

/** The choice of a source; tells `chosen` with the source, null for by hand, and whether somebody has just picked it. */
export class Sources {
  /** @param {(source: Source | null, picked: boolean) => void} chosen */
  constructor(chosen) {
    this.chosen = chosen;
    /** @type {Source[]} */
    this.known = [];
    this.key = "";
    this.handOnly = false;
    byId("again").addEventListener("click", () => this.look());
  }

  /** Ask what there is; cameras are tried out, which takes a moment. */
  async look() {
    byId("looking").hidden = false;
    byId("none").hidden = true;
    const again = /** @type {HTMLButtonElement} */ (byId("again"));
    again.disabled = true;
    try {
      this.show((await post("/api/sources/probe")).sources);
    } catch {
      this.show((await get("/api/sources").catch(() => ({ sources: [] }))).sources);
    } finally {
      byId("looking").hidden = true;
      again.disabled = false;
    }
  }

  /** @param {Source[]} sources */
  show(sources) {
    this.known = sources;
    byId("none").hidden = this.handOnly || this.camerasKnown;
    // Nothing is opened for a phone before somebody chooses it.
    const free = sources.filter((source) => !source.taken && (!isOfPhones(source) || source.key === this.key));
    const still = this.key === HAND || free.some((source) => source.key === this.key);
    fill(byId("sources"), [...sources, BY_HAND].map((source) => this.option(source)));
    this.choose(still ? this.key : (free[0]?.key ?? HAND));
  }

  /** @param {boolean} only whether there is no camera for this game */
  restrict(only) {
    this.handOnly = only;
    byId("by-hand-only").hidden = !only;
    byId("again").hidden = only;
    byId("sources").hidden = only;
    byId("none").hidden = only || this.camerasKnown;
    this.chosen(this.source, false);
  }

  /** @returns {boolean} whether anything but a phone can look at the table */
  get camerasKnown() {
    return this.known.some((source) => !isOfPhones(source));
  }

  /** @returns {Source | null} */
  get source() {
    return (!this.handOnly && this.known.find((source) => source.key === this.key)) || null;
  }

  /**
   * @param {string} key
   * @param {boolean} [picked] by somebody
   */
  choose(key, picked = false) {
    this.key = key;
    for (const input of byId("sources").querySelectorAll("input")) input.checked = input.value === key;
    this.chosen(this.source, picked);
  }

  /** @param {Source} source */
  option(source) {
    const input = h("input", { type: "radio", name: "source", value: source.key, disabled: Boolean(source.taken) });
    input.addEventListener("change", () => this.choose(source.key, true));
    const { taken } = source;
    const about = h("span", { class: "muted small" }, taken ? say("setup.see.taken", { name: taken.name }) : say(`setup.see.${source.kind}_about`));
    const label = h("label", { class: "option" }, input, icon(ICONS[source.kind]), h("span", {}, h("b", {}, named(source)), about));
    return taken ? h("div", { class: "stack taken" }, label, this.freeing(source, taken)) : label;
  }

  /**
   * Stopping the game that uses a source, which can be gone on with later.
   * @param {Source} source
   * @param {{id: string, name: string}} game
   */
  freeing(source, game) {
    const problem = problems();
    const stop = async () => {
      await post(`/api/games/${game.id}/close`);
      this.key = source.key;
      this.show((await get("/api/sources")).sources);
    };
    const act = button(say("dialogs.take", { name: game.name }), () => attempt(stop, problem, act), { icon: "camera" });
    return h("div", { class: "stack" }, h("div", { class: "row" }, act), h("p", { class: "muted small" }, say("dialogs.take_about")), problem);
  }
}

/**
 * What people call a source.
 * @param {Source} source
 */
function named(source) {
  if (source.kind === HAND || isOfPhones(source)) return say(`setup.see.${source.kind}`);
  return source.kind === "camera" ? say("setup.see.camera", { n: /\d+$/.exec(source.key)?.[0] ?? "" }) : source.name;
}

/**
 * What every machine can be given, so that it is no camera that was found.
 * @param {Source} source
 */
function isOfPhones({ kind }) {
  return kind === "phone" || kind === "photos";
}

// @ts-check
// The live picture, asked for again and again while somebody looks at it.
import { button, byId, fill, h, icon } from "./dom.js";
import { stored, store } from "./storage.js";
import { say } from "./words.js";

const PAUSE_MS = 200;
const AGAIN_MS = 2000;

export class Camera {
  /** @param {import("./context.js").Table} table */
  constructor(table) {
    this.table = table;
    this.overlay = stored("overlay") !== "no";
    this.running = 0;
    this.url = "";
    this.picture = h("img", { alt: say("play.camera.alt"), class: "live", hidden: true });
    this.nothing = h("p", { class: "muted" }, icon("camera"), say("play.camera.waiting"));
    const toggle = button(say("play.camera.overlay"), () => this.switchOverlay(toggle), { icon: "eye", props: { "aria-pressed": String(this.overlay) } });
    this.place = byId("camera");
    fill(this.place, h("div", { class: "live-frame" }, this.picture, this.nothing), h("div", { class: "live-tools" }, toggle));
    document.addEventListener("visibilitychange", () => this.watch(!this.place.hidden));
  }

  /** @param {boolean} on */
  watch(on) {
    this.place.hidden = !on;
    const mine = ++this.running;
    if (on && !document.hidden) this.next(mine);
  }

  /** @param {number} mine the number of this watch; a newer one takes over */
  async next(mine) {
    const good = await this.fetch().catch(() => false);
    if (mine === this.running) setTimeout(() => mine === this.running && this.next(mine), good ? PAUSE_MS : AGAIN_MS);
  }

  /** @returns {Promise<boolean>} */
  async fetch() {
    const answer = await fetch(`${this.table.path}/picture?overlay=${this.overlay ? 1 : 0}`, { credentials: "same-origin" });
    this.picture.hidden = !answer.ok;
    this.nothing.hidden = answer.ok;
    if (!answer.ok) return false;
    const url = URL.createObjectURL(await answer.blob());
    const fresh = new Image();
    fresh.src = url;
    await fresh.decode();
    this.picture.src = url;
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = url;
    return true;
  }

  /** @param {HTMLElement} toggle */
  switchOverlay(toggle) {
    this.overlay = !this.overlay;
    store("overlay", this.overlay ? "yes" : "no");
    toggle.setAttribute("aria-pressed", String(this.overlay));
  }
}

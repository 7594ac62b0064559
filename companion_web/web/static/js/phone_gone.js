// @ts-check
// In a game that is watched through a phone: says so when the phone has gone, and shows the way back.
import { post } from "./api.js";
import { byId, h, icon } from "./dom.js";
import { goneFor, PhoneCode } from "./phone_code.js";
import { say } from "./words.js";

/** @typedef {import("./phone_code.js").Way} Way */

const GONE_S = 10;
const ASK_MS = 5000;

/** A notice for referees; only at the computer itself it has the code, which makes whoever knows it the camera. */
export class PhoneGone {
  /**
   * @param {import("./context.js").Table} table
   * @param {boolean} here whether this page is on the computer that runs the program
   */
  constructor(table, here) {
    this.table = table;
    this.here = here;
    this.began = performance.now();
    this.askedAt = -ASK_MS;
    /** @type {Way | null} */
    this.way = null;
    this.code = new PhoneCode({ brief: true });
    this.title = h("b", {});
    const about = h("p", { class: "small" }, say(here ? "phone.away.about" : "phone.away.elsewhere"));
    byId("phone-gone").append(h("div", { class: "banner warn" }, icon("phone"), h("div", { class: "notice-text stack" }, h("p", {}, this.title), about, here && this.code.element)));
  }

  /** Called every second. */
  look() {
    const { state, pulse, pulsedAt, connected, open } = this.table.live;
    if (!open) this.began = performance.now();
    const watched = state?.game.source === "phone" && !state.ended && this.table.referee && connected && open;
    const silent = pulse?.age_ms ? (pulse.age_ms + performance.now() - pulsedAt) / 1000 : null;
    if (!watched || (silent ?? (performance.now() - this.began) / 1000) < GONE_S) {
      this.way = null;
      return this.show(null);
    }
    // Where nothing is told of pictures, the computer itself is asked.
    if (!this.here) return this.show(silent === null ? null : goneFor(silent));
    if (!document.hidden && performance.now() - this.askedAt > ASK_MS) void this.ask();
    this.show(this.way && !this.way.connected ? goneFor(this.way.silent_s && (silent ?? this.way.silent_s)) : null);
  }

  async ask() {
    this.askedAt = performance.now();
    this.way = await post("/api/phone").catch(() => this.way);
    if (this.way) this.code.show(this.way);
  }

  /** @param {string | null} text */
  show(text) {
    byId("phone-gone").hidden = text === null;
    if (text !== null && this.title.textContent !== text) this.title.textContent = text;
  }
}

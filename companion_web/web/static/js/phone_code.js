// @ts-check
// The code that leads a phone to its page; where this computer has several addresses, one after the other.
import { button, byId, fill, h } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{addresses: string[], codes: string[], authority: string | null, port: number, connected: boolean, silent_s: number | null}} Way */

const MINUTE_S = 120;

/** A code with its address, and the button that shows the next one. */
export class PhoneCode {
  /** @param {{brief?: boolean}} [options] `brief`: what to do with the code is said elsewhere */
  constructor(options = {}) {
    /** @type {Way | null} */
    this.way = null;
    this.at = "";
    this.element = h(
      "div",
      { class: "phone-scan" },
      h("div", { class: "qr", id: "phone-qr", role: "img", "aria-label": say("phone.setup.code") }),
      h(
        "div",
        { class: "stack" },
        !options.brief && h("p", {}, say("phone.setup.scan")),
        h("p", { class: "small" }, `${say("phone.setup.address")} `, h("span", { class: "address", id: "phone-address" })),
        h("div", { class: "stack tight", id: "phone-others" }, h("p", { class: "muted small", id: "phone-which", role: "status" }), button(say("phone.setup.another"), () => this.step())),
      ),
    );
  }

  /** @param {Way} way */
  show(way) {
    this.way = way;
    if (!way.addresses.includes(this.at)) this.at = way.addresses[0] ?? "";
    this.draw();
  }

  step() {
    const { addresses } = this.way ?? { addresses: [] };
    this.at = addresses[(addresses.indexOf(this.at) + 1) % addresses.length] ?? "";
    this.draw();
  }

  draw() {
    const { addresses, codes, authority } = /** @type {Way} */ (this.way);
    const place = addresses.indexOf(this.at);
    this.element.hidden = place < 0;
    if (place < 0) return;
    const code = byId("phone-qr");
    if (code.dataset.shown !== this.at) {
      fill(code, new DOMParser().parseFromString(codes[place], "text/html").querySelector("svg"));
      code.dataset.shown = this.at;
    }
    byId("phone-address").textContent = this.at;
    byId("phone-others").hidden = addresses.length < 2;
    const which = say("phone.setup.which", { n: place + 1, of: addresses.length });
    // A live region says again what is written again.
    if (byId("phone-which").textContent !== which) byId("phone-which").textContent = which;
    const other = document.getElementById("phone-authority");
    if (other && authority) other.textContent = new URL(new URL(authority).pathname, this.at).href;
  }
}

/**
 * For how long a phone has been gone, in words.
 * @param {number | null} seconds
 */
export function goneFor(seconds) {
  if (seconds === null) return say("phone.away.never");
  return seconds < MINUTE_S ? say("phone.away.seconds", { n: Math.round(seconds) }) : say("phone.away.minutes", { n: Math.round(seconds / 60) });
}

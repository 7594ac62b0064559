// @ts-check
// The way for a phone to be the camera: a code to scan, and what the phone asks on the way.
import { post } from "./api.js";
import { attempt, problems } from "./dialogs.js";
import { byId, fill } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{addresses: string[], qr: string | null, authority: string | null, port: number, connected: boolean}} Way */

const LOOK_MS = 2000;

/** Shows the way as long as it is wanted and no phone is there. */
export class PhoneWay {
  constructor() {
    this.round = 0;
    this.problem = problems();
    byId("phone").append(this.problem);
  }

  /** @param {boolean} wanted */
  async show(wanted) {
    const round = ++this.round;
    byId("phone").hidden = !wanted;
    while (wanted && round === this.round) {
      if (!document.hidden) await attempt(async () => this.draw(await post("/api/phone")), this.problem);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** @param {Way} way */
  draw({ addresses, qr, authority, port, connected }) {
    byId("phone-steps").hidden = connected || !qr;
    byId("phone-says").textContent = connected ? say("phone.setup.here") : qr ? "" : say("phone.setup.none");
    byId("phone-address").textContent = addresses[0] ?? "";
    byId("phone-authority").textContent = authority ?? "";
    byId("phone-firewall").textContent = say("phone.setup.firewall", { port });
    const code = byId("phone-qr");
    if (qr && code.dataset.shown !== addresses[0]) {
      const drawn = new DOMParser().parseFromString(qr, "text/html").querySelector("svg");
      if (drawn) fill(code, /** @type {any} */ (drawn));
      code.dataset.shown = addresses[0];
    }
  }
}

// @ts-check
// The way for a phone to be the camera: a code to scan, and what the phone asks on the way.
import { post } from "./api.js";
import { attempt, problems } from "./dialogs.js";
import { bring, byId } from "./dom.js";
import { goneFor, PhoneCode } from "./phone_code.js";
import { say } from "./words.js";

/** @typedef {import("./phone_code.js").Way} Way */

const LOOK_MS = 2000;

/** Shows the way as long as it is wanted and no phone is there. */
export class PhoneWay {
  /** @param {(gone: string | null) => void} told for how long the phone has been gone, null while it is there or never was */
  constructor(told) {
    this.told = told;
    this.round = 0;
    this.brought = true;
    this.problem = problems();
    this.code = new PhoneCode();
    byId("phone-code").append(this.code.element);
    byId("phone").append(this.problem);
  }

  /**
   * @param {boolean} wanted
   * @param {boolean} [picked] whether somebody has just chosen it, and wants to see the way
   */
  async show(wanted, picked = false) {
    const round = ++this.round;
    // What is drawn anew meanwhile, as when cameras were looked for, takes nobody's wish back.
    this.brought = !wanted || (this.brought && !picked);
    byId("phone").hidden = !wanted;
    this.told(null);
    while (wanted && round === this.round) {
      if (!document.hidden) await attempt(async () => this.take(await post("/api/phone"), round), this.problem);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /**
   * @param {Way} way
   * @param {number} round
   */
  take(way, round) {
    if (round !== this.round) return;
    this.draw(way);
    if (this.brought) return;
    this.brought = true;
    bring(byId("phone-steps").hidden ? byId("phone-says") : this.code.element);
  }

  /** @param {Way} way */
  draw(way) {
    const { addresses, port, connected, silent_s } = way;
    const gone = !connected && silent_s !== null;
    byId("phone-steps").hidden = connected || !addresses.length;
    // How long is told beside the picture: here every second of it would be read out.
    announce(connected ? "phone.setup.here" : !addresses.length ? "phone.setup.none" : gone ? "phone.away.gone" : "");
    byId("phone-firewall").textContent = say("phone.setup.firewall", { port });
    this.code.show(way);
    this.told(gone ? goneFor(silent_s) : null);
  }
}

/** @param {string} key */
function announce(key) {
  const text = key && say(key);
  const place = byId("phone-says");
  if (place.textContent !== text) place.textContent = text;
}

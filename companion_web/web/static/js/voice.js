// @ts-check
// Spoken announcements, on the one device that began the game, after somebody has asked for them.
import { button, byId, fill } from "./dom.js";
import { kept } from "./keep.js";
import { language, say } from "./words.js";

const LONGEST_QUEUE = 3;
/** What is called out, and what is only said. */
const CHEER = /^([^.!?]*qwirkle[^.!?]*!)\s*(.*)$/is;
const JOY = { pitch: 1.45, rate: 1.1 };

export class Voice {
  /** @param {string} id of the game */
  constructor(id) {
    this.on = false;
    this.place = byId("voice");
    const began = kept("began") === id;
    const here = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
    this.place.hidden = !("speechSynthesis" in window) || !(began || here);
    this.draw();
  }

  draw() {
    const label = say(this.on ? "play.voice.off" : "play.voice.on");
    fill(this.place, button(label, () => this.toggle(), { icon: this.on ? "sound" : "mute", look: "quiet", props: { "aria-pressed": String(this.on), title: label } }));
  }

  toggle() {
    this.on = !this.on;
    this.draw();
    this.place.querySelector("button")?.focus();
    if (this.on) this.say(say("play.voice.hello"));
    else speechSynthesis.cancel();
  }

  /** @param {string | null} text */
  say(text) {
    if (!this.on || !text) return;
    this.waiting = speechSynthesis.pending ? (this.waiting ?? 0) + 1 : 0;
    // Nobody wants to hear what is long past.
    if (this.waiting > LONGEST_QUEUE) speechSynthesis.cancel();
    const [, cheer, rest] = CHEER.exec(text) ?? [null, "", text];
    if (cheer) utter(cheer, JOY);
    if (rest) utter(rest);
  }
}

/**
 * @param {string} text
 * @param {{pitch?: number, rate?: number, volume?: number}} [tone]
 */
function utter(text, tone = {}) {
  const spoken = Object.assign(new SpeechSynthesisUtterance(text), { lang: language, ...tone });
  const voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(language) && one.localService);
  if (voice) spoken.voice = voice;
  speechSynthesis.speak(spoken);
}

// @ts-check
// Spoken announcements: any device may have them; the one that began the game has them unless somebody switches them off.
import { toast } from "./dialogs.js";
import { button, byId, fill } from "./dom.js";
import { store, stored } from "./storage.js";
import { language, say } from "./words.js";

const LONGEST_QUEUE = 3;
/** So long a browser may take to load its voices and to begin to speak. */
const PATIENCE_MS = 2500;
/** What is called out, and what is only said. */
const CHEER = /^([^.!?]*qwirkle[^.!?]*!)\s*(.*)$/is;
const JOY = { pitch: 1.45, rate: 1.1 };
/** What a browser calls an utterance that we ended ourselves. */
const OUR_OWN = ["canceled", "interrupted"];

export class Voice extends EventTarget {
  /** @param {string} id of the game */
  constructor(id) {
    super();
    this.place = byId("voice");
    this.able = "speechSynthesis" in window;
    /** Whether somebody has asked for it on this page: then it is said where it does not work. */
    this.asked = false;
    const chosen = stored("sound");
    this.on = this.able && (chosen ? chosen === "on" : stored("began") === id);
    this.place.hidden = false;
    this.draw();
  }

  draw() {
    const label = say(this.on ? "play.voice.off" : "play.voice.on");
    fill(this.place, button(label, () => this.toggle(), { icon: this.on ? "sound" : "mute", look: "quiet", props: { "aria-pressed": String(this.on), title: label } }));
    this.dispatchEvent(new Event("changed"));
  }

  toggle() {
    this.asked = true;
    if (!this.able) return this.fail();
    this.set(!this.on);
    this.place.querySelector("button")?.focus();
    if (this.on) this.greet();
    else speechSynthesis.cancel();
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    if (this.asked) store("sound", on ? "on" : "off");
    this.draw();
  }

  /** Say that the sound is on; where nothing can be heard, say that instead. */
  greet() {
    let heard = false;
    const spoken = this.say(say("play.voice.hello"));
    spoken?.addEventListener("start", () => (heard = true));
    setTimeout(() => {
      if (this.on && !heard && !speechSynthesis.getVoices().length) this.fail();
    }, PATIENCE_MS);
  }

  fail() {
    this.set(false);
    if (this.asked) toast(say("play.voice.none"));
  }

  /**
   * @param {string | null} text
   * @returns {SpeechSynthesisUtterance | null}
   */
  say(text) {
    // Browsers let a page speak only after somebody has touched it.
    if (!this.on || !text || navigator.userActivation?.hasBeenActive === false) return null;
    this.waiting = speechSynthesis.pending ? (this.waiting ?? 0) + 1 : 0;
    // Nobody wants to hear what is long past.
    if (this.waiting > LONGEST_QUEUE) speechSynthesis.cancel();
    const [, cheer, rest] = CHEER.exec(text) ?? [null, "", text];
    const called = cheer ? this.utter(cheer, JOY) : null;
    return rest ? this.utter(rest) : called;
  }

  /**
   * @param {string} text
   * @param {{pitch?: number, rate?: number, volume?: number}} [tone]
   */
  utter(text, tone = {}) {
    const spoken = Object.assign(new SpeechSynthesisUtterance(text), { lang: language, ...tone });
    const voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(language) && one.localService);
    if (voice) spoken.voice = voice;
    spoken.addEventListener("error", ({ error }) => this.on && !OUR_OWN.includes(error) && this.fail());
    speechSynthesis.speak(spoken);
    return spoken;
  }
}

// @ts-check
// The part of set-up in which everybody declares a number.
import { byId, fill, h } from "./dom.js";
import { whoStarts } from "./starter.js";
import { count, listed, say } from "./words.js";

/** @typedef {import("./players.js").Seat} Seat */
/** @typedef {import("./players.js").Players} Players */
/** @typedef {import("./starter.js").Rules} Rules */

const FIRST_YEAR = 1900;

/** Who starts; a tie is settled by a tap, or by birth years. */
export class Starting {
  /**
   * @param {Players} players
   * @param {() => Rules} rules
   */
  constructor(players, rules) {
    this.players = players;
    this.rules = rules;
    /** @type {number | null} the seat that was named: of all, or of those who are level */
    this.named = null;
    /** Whose years can be typed. */
    this.level = "";
  }

  /** Draw anew after the players or the rules have changed. */
  draw() {
    const { most } = this.rules();
    fill(byId("counts"), this.players.seats.map((seat) => this.counter(seat, most)));
    this.settle();
  }

  /** @returns {import("./starter.js").Start} */
  get start() {
    const seats = this.players.seats;
    return whoStarts(this.rules(), seats.map((seat) => seat.declared), seats.map((seat) => seat.born));
  }

  /** Who was named to start, as a place in the order. @returns {number | null} */
  get starter() {
    const place = this.players.seats.findIndex((seat) => seat.id === this.named);
    return place >= 0 && (this.declared === null || this.start.tied.includes(place)) ? place : null;
  }

  /** What is declared, or null where nothing was entered. @returns {(number | null)[] | null} */
  get declared() {
    const numbers = this.players.seats.map((seat) => seat.declared);
    return numbers.some((number) => number !== null) && !this.start.again ? numbers : null;
  }

  /** @returns {boolean} */
  get open() {
    return this.start.tied.length > 0 && this.starter === null;
  }

  settle() {
    const start = this.start;
    this.drawStarters(start);
    this.drawTie(start);
    const text = this.outcome(start);
    const place = byId("outcome");
    if (place.textContent !== text) place.textContent = text;
  }

  /** @param {import("./starter.js").Start} start */
  outcome(start) {
    const rules = this.rules();
    if (start.again) return say("setup.start.again", { n: rules.least });
    const starter = start.starter ?? this.starter;
    if (starter === null) return start.tied.length ? "" : this.unsaid();
    const name = this.players.called(this.players.seats[starter]);
    return rules.binds && this.declared ? count(`setup.start.binds.${rules.kind}`, start.declared, { name }) : say("setup.start.starts", { name });
  }

  /** What is missing where nobody starts yet. */
  unsaid() {
    const missing = this.players.seats.filter((seat) => seat.declared === null);
    if (!this.declared) return say("setup.start.open");
    return say("setup.start.missing", { names: listed(missing.map((seat) => this.players.called(seat))) });
  }

  /**
   * Everybody, for one tap on whoever starts; what was counted decides for itself.
   * @param {import("./starter.js").Start} start
   */
  drawStarters(start) {
    const counted = this.declared !== null;
    // Those who are level have a question of their own.
    for (const id of ["tap", "starters"]) byId(id).hidden = start.tied.length > 0;
    const chosen = start.starter ?? this.starter;
    const focus = document.activeElement?.getAttribute("data-starter");
    const seats = this.players.seats.map((seat, place) =>
      this.chip(this.players.called(seat), seat.id, { checked: place === chosen, disabled: counted && place !== start.starter && !start.tied.includes(place) }),
    );
    fill(byId("starters"), seats, this.chip(say("setup.start.later"), null, { checked: chosen === null, disabled: counted && start.starter !== null }));
    if (focus) /** @type {HTMLElement | null} */ (byId("starters").querySelector(`[data-starter="${focus}"]`))?.focus();
  }

  /**
   * @param {string} name
   * @param {number | null} id of the seat
   * @param {{checked: boolean, disabled: boolean}} state
   */
  chip(name, id, state) {
    const input = h("input", { type: "radio", name: "first", value: id ?? "", "data-starter": id ?? "later", ...state });
    input.addEventListener("change", () => {
      this.named = id;
      this.settle();
    });
    return h("label", { class: "choice" }, input, h("span", {}, h("bdi", {}, name)));
  }

  /**
   * @param {Seat} seat
   * @param {number} most
   */
  counter(seat, most) {
    const name = this.players.called(seat);
    const numbers = Array.from({ length: most }, (_, n) => n + 1);
    const options = [h("option", { value: "" }, "–"), ...numbers.map((n) => h("option", { value: n, selected: n === seat.declared }, n))];
    const select = h("select", { "aria-label": say("setup.start.count", { name }) }, options);
    select.addEventListener("change", () => {
      seat.declared = select.value ? Number(select.value) : null;
      this.settle();
    });
    return h("label", { class: "count" }, h("bdi", {}, name), select);
  }

  /** @param {import("./starter.js").Start} start */
  drawTie({ level, tied }) {
    const seats = level.map((place) => this.players.seats[place]);
    const open = byId("with-years").hasAttribute("open");
    // While years are typed, the fields stay, even where the first one settles it.
    byId("tie").hidden = level.length < 2 || (!tied.length && !open);
    const names = listed(seats.map((seat) => this.players.called(seat)));
    byId("tie-says").textContent = say(`setup.start.${this.rules().tie}`, { names });
    fill(byId("tied"), tied.map((place) => this.candidate(this.players.seats[place])));
    const key = seats.map((seat) => `${seat.id} ${this.players.called(seat)}`).join();
    if (key !== this.level) fill(byId("years"), seats.map((seat) => this.year(seat)));
    this.level = key;
  }

  /** @param {Seat} seat */
  candidate(seat) {
    const input = h("input", { type: "radio", name: "starter", value: seat.id, checked: seat.id === this.named });
    input.addEventListener("change", () => {
      this.named = seat.id;
      this.settle();
      /** @type {HTMLElement | null} */ (byId("tied").querySelector(`[value="${seat.id}"]`))?.focus();
    });
    return h("label", { class: "choice" }, input, h("span", {}, h("bdi", {}, this.players.called(seat))));
  }

  /** @param {Seat} seat */
  year(seat) {
    const name = this.players.called(seat);
    const now = new Date().getFullYear();
    const props = { type: "number", inputmode: "numeric", min: FIRST_YEAR, max: now, value: seat.born?.slice(0, 4) ?? "" };
    const input = h("input", { ...props, "aria-label": say("setup.start.born", { name }) });
    input.addEventListener("change", () => {
      const year = Number(input.value);
      seat.born = year >= FIRST_YEAR && year <= now ? String(year) : null;
      this.settle();
    });
    return h("label", { class: "count" }, h("bdi", {}, name), input);
  }
}

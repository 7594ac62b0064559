// @ts-check
// The list of players: names, colours, and the order around the table, by dragging, by a button or by keys.
import { button, byId, fill, h, icon } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{name: string, born: string | null, colour: string | null}} Known */
/** @typedef {Known & {id: number, colour: string, declared: number | null, row: HTMLLIElement, input: HTMLInputElement}} Seat */

/** Apart from each other, and from the page in light and dark. @type {Record<string, string>} */
const COLOURS = { "#2f6fde": "blue", "#d1453b": "red", "#2e8b57": "green", "#a86a1d": "brown", "#8f5bd6": "violet", "#6b7785": "grey" };
const LEAST = 2;
const MOST = 4;
const NAME_LENGTH = 40;

/** The seats; tells `changed` whenever something about them is new. */
export class Players {
  /**
   * @param {Known[]} known from earlier games
   * @param {() => void} changed
   */
  constructor(known, changed) {
    this.known = known;
    this.changed = changed;
    this.made = 0;
    /** @type {Seat[]} */
    this.seats = [];
    this.list = byId("players");
    byId("add").addEventListener("click", () => this.add().input.focus());
    fill(byId("names"), known.map(({ name }) => h("option", { value: name })));
    for (let n = 0; n < LEAST; n++) this.add();
  }

  /** @returns {Seat} */
  add() {
    const id = ++this.made;
    const placeholder = say("setup.players.placeholder");
    const input = h("input", { class: "name", maxlength: NAME_LENGTH, list: "names", placeholder, autocomplete: "off" });
    const row = h("li", { class: "seat" });
    /** @type {Seat} */
    const seat = { id, name: "", born: null, colour: this.freeColour(null), declared: null, row, input };
    input.addEventListener("input", () => this.renamed(seat));
    input.addEventListener("keydown", (event) => event.key === "Enter" && this.onward(event, seat));
    this.seats.push(seat);
    this.draw();
    if (this.seats.length > LEAST) tell(say("setup.players.added", { n: this.seats.length }));
    return seat;
  }

  /** @param {Seat} seat */
  called(seat) {
    return seat.name || say("setup.players.unnamed", { n: this.seats.indexOf(seat) + 1 });
  }

  /** @param {Seat} seat */
  renamed(seat) {
    seat.name = seat.input.value.trim().replace(/\s+/g, " ");
    seat.input.removeAttribute("aria-invalid");
    const met = this.known.find(({ name }) => name === seat.name);
    seat.born = met?.born ?? null;
    if (met?.colour && met.colour in COLOURS && !this.seats.some((other) => other.colour === met.colour)) seat.colour = met.colour;
    this.label(seat);
    this.offer();
    this.changed();
  }

  /**
   * The Enter key goes to the next name, and does not begin the game by accident.
   * @param {KeyboardEvent} event
   * @param {Seat} seat
   */
  onward(event, seat) {
    const next = this.seats[this.seats.indexOf(seat) + 1];
    event.preventDefault();
    (next?.input ?? byId("add")).focus();
  }

  /**
   * @param {Seat} seat
   * @param {number} to
   */
  move(seat, to) {
    const from = this.seats.indexOf(seat);
    if (to < 0 || to >= this.seats.length || to === from) return;
    this.seats.splice(to, 0, ...this.seats.splice(from, 1));
    this.draw();
    tell(say("setup.players.moved", { name: this.called(seat), n: to + 1 }));
  }

  /** @param {Seat} seat */
  remove(seat) {
    const place = this.seats.indexOf(seat);
    const name = this.called(seat);
    this.seats.splice(place, 1);
    this.draw();
    this.seats[Math.min(place, this.seats.length - 1)].input.focus();
    tell(say("setup.players.removed", { name }));
  }

  /** @param {Seat} seat */
  recolour(seat) {
    seat.colour = this.freeColour(seat.colour);
    this.label(seat);
    tell(say("setup.players.coloured", { name: this.called(seat), colour: colourName(seat) }));
    this.changed();
  }

  /** @param {string | null} after */
  freeColour(after) {
    const all = Object.keys(COLOURS);
    const from = after ? all.indexOf(after) + 1 : 0;
    const inTurn = [...all.slice(from), ...all.slice(0, from)];
    return inTurn.find((colour) => !this.seats.some((seat) => seat.colour === colour)) ?? all[0];
  }

  draw() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    for (const seat of this.seats) this.dress(seat);
    fill(this.list, this.seats.map((seat) => seat.row));
    // Moving a row takes the focus away from what is in it.
    const same = focused?.dataset.role && this.list.querySelector(`[data-role="${focused.dataset.role}"]`);
    if (focused && this.list.contains(focused)) focused.focus();
    else if (same instanceof HTMLElement) same.focus();
    byId("add").hidden = this.seats.length >= MOST;
    this.offer();
    this.changed();
  }

  /** @param {Seat} seat */
  dress(seat) {
    const place = this.seats.indexOf(seat);
    const handle = h("button", { type: "button", class: "handle", "data-role": `drag-${seat.id}` }, place + 1);
    handle.addEventListener("keydown", (event) => this.onKey(event, seat));
    handle.addEventListener("pointerdown", (event) => this.drag(event, seat));
    const swatch = this.sign(`colour-${seat.id}`, null, false, () => this.recolour(seat));
    fill(swatch, h("span", { class: "swatch" }));
    const up = this.sign(`up-${seat.id}`, "up", place === 0, () => this.move(seat, place - 1));
    const off = this.sign(`off-${seat.id}`, "close", this.seats.length <= LEAST, () => this.remove(seat));
    fill(seat.row, handle, swatch, seat.input, h("span", { class: "acts" }, up, off));
    this.label(seat);
  }

  /**
   * A button without words; `label` names it.
   * @param {string} role
   * @param {string | null} sign
   * @param {boolean} hidden
   * @param {() => void} act
   */
  sign(role, sign, hidden, act) {
    return button("", act, { icon: sign ?? undefined, bare: true, look: "quiet", props: { hidden, "data-role": role } });
  }

  /** @param {Seat} seat */
  label(seat) {
    const [handle, swatch, up, off] = seat.row.querySelectorAll("button");
    const name = this.called(seat);
    relabel(handle, say("setup.players.drag", { name }));
    relabel(swatch, say("setup.players.colour", { name, colour: colourName(seat) }));
    relabel(up, say("setup.players.up", { name }));
    relabel(off, say("setup.players.remove", { name }));
    seat.input.setAttribute("aria-label", say("setup.players.name", { n: this.seats.indexOf(seat) + 1 }));
    swatch.style.setProperty("--swatch", seat.colour);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Seat} seat
   */
  onKey(event, seat) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.move(seat, this.seats.indexOf(seat) + step);
  }

  /**
   * @param {PointerEvent} event
   * @param {Seat} seat
   */
  drag(event, seat) {
    event.preventDefault();
    seat.row.classList.add("dragged");
    /** @param {PointerEvent} moved */
    const follow = (moved) => {
      const place = this.seats.findIndex(({ row }) => moved.clientY < row.getBoundingClientRect().bottom);
      this.move(seat, place < 0 ? this.seats.length - 1 : place);
    };
    const end = () => {
      seat.row.classList.remove("dragged");
      removeEventListener("pointermove", follow);
    };
    addEventListener("pointermove", follow);
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, end, { once: true });
  }

  /** Offer those who have played before, and sit nowhere yet. */
  offer() {
    const there = this.known.filter(({ name }) => !this.seats.some((seat) => seat.name === name)).slice(0, 8);
    const room = this.seats.length < MOST || this.seats.some((seat) => !seat.name);
    const place = byId("known");
    place.hidden = !there.length || !room;
    for (const old of place.querySelectorAll("button")) old.remove();
    place.append(...there.map(({ name }) => button(name, () => this.take(name), { look: "small", icon: "person" })));
  }

  /** @param {string} name */
  sit(name) {
    const seat = this.seats.find((one) => !one.name) ?? this.add();
    seat.input.value = name;
    this.renamed(seat);
  }

  /** @param {string} name of somebody who was offered */
  take(name) {
    this.sit(name);
    const next = byId("known").querySelector("button") ?? this.seats.find((one) => !one.name)?.input ?? byId("add");
    /** @type {HTMLElement} */ (next).focus();
  }

  /** The first thing that is wrong, with the field where it is. @returns {{text: string, input: HTMLInputElement} | null} */
  get problem() {
    const nameless = this.seats.find((seat) => !seat.name);
    if (nameless) return { text: say("setup.players.nameless"), input: nameless.input };
    const names = this.seats.map((seat) => seat.name.toLowerCase());
    const twice = this.seats.find((seat, place) => names.indexOf(seat.name.toLowerCase()) < place);
    return twice ? { text: say("setup.players.twice", { name: twice.name }), input: twice.input } : null;
  }
}

/** @param {Seat} seat */
function colourName(seat) {
  return say(`setup.colours.${COLOURS[seat.colour]}`);
}

/**
 * @param {Element} element
 * @param {string} label
 */
function relabel(element, label) {
  element.setAttribute("aria-label", label);
  element.setAttribute("title", label);
}

/** @param {string} text */
function tell(text) {
  byId("news").textContent = text;
}

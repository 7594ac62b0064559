// @ts-check
// Good moves for a hand that one taps in.
import { button, byId, fill, h, icon } from "./dom.js";
import { attempt, problems } from "./dialogs.js";
import { pointsOf } from "./panels.js";
import { choiceOfTiles, tile, tileRow } from "./tiles.js";
import { say, tileName } from "./words.js";

/** @typedef {{placed?: import("./types.js").Placed[], played?: string[], after?: string[][], points: number, lines: string[], closed?: string[]}} Move */

const MOST_MOVES = 5;

export class Hint {
  /** @param {import("./context.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */
    this.hand = [];
    /** @type {Move[] | null} */
    this.moves = null;
    this.proven = true;
    this.problem = problems();
    this.set = "";
    this.place = byId("hint");
    this.held = h("div", { class: "hint-hand", role: "group", "aria-label": say("play.hint.hand") });
    this.found = h("div", { class: "stack", role: "status" });
    this.ask = button(say("play.hint.ask"), () => this.look(), { icon: "bulb", look: "primary" });
  }

  show() {
    const set = this.table.state.game.set ?? "";
    if (this.place.firstChild && set === this.set) return;
    this.set = set;
    const all = choiceOfTiles(set || null, (code) => this.add(code));
    fill(this.place, h("p", { class: "muted small" }, say(this.table.state.game.kind === "cards" ? "play.hint.cards" : "play.hint.about")), this.held, h("div", { class: "row" }, this.ask, button(say("play.hint.clear"), () => this.clear(), { look: "quiet" })), this.problem, this.found, all);
    this.draw();
  }

  /** @param {string} code */
  add(code) {
    if (this.hand.length < this.table.state.game.hand) this.change([...this.hand, code]);
  }

  clear() {
    this.change([]);
  }

  /** @param {string[]} hand */
  change(hand) {
    this.hand = hand;
    this.moves = null;
    this.table.preview(null);
    this.draw();
  }

  draw() {
    const without = (/** @type {number} */ index) => () => this.change(this.hand.filter((_, other) => other !== index));
    const one = (/** @type {string} */ code, /** @type {number} */ index) =>
      h("button", { type: "button", class: "tile-button", "aria-label": say("play.hint.remove", { tile: tileName(code) }), on: { click: without(index) } }, tile(code, { named: false }));
    fill(this.held, this.hand.length ? this.hand.map(one) : h("span", { class: "muted" }, say("play.hint.empty")));
    this.ask.disabled = !this.hand.length;
    fill(this.found, this.moves && this.answers(this.moves));
  }

  look() {
    return attempt(
      async () => {
        const found = await this.table.post("hint", { hand: this.hand });
        this.moves = found.moves;
        this.proven = found.proven;
      },
      this.problem,
      this.ask,
      () => {
        this.draw();
        /** @type {HTMLElement | null} */ (this.found.querySelector(".turn-row"))?.click();
      },
    );
  }

  /** @param {Move[]} moves */
  answers(moves) {
    if (!moves.length) return h("p", {}, say("play.hint.none"));
    const one = (/** @type {Move} */ move) => {
      const row = moveRow(this.table.state, move);
      if (move.placed) row.addEventListener("click", () => this.lay(row, move));
      return h("li", {}, row, move.after && tableAfter(move.after));
    };
    const about = moves[0].placed ? h("p", { class: "small muted" }, say("play.hint.tap")) : null;
    const unproven = this.proven ? null : h("p", { class: "small muted" }, say("play.hint.unproven"));
    return [about, h("ol", { class: "lines" }, moves.slice(0, MOST_MOVES).map(one)), unproven];
  }

  /**
   * Lay a move on the board, so that everybody sees where it goes.
   * @param {HTMLElement} row
   * @param {Move} move
   */
  lay(row, move) {
    for (const other of this.found.querySelectorAll(".hint-move")) other.setAttribute("aria-pressed", String(other === row));
    this.table.preview(move.placed ?? null, move.points);
  }
}

/**
 * A move with what it lays, its points and its lines.
 * @param {import("./types.js").State} state
 * @param {Move} move
 */
export function moveRow(state, move) {
  const codes = move.placed?.map(([code]) => code) ?? move.played ?? [];
  const points = h("b", { class: "turn-points" }, pointsOf(state, move.points));
  return h(move.placed ? "button" : "div", { type: move.placed ? "button" : null, class: "turn-row hint-move" }, tileRow(codes, "1.75rem"), points, h("span", { class: "turn-text small muted" }, move.lines.join(" + ") + (move.twice ?? "")), ...(move.closed ?? []).map((text) => h("span", { class: "small hint-closed" }, icon("check"), text)));
}

/**
 * The sets that lie there after a move.
 * @param {string[][]} after
 */
export function tableAfter(after) {
  return h("div", { class: "row small hint-after" }, h("span", { class: "muted" }, say("play.hint.after")), after.map((cards) => tileRow(cards, "1.25rem")));
}

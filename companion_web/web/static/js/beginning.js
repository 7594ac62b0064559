// @ts-check
// Tiles that lie there before the game begins: the first turn, a game to go on with, or to be cleared away.
import { button, fill, h, icon, redraw, s } from "./dom.js";
import { attempt, open, problems } from "./dialogs.js";
import { face, tileRow } from "./tiles.js";
import { count, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Placed} Placed */
/** @typedef {import("./context.js").Table} Table */
/** @typedef {{as: "turn" | "board" | "clear", player?: number | null, points?: number[]}} Answer */

const MOST_POINTS = 10000;
const WAYS = /** @type {const} */ (["turn", "board", "clear"]);

/**
 * The tiles as they are seen.
 * @param {Placed[]} tiles
 * @returns {SVGElement}
 */
export function drawing(tiles) {
  const [xs, ys] = [tiles.map(([, x]) => x), tiles.map(([, , y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const drawn = tiles.map(([code, x, y]) => s("g", { transform: `translate(${x - left} ${y - top})` }, ...face(code)));
  const size = { style: { "--wide": wide, "--high": high } };
  return s("svg", { class: "lying", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": count("beginning.title", tiles.length), ...size }, ...drawn);
}

/** What each player has so far, and whose turn it is. */
class Standing {
  /** @param {string[]} names */
  constructor(names) {
    this.fields = names.map((name) =>
      h("input", { type: "number", inputmode: "numeric", min: 0, max: MOST_POINTS, value: 0, "aria-label": say("beginning.points_of", { name }) }),
    );
    this.turn = h(
      "select",
      {},
      h("option", { value: "" }, say("beginning.open")),
      ...names.map((name, player) => h("option", { value: player }, name)),
    );
    const points = names.map((name, player) => h("label", { class: "count" }, h("bdi", {}, name), this.fields[player]));
    this.element = h(
      "div",
      { class: "stack tight" },
      h("p", { class: "muted small" }, say("beginning.points")),
      h("div", { class: "counts" }, points),
      h("label", { class: "field" }, h("span", {}, say("beginning.turn_of")), this.turn),
    );
  }

  /** @returns {Answer} */
  get answer() {
    const points = this.fields.map((field) => Math.min(MOST_POINTS, Math.max(0, Math.round(Number(field.value) || 0))));
    return { as: "board", points, player: this.turn.value ? Number(this.turn.value) : null };
  }
}

/** The question in set-up; whoever leaves it open is asked in the game. */
export class Beginning {
  /**
   * @param {HTMLElement} place
   * @param {() => string[]} names of the players
   */
  constructor(place, names) {
    this.place = place;
    this.names = names;
    /** @type {Placed[]} */
    this.tiles = [];
    /** @type {Standing | null} */
    this.standing = null;
    this.picture = h("div", { class: "lying-place" });
    this.title = h("h3", { id: "lying-title" });
    this.more = h("div", {});
    const ways = WAYS.map((way) => this.option(way));
    fill(place, this.title, this.picture, h("div", { class: "stack tight", role: "radiogroup", "aria-labelledby": "lying-title" }, ways), this.more);
  }

  /** @param {typeof WAYS[number]} way */
  option(way) {
    const input = h("input", { type: "radio", name: "lying", value: way, on: { change: () => this.choose() } });
    const about = h("span", { class: "muted small" }, say(`beginning.about.${way}`));
    return h("label", { class: "option" }, input, h("span", {}, h("b", {}, say(`beginning.${way}`)), about));
  }

  /**
   * @param {Placed[]} tiles that lie there now
   */
  show(tiles) {
    this.tiles = tiles;
    this.place.hidden = !tiles.length;
    if (!tiles.length) return;
    this.title.textContent = count("beginning.title", tiles.length);
    redraw(this.picture, tiles, () => [drawing(tiles)]);
  }

  /** Players may have other names now. */
  renamed() {
    if (this.standing) this.choose();
  }

  choose() {
    const going = this.way === "board";
    this.standing = going ? new Standing(this.names()) : null;
    fill(this.more, this.standing?.element);
  }

  /** @returns {string | undefined} */
  get way() {
    return /** @type {HTMLInputElement | null} */ (this.place.querySelector("[name=lying]:checked"))?.value;
  }

  /** @returns {Answer | null} */
  get answer() {
    if (!this.tiles.length || !this.way) return null;
    return this.standing?.answer ?? { as: /** @type {"turn" | "clear"} */ (this.way) };
  }
}

/**
 * The question in the game: nothing is recorded before somebody answers.
 * @param {Table} table
 * @param {State} state
 */
export function beginningNotice(table, state) {
  if (!state.beginning) return null;
  const { tiles, sets, line, clearing } = state.beginning;
  const lying = sets.length ? count("beginning.cards", sets.flat().length) : count("beginning.title", tiles.length);
  const tell = (/** @type {Answer} */ answer) => () => attempt(() => table.tell({ input: "begin", ...answer }));
  const act = (/** @type {typeof WAYS[number]} */ way, /** @type {() => void} */ what, primary = false) =>
    button(say(`beginning.${way}`), what, { look: primary ? "primary" : "", props: { "data-focus": `begin-${way}` } });
  return h(
    "div",
    { class: "banner ask" },
    icon("ask"),
    h(
      "div",
      { class: "notice-text" },
      h("p", {}, h("b", {}, clearing ? say("beginning.clearing") : lying)),
      sets.length > 0 && h("div", { class: "row" }, sets.map((cards) => tileRow(cards, "1.5rem"))),
      h("p", { class: "small" }, say(table.referee ? "beginning.ask" : "beginning.wait")),
    ),
    table.referee &&
      h(
        "div",
        { class: "row" },
        act("turn", tell({ as: "turn" }), line && !clearing),
        act("board", () => askStanding(table, state), !line && !clearing),
        !clearing && act("clear", tell({ as: "clear" })),
      ),
  );
}

/**
 * @param {Table} table
 * @param {State} state
 */
function askStanding(table, state) {
  const standing = new Standing(state.players.map((player) => player.name));
  const place = problems();
  const go = button(
    say("beginning.board"),
    () => attempt(() => table.tell({ input: "begin", ...standing.answer }), place, go, () => dialog.close()),
    { look: "primary" },
  );
  const dialog = open(say("beginning.board"), [standing.element, place], { actions: [button(say("dialogs.cancel"), () => dialog.close()), go] });
}

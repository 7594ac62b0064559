// @ts-check
// The board of the tile game.
import { h, s, button } from "./dom.js";
import { frame, sign } from "./overlays.js";
import { face } from "./tiles.js";
import { Viewport } from "./viewport.js";
import { cellName, say, tileName } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Placed} Placed */
/** @typedef {[number, number]} Cell */
/** @typedef {{placed: Placed[], points: number | null, violations: {cells: Cell[]}[]}} Draft tiles that are tried on this page */

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /**
   * @param {HTMLElement} place
   * @param {(x: number, y: number) => void} chosen a cell was tapped
   */
  constructor(place, chosen) {
    this.chosen = chosen;
    /** @type {State | null} */
    this.state = null;
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Set<number>} turns whose tiles are not shown, as their draft is */
    this.hidden = new Set();
    this.cursor = { x: 0, y: 0 };
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.rows = s("g", { role: "presentation" });
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.svg = /** @type {SVGSVGElement} */ (
      s("svg", { class: "board", role: "grid", "aria-label": say("play.board.label"), preserveAspectRatio: "xMidYMid meet" }, ground(), this.rows, this.marks)
    );
    this.view = new Viewport(this.svg);
    place.append(this.svg, this.tools());
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.render();
  }

  /** @param {State} state */
  show(state) {
    const bare = !this.all().length;
    this.state = state;
    this.render();
    // A whole board may come at once.
    if (bare) this.fit();
    else this.view.hold(this.worthSeeing());
  }

  /** @param {Draft | null} draft */
  try(draft) {
    this.draft = draft;
    this.render();
    if (draft) this.view.hold(draft.placed.map(([, x, y]) => ({ x, y })));
  }

  /**
   * Let only these cells shine.
   * @param {Cell[] | null} cells
   */
  light(cells) {
    const lit = new Set(cells?.map(String));
    this.svg.classList.toggle("lighting", Boolean(cells?.length));
    for (const [key, cell] of this.cells) cell.classList.toggle("lit", lit.has(key));
  }

  /**
   * Let these cells hop, one after the other.
   * @param {Cell[]} cells
   */
  hop(cells) {
    for (const [index, key] of cells.map(String).entries()) {
      const drawing = /** @type {SVGElement | null} */ (this.cells.get(key)?.firstElementChild ?? null);
      drawing?.style.setProperty("--nth", String(index));
      drawing?.classList.add("hop");
      drawing?.addEventListener("animationend", () => drawing.classList.remove("hop"), { once: true });
    }
  }

  fit() {
    this.view.fit(this.worthSeeing());
  }

  /** @returns {{x: number, y: number}[]} tiles, and what people are asked about */
  worthSeeing() {
    const tiles = this.all().map(([, x, y]) => ({ x, y }));
    return [...tiles, ...(this.state?.asked ?? []), ...(this.state?.desync ?? []).map(([x, y]) => ({ x, y }))];
  }

  /** @returns {Placed[]} every tile in sight, recorded or not */
  all() {
    const { state, draft, hidden } = this;
    const lying = (state?.board ?? []).filter((cell) => !hidden.has(cell.turn)).map(({ tile, x, y }) => /** @type {Placed} */ ([tile, x, y]));
    return [...lying, ...(draft ? draft.placed : (state?.proposal?.placed ?? [])), ...(state?.beginning?.tiles ?? [])];
  }

  render() {
    const focused = this.svg.contains(document.activeElement);
    const wanted = new Map(this.all().map(([tile, x, y]) => [`${x},${y}`, { tile, x, y }]));
    for (const [key, cell] of this.cells) {
      if (wanted.get(key)?.tile === cell.dataset.tile) continue;
      cell.remove();
      this.cells.delete(key);
    }
    for (const [key, { tile, x, y }] of wanted) {
      const cell = this.cells.get(key) ?? this.put(tile, x, y);
      this.describe(cell, tile, x, y);
    }
    this.placeCursor();
    for (const row of [...this.rows.children]) if (!row.children.length) row.remove();
    this.marks.replaceChildren(...this.drawnMarks());
    if (focused) this.focus();
  }

  /**
   * @param {string} tile
   * @param {number} x
   * @param {number} y
   */
  put(tile, x, y) {
    const drawing = s("g", { class: "drop" }, ...face(tile));
    const cell = s("g", { class: "cell", role: "gridcell", transform: `translate(${x} ${y})`, "data-tile": tile }, drawing);
    this.insert(cell, x, y);
    return cell;
  }

  /**
   * Put a cell where people who hear the board expect it: row after row, each from left to right.
   * @param {SVGElement} cell
   * @param {number} x
   * @param {number} y
   */
  insert(cell, x, y) {
    cell.dataset.x = String(x);
    cell.dataset.y = String(y);
    const rows = /** @type {SVGElement[]} */ ([...this.rows.children]);
    let row = rows.find((one) => Number(one.dataset.y) === y);
    if (!row) {
      row = s("g", { role: "row", "data-y": y });
      this.rows.insertBefore(row, rows.find((one) => Number(one.dataset.y) > y) ?? null);
    }
    const after = /** @type {SVGElement[]} */ ([...row.children]).find((one) => Number(one.dataset.x) > x);
    row.insertBefore(cell, after ?? null);
    this.cells.set(`${x},${y}`, cell);
  }

  /**
   * @param {SVGElement} cell
   * @param {string} tile
   * @param {number} x
   * @param {number} y
   */
  describe(cell, tile, x, y) {
    const lying = this.state?.board.find((one) => one.x === x && one.y === y);
    const about = lying?.tile === tile ? recorded(lying.turn) : say("play.board.not_yet");
    const remark = this.remark(x, y);
    cell.setAttribute("aria-label", [tileName(tile), cellName(x, y), about, remark].filter(Boolean).join(", "));
    cell.classList.toggle("not-yet", !lying || this.hidden.has(lying.turn));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {string} what is wrong with a cell
   */
  remark(x, y) {
    const is = ([a, b]) => a === x && b === y;
    if (this.state?.asked.some((one) => one.x === x && one.y === y)) return say("play.board.asked");
    if (this.state?.desync.some(is)) return say("play.board.desync");
    return this.violations().some(is) ? say("play.board.violation") : "";
  }

  /** @returns {Cell[]} the cells of what is wrong now */
  violations() {
    const judged = this.draft ?? this.state?.proposal;
    return /** @type {Cell[]} */ (judged?.violations.flatMap((violation) => violation.cells) ?? []);
  }

  /** The cell that the keys have reached, if no tile lies there. */
  placeCursor() {
    const { x, y } = this.cursor;
    const here = `${x},${y}`;
    for (const [key, cell] of this.cells) {
      // What has the focus, or gets it back from a dialog, stays.
      if (cell.classList.contains("empty") && key !== here) {
        cell.remove();
        this.cells.delete(key);
      }
      cell.setAttribute("tabindex", "-1");
    }
    if (!this.cells.has(here)) {
      const rim = s("rect", { x: 0.06, y: 0.06, width: 0.88, height: 0.88, rx: 0.14 });
      this.insert(s("g", { class: "cell empty", role: "gridcell", transform: `translate(${x} ${y})` }, rim), x, y);
    }
    const cell = this.cells.get(here);
    if (cell?.classList.contains("empty")) {
      cell.setAttribute("aria-label", [say("play.board.empty"), cellName(x, y), this.remark(x, y)].filter(Boolean).join(", "));
    }
    cell?.setAttribute("tabindex", "0");
  }

  /** @returns {SVGElement[]} */
  drawnMarks() {
    const { state, draft } = this;
    if (!state) return [];
    const last = state.board.filter((cell) => cell.last && !this.hidden.has(cell.turn));
    const overruled = state.board.filter((cell) => cell.violation && !cell.last && !this.hidden.has(cell.turn));
    const trial = draft ?? state.proposal;
    const placed = /** @type {Cell[]} */ (trial?.placed.map(([, x, y]) => [x, y]) ?? []);
    const violations = this.violations();
    const wrong = placed.filter(([x, y]) => violations.some(([a, b]) => a === x && b === y));
    const marks = [...overruled.map(({ x, y }) => sign("stood", [x, y], "!"))];
    if (!placed.length) marks.push(...this.numbered(last));
    marks.push(...frame("proposed", violations.length ? [] : placed), ...frame("violation", violations), ...wrong.map((cell) => sign("violation", cell, "!")));
    if (trial && placed.length && !violations.length && trial.points !== null) marks.push(sign("proposed", rightmost(placed), `+${trial.points}`));
    marks.push(...frame("desync", state.desync), ...state.desync.map((cell) => sign("desync", cell, "≠")));
    const asked = /** @type {Cell[]} */ (state.asked.map(({ x, y }) => [x, y]));
    return [...marks, ...frame("asked", asked), ...asked.map((cell) => sign("asked", cell, "?"))];
  }

  /**
   * @param {import("./types.js").Lying[]} last
   * @returns {SVGElement[]}
   */
  numbered(last) {
    if (!last.length) return [];
    const cells = /** @type {Cell[]} */ (last.map(({ x, y }) => [x, y]));
    const is = (/** @type {number} */ x, /** @type {number} */ y) => cells.some(([a, b]) => a === x && b === y);
    const first = cells.filter(([x, y]) => !is(x - 1, y) && !is(x, y - 1));
    return [...frame("last", cells), ...first.map(([x, y]) => sign("last", [is(x, y + 1) ? x : x - 1, y], String(last[0].turn)))];
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.view.dragged && event.detail) return;
    const cell = event.target instanceof Element ? event.target.closest(".cell") : null;
    const spoken = !event.detail && cell instanceof SVGElement;
    const at = spoken ? { x: Number(cell.dataset.x), y: Number(cell.dataset.y) } : this.view.place(event.clientX, event.clientY);
    this.choose(Math.floor(at.x), Math.floor(at.y));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  choose(x, y) {
    this.cursor = { x, y };
    this.placeCursor();
    this.focus();
    this.chosen(x, y);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (step) {
      this.cursor = { x: this.cursor.x + step[0], y: this.cursor.y + step[1] };
      this.placeCursor();
      this.view.reveal(this.cursor.x, this.cursor.y);
      this.focus();
    } else if (event.key === "Enter") {
      this.chosen(this.cursor.x, this.cursor.y);
    } else if (event.key === "+" || event.key === "-") {
      this.view.zoom(event.key === "+" ? 1.25 : 0.8);
    } else if (event.key === "0") {
      this.fit();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  focus() {
    this.cells.get(`${this.cursor.x},${this.cursor.y}`)?.focus({ preventScroll: true });
  }

  tools() {
    const quiet = { bare: true };
    return h(
      "div",
      { class: "board-tools", role: "group", "aria-label": say("play.board.zoom") },
      button(say("play.board.nearer"), () => this.view.zoom(1.25), { icon: "plus", ...quiet }),
      button(say("play.board.farther"), () => this.view.zoom(0.8), { icon: "minus", ...quiet }),
      button(say("play.board.fit"), () => this.fit(), { icon: "fit", ...quiet }),
    );
  }
}

/**
 * @param {number} turn 0 for what lay there at the start
 * @returns {string}
 */
function recorded(turn) {
  return turn ? say("play.board.turn", { number: turn }) : say("play.board.start");
}

/**
 * @param {Cell[]} cells
 * @returns {Cell}
 */
function rightmost(cells) {
  return cells.reduce((best, cell) => (cell[0] > best[0] || (cell[0] === best[0] && cell[1] < best[1]) ? cell : best));
}

/** @returns {SVGElement} dots at the corners of the cells, as far as anybody plays */
function ground() {
  const dots = s("pattern", { id: "dots", width: 1, height: 1, patternUnits: "userSpaceOnUse" }, s("circle", { class: "dot", cx: 0.5, cy: 0.5, r: 0.045 }));
  const everything = s("rect", { x: -150, y: -150, width: 300, height: 300, fill: "url(#dots)" });
  return s("g", { "aria-hidden": "true" }, s("defs", {}, dots), everything);
}

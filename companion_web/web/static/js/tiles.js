// @ts-check
// Tiles and cards as pictures, and the choice among all of them.
import { h, s } from "./dom.js";
import { say, tileName } from "./words.js";

const SHAPES = ["1", "2", "3", "4", "5", "6"];

/**
 * The drawing of a tile in a unit square.
 * @param {string} code
 * @returns {SVGElement[]}
 */
export function face(code) {
  return [
    s("rect", { class: "tile-body", x: 0.02, y: 0.02, width: 0.96, height: 0.96, rx: 0.14 }),
    s("use", { href: `#s${code[0]}`, width: 1, height: 1, class: `tile-face c${code[1]}` }),
    s("text", { class: "tile-mark", x: 0.06, y: 0.24 }, say(`play.marks.${code[1]}`)),
  ];
}

/** How much longer than wide a card is drawn. */
export const TALL = 1.4;

/**
 * The drawing of a card that is one unit wide: a tile's symbol, and again small in its corner.
 * @param {string} code
 * @param {number} [tall]
 * @returns {SVGElement[]}
 */
export function cardFace(code, tall = TALL) {
  const symbol = (/** @type {number} */ size, /** @type {number} */ x, /** @type {number} */ y) => s("use", { href: `#s${code[0]}`, class: `c${code[1]}`, x, y, width: size, height: size });
  const size = Math.min(0.94, tall - 0.36);
  return [
    s("rect", { class: "tile-body", x: 0.02, y: 0.02, width: 0.96, height: tall - 0.04, rx: 0.1 }),
    symbol(size, (1 - size) / 2, 0.3),
    symbol(0.24, 0.06, 0.06),
    s("text", { class: "tile-mark", x: 0.62, y: 0.24 }, say(`play.marks.${code[1]}`)),
  ];
}

/**
 * A tile by itself, with its name unless something beside it says it.
 * @param {string} code
 * @param {{named?: boolean, size?: string}} [options]
 * @returns {SVGElement}
 */
export function tile(code, options = {}) {
  const naming = options.named === false ? { "aria-hidden": "true" } : { role: "img", "aria-label": tileName(code) };
  const style = options.size ? { style: { "--size": options.size } } : {};
  return s("svg", { class: "tile", viewBox: "0 0 1 1", ...naming, ...style }, ...face(code));
}

/**
 * @param {string[]} codes
 * @param {string} [size]
 * @returns {HTMLElement}
 */
export function tileRow(codes, size) {
  return h("span", { class: "tile-row" }, codes.map((code) => tile(code, { size })));
}

/**
 * The six colours of a set; while nobody knows whether it has purple or white, both.
 * @param {string | null} set
 * @returns {string[]}
 */
export function coloursOf(set) {
  return [...(set ?? "ROYGBPW")];
}

/**
 * All tiles of a set as buttons, a row for each shape.
 * @param {string | null} set
 * @param {(code: string, button: HTMLButtonElement) => void} choose
 * @param {{current?: string | null, left?: Map<string, number> | null}} [options] `left`: how many are still out, shown in the corner
 * @returns {HTMLElement}
 */
export function choiceOfTiles(set, choose, options = {}) {
  const colours = coloursOf(set);
  const buttons = SHAPES.flatMap((shape) => colours.map((colour) => one(shape + colour)));
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: colours.length, ArrowUp: -colours.length };
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const to = buttons[buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target)) + (step ?? 0)];
    if (!step || !to) return;
    event.preventDefault();
    to.focus();
  };
  return h("div", { class: "tile-choice", style: { "--columns": colours.length }, on: { keydown: walk } }, buttons);

  /** @param {string} code */
  function one(code) {
    const left = options.left?.get(code);
    const label = left === undefined ? tileName(code) : say("play.left.one_kind", { tile: tileName(code), n: left });
    const props = {
      type: "button",
      class: `tile-button${left === 0 ? " gone" : ""}`,
      "aria-label": label,
      title: tileName(code),
      "data-tile": code,
      "aria-current": options.current === code ? "true" : null,
    };
    const made = h("button", props, tile(code, { named: false }));
    made.addEventListener("click", () => choose(code, made));
    return made;
  }
}

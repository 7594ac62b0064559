// @ts-check
// The table of the card game as the camera sees it: each card where it lies, turned as it lies.
import { h, s } from "./dom.js";
import { sign } from "./overlays.js";
import { cardFace, TALL } from "./tiles.js";
import { say, tileName } from "./words.js";

/** @typedef {import("./types.js").LyingSet} LyingSet */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {[Point, Point, Point, Point]} Corners */

const MARGIN = 0.3;

/**
 * @param {LyingSet[]} sets
 * @returns {HTMLElement}
 */
export function lyingTable(sets) {
  const all = sets.flatMap((set) => set.corners);
  if (!all.length) return h("p", { class: "muted" }, say("play.cards.none_seen"));
  const [wide, high] = [0, 1].map((axis) => Math.max(...all.flat().map((point) => point[axis])) + MARGIN);
  const tall = median(all.map((corners) => length(edge(corners, 3)) / Math.max(0.01, length(edge(corners, 1))))) || TALL;
  const cards = sets.flatMap((set) => fromBelow(set).map((place) => lyingCard(set.cards[place], set.corners[place], tall, { fresh: set.new.includes(place), asked: set.asked.includes(place) })));
  const signs = sets.flatMap((set) => set.asked.map((place) => sign("asked", corner(set.corners[place]), "?")));
  const box = `${-MARGIN} ${-MARGIN} ${wide + MARGIN} ${high + MARGIN}`;
  const drawing = s("svg", { class: "lying-table", viewBox: box, role: "group", "aria-label": say("play.cards.lying"), style: { "--across": wide + MARGIN, "--down": high + MARGIN } }, cards, s("g", { "aria-hidden": "true" }, signs));
  return h("div", { class: "lying-place" }, drawing);
}

/**
 * The places of a set's cards, from the lowest one to the one on top: which of them lies above the others is not known, so it is drawn as the one
 * that leaves the small symbols in the corners of all to be seen.
 * @param {LyingSet} set
 */
function fromBelow({ corners }) {
  const places = corners.map((_, place) => place);
  const [first, last] = [corners[0], corners[corners.length - 1]].map(middleOf);
  const onward = [0, 1].reduce((sum, axis) => sum + (last[axis] - first[axis]) * (corners[0][0][axis] - first[axis]), 0);
  return onward > 0 ? places.reverse() : places;
}

/**
 * @param {Corners} corners
 * @returns {number[]}
 */
function middleOf(corners) {
  return [0, 1].map((axis) => corners.reduce((sum, point) => sum + point[axis], 0) / 4);
}

/**
 * @param {string} code
 * @param {Corners} corners
 * @param {number} tall how much longer than wide cards are here
 * @param {{fresh: boolean, asked: boolean}} marks
 */
function lyingCard(code, corners, tall, { fresh, asked }) {
  const [across, down] = [edge(corners, 1), edge(corners, 3)];
  const middle = middleOf(corners);
  const [x, y] = [0, 1].map((axis) => middle[axis] - (across[axis] + down[axis]) / 2);
  const name = fresh ? say("play.cards.new", { card: tileName(code) }) : tileName(code);
  const label = asked ? `${name}, ${say("play.board.asked")}` : name;
  const frame = { x: -0.04, y: -0.04, width: 1.08, height: tall + 0.08, rx: 0.12 };
  return s(
    "g",
    { class: ["lying-card", fresh && "fresh"].filter(Boolean).join(" "), role: "img", "aria-label": label, "data-card": code, transform: `matrix(${[...across, down[0] / tall, down[1] / tall, x, y].map((value) => value.toFixed(3)).join(" ")})` },
    cardFace(code, tall),
    fresh ? s("rect", { class: "lying-new", ...frame }) : [],
  );
}

/**
 * From the upper left corner to another one, as long as that side and the one beyond it on average.
 * @param {Corners} corners
 * @param {1 | 3} to the number of the corner
 * @returns {Point}
 */
function edge(corners, to) {
  const [one, two, three, four] = corners;
  const pairs = to === 1 ? [[one, two], [four, three]] : [[one, four], [two, three]];
  const along = (/** @type {number} */ axis) => pairs.reduce((sum, [from, end]) => sum + (end[axis] - from[axis]) / 2, 0);
  return [along(0), along(1)];
}

/**
 * Where a sign for a card stands: at the corner that is most to the upper right, in the unit square that signs are made for.
 * @param {Corners} corners
 * @returns {Point}
 */
function corner(corners) {
  const [x, y] = corners.reduce((best, point) => (point[0] - point[1] > best[0] - best[1] ? point : best));
  return [x - 1, y];
}

/** @param {Point} way */
function length([x, y]) {
  return Math.hypot(x, y);
}

/** @param {number[]} values */
function median(values) {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

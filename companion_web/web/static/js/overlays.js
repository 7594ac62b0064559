// @ts-check
// What is drawn over the tiles: outlines and signs. Each kind differs in its line and its sign, not by colour alone.
import { s } from "./dom.js";

/** @typedef {[number, number]} Cell */

/**
 * The outline of some cells, without the edges between them.
 * @param {Cell[]} cells
 * @returns {string} the data of a path
 */
function outline(cells) {
  const taken = new Set(cells.map(String));
  const free = (x, y) => !taken.has(`${x},${y}`);
  const edges = [];
  for (const [x, y] of cells) {
    if (free(x, y - 1)) edges.push(`M${x} ${y}h1`);
    if (free(x, y + 1)) edges.push(`M${x} ${y + 1}h1`);
    if (free(x - 1, y)) edges.push(`M${x} ${y}v1`);
    if (free(x + 1, y)) edges.push(`M${x + 1} ${y}v1`);
  }
  return edges.join("");
}

/**
 * @param {string} kind last, proposed, violation, asked, desync or draft
 * @param {Cell[]} cells
 * @returns {SVGElement[]}
 */
export function frame(kind, cells) {
  if (!cells.length) return [];
  const path = outline(cells);
  return [s("path", { class: `frame halo ${kind}`, d: path }), s("path", { class: `frame ${kind}`, d: path })];
}

/**
 * A sign at the upper right corner of a cell.
 * @param {string} kind
 * @param {Cell} cell
 * @param {string} text
 * @returns {SVGElement}
 */
export function sign(kind, [x, y], text) {
  const width = 0.34 + 0.18 * (text.length - 1);
  return s(
    "g",
    { class: `sign ${kind}`, transform: `translate(${x + 0.98} ${y + 0.02})` },
    s("rect", { x: -width / 2 - 0.05, y: -0.22, width: width + 0.1, height: 0.44, rx: 0.22 }),
    s("text", { y: 0.11 }, text),
  );
}

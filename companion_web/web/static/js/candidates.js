// @ts-check
// Which tiles most likely lie in a cell, best first.

/** @typedef {import("./types.js").State} State */

const COLOUR_TWINS = { R: "O", O: "R", B: "P", P: "B", Y: "W", W: "Y", G: "B" };
const SHAPE_TWINS = { 1: "2", 2: "1", 3: "4", 4: "3", 5: "6", 6: "5" };
const MOST = 4;

/**
 * @param {State} state
 * @param {number} x
 * @param {number} y
 * @returns {string[]}
 */
export function likelyTiles(state, x, y) {
  const asked = state.asked.find((one) => one.x === x && one.y === y);
  if (asked?.candidates.length) return asked.candidates.map(([code]) => code).slice(0, MOST);
  const lying = tilesByCell(state);
  const here = lying.get(`${x},${y}`);
  return (here ? lookalikes(here, state.game.set) : fitting(state, lying, x, y)).slice(0, MOST);
}

/**
 * What a tile is taken for in bad light, or from afar.
 * @param {string} code
 * @param {string | null} set
 * @returns {string[]}
 */
function lookalikes(code, set) {
  const [shape, colour] = code;
  const other = COLOUR_TWINS[colour];
  const twins = [shape + other, SHAPE_TWINS[shape] + colour];
  return twins.filter((twin) => !set || set.includes(twin[1]));
}

/**
 * @param {State} state
 * @param {Map<string, string>} lying
 * @param {number} x
 * @param {number} y
 * @returns {string[]} tiles that may lie there by the rules, those with most copies first
 */
function fitting(state, lying, x, y) {
  const lines = [along(lying, x, y, 1, 0), along(lying, x, y, 0, 1)].filter((line) => line.length);
  if (!lines.length) return [];
  return state.left
    .filter(({ tile, count }) => count > 0 && lines.every((line) => goesWith(tile, line)))
    .sort((a, b) => b.count - a.count)
    .map(({ tile }) => tile);
}

/**
 * @param {string} tile
 * @param {string[]} line
 * @returns {boolean}
 */
export function goesWith(tile, line) {
  const all = [...line, tile];
  if (all.length > 6 || new Set(all).size < all.length) return false;
  return [0, 1].some((part) => all.every((code) => code[part] === tile[part]));
}

/**
 * The tiles that touch a cell in one direction.
 * @param {Map<string, string>} lying
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @returns {string[]}
 */
function along(lying, x, y, dx, dy) {
  const found = [];
  for (const way of [1, -1]) {
    for (let step = way; ; step += way) {
      const tile = lying.get(`${x + step * dx},${y + step * dy}`);
      if (!tile) break;
      found.push(tile);
    }
  }
  return found;
}

/**
 * @param {State} state
 * @returns {Map<string, string>}
 */
export function tilesByCell(state) {
  const proposed = (state.proposal?.placed ?? []).map(([tile, x, y]) => ({ tile, x, y }));
  return new Map([...proposed, ...state.board].map(({ tile, x, y }) => [`${x},${y}`, tile]));
}

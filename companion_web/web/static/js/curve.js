// @ts-check
// The points of all players, turn by turn, as a drawing and as a table.
import { h, s } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").State} State */

const WIDTH = 360;
const HEIGHT = 214;
const EDGE = { left: 30, right: 74, top: 12, bottom: 38 };
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];
const LABEL = 15;

/**
 * @param {State} state
 * @returns {HTMLElement}
 */
export function curve(state) {
  const rounds = Math.max(1, ...state.curve.map((one) => one.length - 1));
  const best = Math.max(10, ...state.curve.flat());
  const x = (/** @type {number} */ round) => EDGE.left + (round / rounds) * (WIDTH - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ points) => HEIGHT - EDGE.bottom - (points / best) * (HEIGHT - EDGE.top - EDGE.bottom);
  const labels = spread(state.curve.map((one) => y(one[one.length - 1] ?? 0)));
  const lines = state.curve.map((points, number) => {
    const colour = { style: { "--swatch": state.players[number].colour } };
    const path = points.map((value, round) => `${round ? "L" : "M"}${x(round).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const end = { x: x(points.length - 1), y: y(points[points.length - 1] ?? 0) };
    return s(
      "g",
      { class: "curve-line", ...colour },
      s("path", { d: path, "stroke-dasharray": DASHES[number] }),
      s("circle", { cx: end.x, cy: end.y, r: 3.5 }),
      s("text", { x: WIDTH - EDGE.right + 8, y: labels[number] + 4 }, shorten(state.players[number].name)),
    );
  });
  const drawing = s("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary(state) }, ...axis(best, x, y, rounds), ...lines);
  return h("figure", { class: "stack" }, h("figcaption", { class: "small muted" }, say("play.curve.about")), drawing, h("details", {}, h("summary", { class: "link" }, say("play.curve.table")), asTable(state, rounds)));
}

/**
 * @param {number} best
 * @param {(round: number) => number} x
 * @param {(points: number) => number} y
 * @param {number} rounds
 */
function axis(best, x, y, rounds) {
  const step = [5, 10, 20, 25, 50, 100, 200].find((size) => best / size <= 4.5) ?? 500;
  const marks = [];
  for (let points = 0; points <= best; points += step) {
    marks.push(s("path", { class: "curve-grid", d: `M${EDGE.left} ${y(points)}H${WIDTH - EDGE.right}` }), s("text", { class: "curve-mark", x: EDGE.left - 5, y: y(points) + 4, "text-anchor": "end" }, points));
  }
  for (const round of rounds < 2 ? [] : [1, Math.round((rounds + 1) / 2), rounds]) {
    marks.push(s("text", { class: "curve-mark", x: x(round), y: HEIGHT - EDGE.bottom + 14, "text-anchor": "middle" }, round));
  }
  const middle = (EDGE.left + WIDTH - EDGE.right) / 2;
  return [...marks, s("text", { class: "curve-mark", x: middle, y: HEIGHT - 4, "text-anchor": "middle" }, say("play.curve.rounds", { n: rounds }))];
}

/**
 * Move labels apart that would lie over each other.
 * @param {number[]} heights
 * @returns {number[]}
 */
function spread(heights) {
  const order = heights.map((height, number) => ({ height, number })).sort((a, b) => a.height - b.height);
  for (let i = 1; i < order.length; i += 1) order[i].height = Math.max(order[i].height, order[i - 1].height + LABEL);
  const over = Math.max(0, (order[order.length - 1]?.height ?? 0) - (HEIGHT - EDGE.bottom));
  const result = [...heights];
  for (const { height, number } of order) result[number] = height - over;
  return result;
}

/** @param {string} name */
function shorten(name) {
  return name.length > 9 ? `${name.slice(0, 8)}…` : name;
}

/**
 * @param {State} state
 * @returns {string}
 */
function summary(state) {
  const ends = state.players.map((player, number) => `${player.name}: ${(state.curve[number] ?? []).join(", ")}`);
  return `${say("play.tabs.curve")}. ${ends.join("; ")}`;
}

/**
 * @param {State} state
 * @param {number} rounds
 */
function asTable(state, rounds) {
  const head = h("tr", {}, h("th", { scope: "col" }, say("play.curve.round")), ...state.players.map((player) => h("th", { scope: "col", class: "number" }, player.name)));
  const row = (/** @type {number} */ round) => h("tr", {}, h("th", { scope: "row" }, round), ...state.curve.map((points) => h("td", { class: "number" }, points[round] ?? "")));
  return h("table", { class: "plain small" }, h("thead", {}, head), h("tbody", {}, Array.from({ length: rounds }, (_, index) => row(index + 1))));
}

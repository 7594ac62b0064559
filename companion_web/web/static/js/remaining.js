// @ts-check
// Which tiles are still out: in the bag or in a hand.
import { byId, h, icon, redraw } from "./dom.js";
import { coloursOf, tile } from "./tiles.js";
import { say, tileName } from "./words.js";

/**
 * @param {import("./context.js").Table} table
 * @param {import("./types.js").State} state
 */
export function showLeft(table, state) {
  redraw(byId("left"), [state.left, state.game.set, state.closed], () => {
    const left = new Map(state.left.map((one) => [one.tile, one.count]));
    const colours = coloursOf(state.game.set).filter((colour) => [..."123456"].some((shape) => left.has(shape + colour)));
    const all = [...left.values()].reduce((sum, n) => sum + n, 0);
    return [h("p", { class: "muted small" }, say("play.left.about", { n: all })), grid(colours, left), closed(table, state)];
  });
}

/**
 * @param {string[]} colours
 * @param {Map<string, number>} left
 */
function grid(colours, left) {
  const head = h("tr", {}, h("td"), ...colours.map((colour) => h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, say(`colours.${colour}`)))));
  const rows = [..."123456"].map((shape) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: "visually-hidden" }, say(`shapes.${shape}`))), ...colours.map((colour) => cell(shape + colour, left.get(shape + colour) ?? 0))));
  return h("table", { class: "left-grid" }, h("caption", { class: "visually-hidden" }, say("play.tabs.left")), h("thead", {}, head), h("tbody", {}, rows));
}

/**
 * @param {string} code
 * @param {number} n
 */
function cell(code, n) {
  const pips = [1, 2, 3].map((one) => h("i", { class: one <= n ? "pip" : "pip none" }));
  return h("td", { class: n ? "" : "gone", title: say("play.left.one_kind", { tile: tileName(code), n }) }, tile(code, { named: false, size: "1.9rem" }), h("span", { class: "pips", "aria-hidden": "true" }, pips), h("span", { class: "visually-hidden" }, n));
}

/**
 * Lines of five that give nobody a Qwirkle any more; resting on one shows it on the board.
 * @param {import("./context.js").Table} table
 * @param {import("./types.js").State} state
 */
function closed(table, state) {
  const one = (/** @type {import("./types.js").Closed} */ line) => {
    const content = [icon("check"), h("span", {}, line.text)];
    if (!line.cells.length) return h("li", { class: "line" }, ...content);
    const lit = { click: () => table.light(line.cells), pointerenter: () => table.light(line.cells), pointerleave: () => table.light(null), blur: () => table.light(null) };
    return h("li", {}, h("button", { type: "button", class: "line", title: say("play.last.show_line"), on: lit }, ...content));
  };
  return state.closed.length ? h("ul", { class: "lines closed-lines" }, state.closed.map(one)) : null;
}

// @ts-check
// A Qwirkle is a joy: its tiles hop one after the other, its cards gather, and a word stands over the table for a moment.
import { fan } from "./cards.js";
import { byId, fill, h, icon } from "./dom.js";
import { colourOf } from "./panels.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").State} State */

const LASTS_MS = 3200;
/** @type {number | null} the newest turn that was seen; null before the first look */
let seen = null;
let ending = 0;

/**
 * Cheer where the newest turn is new and made a Qwirkle.
 * @param {State} state
 * @param {(cells: [number, number][]) => void} hop
 */
export function celebrate(state, hop) {
  const last = state.turns[state.turns.length - 1];
  const before = seen;
  seen = last?.id ?? 0;
  if (before === null || seen <= before) return;
  const lines = last.lines.filter((line) => line.qwirkle);
  if (!lines.length) return;
  hop(lines.flatMap((line) => line.cells));
  fill(byId("cheer"), h("p", { class: "cheer", style: { "--swatch": colourOf(state, last.player) } }, icon("star"), say("play.cheer"), icon("star")), (last.taken ?? []).map((cards) => fan(cards, [], "gathering")));
  clearTimeout(ending);
  ending = window.setTimeout(() => byId("cheer").replaceChildren(), LASTS_MS);
}

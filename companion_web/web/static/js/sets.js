// @ts-check
// Sets of the card game: what they share, when they are a Qwirkle, how they lay before a turn.

/** @typedef {import("./types.js").State} State */

/**
 * @param {string[]} cards
 * @returns {"shape" | "colour" | "none"}
 */
export function kindOf(cards) {
  if (cards.length < 2) return "none";
  if (cards.every((code) => code[0] === cards[0][0])) return "shape";
  return cards.every((code) => code[1] === cards[0][1]) ? "colour" : "none";
}

/**
 * @param {string[]} cards
 * @returns {boolean}
 */
export function isQwirkle(cards) {
  return cards.length === 6 && kindOf(cards) !== "none" && new Set(cards).size === 6;
}

/**
 * @param {string[]} one
 * @param {string[]} other
 * @returns {boolean}
 */
export function sameCards(one, other) {
  return [...one].sort().join() === [...other].sort().join();
}

/**
 * The table as it lay before a turn; before none, as it lies now.
 * @param {State} state
 * @param {import("./types.js").Turn | undefined} turn
 * @returns {string[][]}
 */
export function tableBefore(state, turn) {
  if (!turn) return (state.cards?.sets ?? []).map((set) => set.cards);
  const earlier = state.turns.slice(0, state.turns.findIndex((one) => one.id === turn.id));
  return earlier.reverse().find((one) => one.kind === "turn")?.after ?? state.cards?.begun ?? [];
}

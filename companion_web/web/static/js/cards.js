// @ts-check
// The table of the card game: shape sets in one row, colour sets in another, and the Qwirkles that were taken.
import { button, byId, h, icon, redraw, s } from "./dom.js";
import { open } from "./dialogs.js";
import { lyingTable } from "./lying.js";
import { store, stored } from "./storage.js";
import { cardFace, TALL, tile } from "./tiles.js";
import { count, say, tileName } from "./words.js";

/** @typedef {import("./types.js").State} State */

const VIEW = "cards", LYING = "lying";

/**
 * A card: a tile's symbol on a card.
 * @param {string} code
 * @param {{named?: boolean, fresh?: boolean}} [options] a `fresh` one has just come from a hand
 * @returns {SVGElement}
 */
export function card(code, options = {}) {
  const label = options.fresh ? say("play.cards.new", { card: tileName(code) }) : tileName(code);
  const naming = options.named === false ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  return s("svg", { class: options.fresh ? "playing-card fresh" : "playing-card", viewBox: `0 0 1 ${TALL}`, ...naming }, cardFace(code));
}

/**
 * @param {string[]} cards
 * @returns {string} what the set is of: circles, or red
 */
export function setName(cards) {
  const [first] = cards;
  if (!first) return say("play.cards.empty_set");
  const alike = (/** @type {number} */ part) => cards.every((code) => code[part] === first[part]);
  if (cards.length > 1 && alike(0)) return say(`shapes.${first[0]}`);
  if (cards.length > 1 && alike(1)) return say(`colours.${first[1]}`);
  return say("play.cards.mixed");
}

/**
 * @param {State} state
 */
export function showCards(state) {
  const { cards } = state;
  if (!cards) return;
  const proposed = state.proposal?.cards ?? null;
  const { lying } = cards;
  const asItLies = lying !== null && stored(VIEW) === LYING;
  redraw(byId("cards"), [asItLies ? cards : { ...cards, lying: lying !== null }, asItLies, proposed, state.players.map((player) => player.name)], () => [
    lying && viewSwitch(state, asItLies),
    ...remarks(state),
    proposed && h("p", { class: "muted small" }, say("play.cards.not_yet")),
    ...(lying && asItLies ? [lyingTable(lying)] : rows(proposed ? proposed.sets : cards.sets)),
    proposed && beingTaken(proposed.taken),
    stacks(state),
  ]);
}

/**
 * Whether the sets are shown in rows, or where they lie; kept for the next time.
 * @param {State} state
 * @param {boolean} asItLies
 */
function viewSwitch(state, asItLies) {
  const change = () => {
    store(VIEW, asItLies ? "rows" : LYING);
    showCards(state);
  };
  return h("div", { class: "row cards-tools" }, button(say("play.cards.as_lying"), change, { icon: "eye", props: { "aria-pressed": String(asItLies), "data-focus": "as-lying" } }));
}

/** @param {string[][]} taken Qwirkles that somebody takes with the turn that is not recorded yet */
function beingTaken(taken) {
  if (!taken.length) return null;
  return h("section", { class: "set-row" }, h("h3", {}, say("play.arrange.taken")), h("div", { class: "sets" }, taken.map((cards) => fan(cards, [], "set joy"))));
}

/** @param {State} state */
function remarks(state) {
  const { cards } = state;
  const left = cards?.turns_left;
  return [
    cards?.last_round && !state.ended && h("div", { class: "banner warn" }, icon("flag"), h("span", {}, h("b", {}, say("play.cards.last_round")), " ", left === null || left === undefined ? "" : count("play.cards.turns_left", left))),
    cards?.new_cards && h("div", { class: "banner ask" }, icon("hand"), h("span", {}, say("play.cards.new_cards"))),
  ];
}

/** @param {import("./types.js").CardSet[]} sets */
function rows(sets) {
  const group = (/** @type {string} */ by) => sets.filter((set) => set.by === by);
  const row = (/** @type {string} */ by) => {
    const own = group(by);
    return h("section", { class: "set-row" }, h("h3", {}, say(`play.cards.${by}`)), own.length ? h("div", { class: "sets" }, own.map((set) => fan(set.cards, set.new))) : h("p", { class: "muted" }, say("play.cards.none_yet")));
  };
  return [row("shape"), row("colour"), ...(group("none").length ? [row("none")] : [])];
}

/**
 * @param {string[]} cards
 * @param {number[]} [fresh] the places of the new ones
 * @param {string} [look]
 * @returns {HTMLElement}
 */
export function fan(cards, fresh = [], look = "set") {
  return h("figure", { class: look }, h("div", { class: "fan" }, cards.map((code, place) => card(code, { fresh: fresh.includes(place) }))), h("figcaption", {}, `${setName(cards)} · ${cards.length}`));
}

/** @param {State} state */
function stacks(state) {
  const { cards, players } = state;
  const own = (/** @type {number} */ number) => (cards?.stacks ?? []).filter((stack) => stack.player === number);
  const pile = (/** @type {{cards: string[]}} */ stack) =>
    h("button", { type: "button", class: "stack-pile", "aria-label": say("play.cards.open_stack", { name: setName(stack.cards) }), on: { click: () => showStack(stack.cards) } }, card(stack.cards[0], { named: false }));
  const row = (/** @type {import("./types.js").Player} */ player, /** @type {number} */ number) =>
    h("div", { class: "stack-owner", style: { "--swatch": player.colour } }, h("span", { class: "player-name" }, h("span", { class: "swatch" }), h("bdi", {}, player.name)), own(number).length ? h("div", { class: "row" }, own(number).map(pile)) : h("span", { class: "muted small" }, say("play.cards.no_stack")));
  return h("section", { class: "set-row" }, h("h3", {}, say("play.cards.stacks")), h("div", { class: "stack-owners" }, players.map(row)));
}

/** @param {string[]} cards */
function showStack(cards) {
  const list = cards.map((code) => h("li", { class: "row" }, tile(code, { named: false, size: "2rem" }), tileName(code)));
  open(say("play.cards.stack_of", { name: setName(cards) }), [h("div", { class: "sets" }, fan(cards)), h("ul", { class: "lines" }, list)]);
}

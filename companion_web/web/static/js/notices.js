// @ts-check
// What wants an answer: an illegal placement (an alert), tiles that are not known, places that cannot be explained, who starts.
import { button, byId, h, icon, redraw } from "./dom.js";
import { attempt } from "./dialogs.js";
import { beginningNotice } from "./beginning.js";
import { askOpening } from "./edit.js";
import { cardNotices } from "./card_notices.js";
import { changeProposed, pieces, sentences } from "./panels.js";
import { tile, tileRow } from "./tiles.js";
import { cellName, count, listed, say, tileName } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./context.js").Table} Table */

/**
 * @param {Table} table
 * @param {State} state
 */
export function showNotices(table, state) {
  const illegal = state.proposal && !state.proposal.legal && !state.ended ? state.proposal : null;
  const alarm = illegal && { violations: illegal.violations, placed: illegal.placed, cards: illegal.cards, overrule: state.can.overrule };
  redraw(byId("alert"), alarm, () => (illegal ? illegalNotice(table, state, illegal) : []));
  const names = state.players.map((player) => player.name);
  const doubts = state.cards && [state.cards.asked, state.cards.unsure, state.cards.held, state.cards.missing, state.cards.extra, state.status === "desync"];
  const open = state.ended ? null : [state.asked, state.desync, doubts, state.opening, state.beginning, table.watched];
  const first = state.turns.find((turn) => turn.id === state.starter.asked);
  const asked = () => [beginningNotice(table, state), askedNotice(table, state), desyncNotice(table, state), ...cardNotices(table, state), openingNotice(table, state)];
  redraw(byId("notice"), [open, state.starter, names, first?.placed, state.turns.length > 1], () => [
    starterNotice(table, state),
    ...(state.ended ? [] : asked()),
  ]);
}

/**
 * @param {Table} table
 * @param {State} state
 * @param {import("./types.js").Proposal} proposal
 */
function illegalNotice(table, state, proposal) {
  const { cards } = proposal;
  const stand = () => attempt(() => table.tell({ input: "overrule", player: proposal.player }));
  return h(
    "div",
    { class: "banner bad" },
    icon("alert"),
    h(
      "div",
      { class: "notice-text" },
      h("p", {}, h("b", {}, illegalTitle(state, proposal))),
      ...sentences(proposal.violations).map((text) => h("p", {}, text)),
      h("p", { class: "small" }, say(!table.referee ? "play.illegal.wait" : cards ? "play.illegal.cards_what" : "play.illegal.what")),
      !cards && table.byPhotos && table.referee && h("p", { class: "small" }, say("play.illegal.missing")),
    ),
    table.referee && cards && button(say("play.turn.edit"), () => changeProposed(table), { icon: "pencil", props: { "data-focus": "change" } }),
    table.referee && state.can.overrule && button(say("play.let_stand"), stand, { look: "danger", props: { "data-focus": "stand" } }),
  );
}

/**
 * @param {State} state
 * @param {import("./types.js").Proposal} proposal
 */
function illegalTitle(state, { player, placed, cards }) {
  const name = player === null ? "" : state.players[player].name;
  if (cards) return player === null ? say("play.illegal.cards_somebody") : say("play.illegal.cards", { name });
  const tiles = placed.map(([code]) => tileName(code)).join(", ");
  return player === null ? say("play.illegal.somebody", { tiles }) : say("play.illegal.title", { name, tiles });
}

/**
 * Each unknown cell with the tiles that it may be, so that one tap answers.
 * @param {Table} table
 * @param {State} state
 */
function askedNotice(table, state) {
  if (!state.asked.length) return null;
  const [first, ...others] = state.asked;
  const answer = (/** @type {string} */ code) => attempt(() => table.tell({ input: "tile", x: first.x, y: first.y, tile: code }));
  const choices = first.candidates.slice(0, 3).map(([code]) =>
    h("button", { type: "button", class: "button", "data-focus": code, on: { click: () => answer(code) } }, tile(code, { named: false }), h("span", {}, tileName(code))),
  );
  return h(
    "div",
    { class: "banner ask" },
    icon("ask"),
    h(
      "div",
      { class: "notice-text" },
      h("p", {}, h("b", {}, say("play.asked.title", { cell: cellName(first.x, first.y) }))),
      others.length > 0 && h("p", { class: "small" }, count("play.asked.more", others.length)),
    ),
    table.referee && h("div", { class: "row" }, ...choices, button(say("play.asked.else"), () => table.openCell(first.x, first.y), { props: { "data-focus": "other" } })),
  );
}

/**
 * @param {Table} table
 * @param {State} state
 */
function desyncNotice(table, state) {
  if (!state.desync.length) return null;
  const one = (/** @type {[number, number]} */ [x, y]) =>
    button(cellName(x, y), () => table.openCell(x, y), { props: { "data-focus": `cell-${x}-${y}` } });
  return h(
    "div",
    { class: "banner warn" },
    icon("alert"),
    h("div", { class: "notice-text" }, h("p", {}, h("b", {}, count("play.desync.title", state.desync.length))), h("p", { class: "small" }, say("play.desync.what"))),
    table.referee && h("div", { class: "row" }, state.desync.slice(0, 6).map(one)),
  );
}

/**
 * Everybody who may start, for one tap; what was declared stays.
 * @param {Table} table
 * @param {State} state
 */
function candidates(table, state) {
  const places = state.opening.tied.length ? state.opening.tied : state.players.map((_, number) => number);
  // A game that had begun has no opening: it is only open whose turn it is.
  const word = (/** @type {number} */ player) => (state.started ? { input: "give", player } : { input: "opening", declared: state.players.map(() => null), player });
  const starts = (/** @type {number} */ player) => attempt(() => table.tell(word(player)));
  return places.map((number) => button(state.players[number].name, () => starts(number), { icon: "person", props: { "data-focus": `starts-${number}` } }));
}

/**
 * Whoever laid the first turn is asked for, until one tap tells it; all later turns follow from that.
 * @param {Table} table
 * @param {State} state
 */
function starterNotice(table, state) {
  const first = state.turns.find((turn) => turn.id === state.starter.asked);
  if (!first) return null;
  const answer = (/** @type {number} */ player) => attempt(() => table.tell({ input: "give", of: first.id, player }));
  const names = state.players.map((player, number) =>
    button(player.name, () => answer(number), { icon: "person", props: { "data-focus": `starter-${number}` } }),
  );
  return h(
    "div",
    { class: "banner ask starter" },
    icon("ask"),
    h(
      "div",
      { class: "notice-text" },
      h("div", { class: "row" }, h("b", {}, say(state.turns.length > 1 ? "play.starter.first" : "play.starter.title")), tileRow(pieces(first), "1.5rem")),
      state.turns.length > 1 && h("p", { class: "small" }, say("play.starter.about")),
    ),
    table.referee && h("div", { class: "row" }, names),
  );
}

/**
 * @param {Table} table
 * @param {State} state
 */
function openingNotice(table, state) {
  if (!state.opening.needed || state.beginning) return null;
  const missing = listed(state.starter.undeclared.map((player) => state.players[player].name));
  return h(
    "div",
    { class: "banner ask" },
    icon("ask"),
    h("div", { class: "notice-text" }, h("p", {}, h("b", {}, say("play.opening.title"))), h("p", { class: "small" }, missing ? say("play.opening.undeclared", { names: missing }) : say("play.opening.about"))),
    table.referee && h("div", { class: "row" }, candidates(table, state), button(say("play.opening.say"), () => askOpening(table), { look: "quiet", props: { "data-focus": "opening" } })),
  );
}

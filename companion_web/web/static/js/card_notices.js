// @ts-check
// What wants an answer on a table of cards that is watched: cards that are not known, a table that cannot be explained.
import { button, h, icon } from "./dom.js";
import { attempt } from "./dialogs.js";
import { changeProposed } from "./panels.js";
import { pickTile } from "./picker.js";
import { tile } from "./tiles.js";
import { count, say, tileName } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./context.js").Table} Table */

const LIKELY = 3;
const SAME_PX = 25;
/** @type {{px: [number, number], picture: HTMLImageElement} | null} where the card lies that was asked last */
let closeUp = null;

/**
 * @param {Table} table
 * @param {State} state
 * @returns {(HTMLElement | null)[]}
 */
export function cardNotices(table, state) {
  return state.cards ? [askedCard(table, state), unsureTable(table, state), unexplained(table, state)] : [];
}

/**
 * The first card that is not certain with the names that it may have, so that one tap answers.
 * @param {Table} table
 * @param {State} state
 */
function askedCard(table, state) {
  const [first, ...others] = state.cards?.asked ?? [];
  if (!first) {
    closeUp = null;
    return null;
  }
  const answer = (/** @type {string} */ code) => attempt(() => table.tell({ input: "card", px: first.px, tile: code }));
  const likely = first.candidates.map(([code]) => code).slice(0, LIKELY);
  const choice = (/** @type {string} */ code) =>
    h("button", { type: "button", class: "button", "data-focus": code, on: { click: () => answer(code) } }, tile(code, { named: false }), h("span", {}, tileName(code)));
  const other = () => pickTile({ title: say("play.cards.which"), set: state.game.set, likely, shares: new Map(first.candidates), choose: answer });
  return asking(
    [h("p", {}, h("b", {}, say("play.cards.which"))), state.cards?.held && h("p", { class: "small" }, say(table.byPhotos ? "play.cards.held_photo" : "play.cards.held")), others.length > 0 && h("p", { class: "small" }, count("play.cards.more", others.length))],
    table.referee && h("div", { class: "row asked-card" }, place(table, first.px), likely.map(choice), button(say("play.asked.else"), other, { props: { "data-focus": "other" } })),
  );
}

/**
 * Where the card lies in the picture; looks at one card that differ by a little show the same picture.
 * @param {Table} table
 * @param {[number, number]} px
 */
function place(table, px) {
  if (!closeUp || Math.hypot(px[0] - closeUp.px[0], px[1] - closeUp.px[1]) > SAME_PX) {
    const picture = h("img", { class: "close-up", alt: say("play.cards.place"), src: `${table.path}/asked/${px[0]}/${px[1]}/picture`, on: { error: () => (picture.hidden = true) } });
    closeUp = { px, picture };
  }
  return closeUp.picture;
}

/**
 * All cards are known, but not what was played.
 * @param {Table} table
 * @param {State} state
 */
function unsureTable(table, state) {
  if (!state.cards?.unsure || state.cards.asked.length) return null;
  return asking(
    [h("p", {}, h("b", {}, say("play.cards.unsure"))), h("p", { class: "small" }, say("play.cards.unsure_about"))],
    table.referee && button(say("play.turn.edit"), () => changeProposed(table), { icon: "pencil", props: { "data-focus": "unsure" } }),
  );
}

/**
 * @param {Table} table
 * @param {State} state
 */
function unexplained(table, state) {
  const { missing, extra } = state.cards ?? { missing: [], extra: [] };
  if (!missing.length && !extra.length) return null;
  const row = (/** @type {string} */ key, /** @type {string[]} */ codes) => codes.length > 0 && h("p", { class: "row" }, say(key), codes.map((code) => tile(code, { size: "1.5rem" })));
  return h(
    "div",
    { class: "banner warn" },
    icon("alert"),
    h("div", { class: "notice-text" }, h("p", {}, h("b", {}, say("play.cards.off"))), row("play.cards.off_missing", missing), row("play.cards.off_extra", extra), h("p", { class: "small" }, say("play.cards.off_what"))),
    table.referee && button(say("play.do.by_hand"), () => table.enter({ kind: "new" }), { icon: "pencil", props: { "data-focus": "off" } }),
  );
}

/**
 * @param {(HTMLElement | false | undefined)[]} text
 * @param {HTMLElement | false} answers
 */
function asking(text, answers) {
  return h("div", { class: "banner ask" }, icon("ask"), h("div", { class: "notice-text" }, ...text), answers);
}

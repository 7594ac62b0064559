// @ts-check
// What can be told now, as buttons.
import { button, byId, h, icon, redraw } from "./dom.js";
import { attempt, confirm } from "./dialogs.js";
import { askEnd, askExchange, askOpening, askStock } from "./edit.js";
import { lastTurn } from "./panels.js";
import { HANDHELD, takePhoto } from "./photo.js";
import { shownHand } from "./shown_hand.js";
import { say } from "./words.js";

/** @typedef {import("./context.js").Table} Table */
/** @typedef {import("./types.js").State} State */

/**
 * @param {Table} table
 * @param {State} state
 */
export function showActions(table, state) {
  const place = byId("actions");
  place.hidden = !table.referee;
  if (!table.referee) return;
  const shown = [state.can, state.status === "paused", Boolean(state.ended), state.game.kind, state.game.rules, state.started, !state.bag, table.watched, state.game.live];
  redraw(place, shown, () => [...main(table, state), more(table, state)]);
}

/**
 * Every button that this game can ever need, always in the same place; what cannot be done now is switched off.
 * @param {Table} table
 * @param {State} state
 */
function main(table, state) {
  const { can } = state;
  const going = !state.ended;
  const act = (/** @type {string} */ key, /** @type {string} */ symbol, /** @type {boolean} */ possible, /** @type {() => void} */ what, look = "") =>
    button(say(key), what, { icon: symbol, look, props: { "data-focus": key, title: say(key), disabled: !possible } });
  const tell = (/** @type {string} */ input) => () => attempt(() => table.tell({ input }));
  const pass = () => attempt(() => table.tell({ input: "pass", player: table.state.acting, last: lastTurn(table.state) }));
  const cards = state.game.kind === "cards";
  const stuck = can.cannot_play || (can.pass && !state.bag);
  return [
    going && table.byPhotos && act(HANDHELD ? "play.do.photo" : "play.do.picture", "camera", true, () => takePhoto(table), "primary"),
    going && table.watched && !table.byPhotos && act("play.do.done", "check", can.done, () => attempt(() => tellDone(table)), "primary"),
    going && !table.watched && act(cards ? "play.do.cards" : "play.do.lay", "plus", true, () => table.enter({ kind: "new" }), "primary"),
    going && cards && act("play.do.cannot_play", "hand", stuck, () => askCannotPlay(table)),
    // With tiles in the bag one exchanges, without one passes: never both.
    going && (state.game.rules === "tiles" && !can.pass ? act("play.do.exchange", "exchange", can.exchange, () => askExchange(table)) : act("play.do.pass", "pass", can.pass, pass)),
    act("play.do.undo", "undo", can.undo, tell("undo"), "signed"),
    act("play.do.redo", "redo", can.redo, tell("redo"), "signed"),
    going && table.watched && !table.byPhotos && act(...pausing(state), can.pause, () => togglePause(table), "signed"),
  ];
}

/**
 * What somebody else has ended meanwhile is ended once.
 * @param {Table} table
 */
export const tellDone = (table) => table.tell({ input: "done", last: lastTurn(table.state) });

/**
 * @param {State} state
 * @returns {[string, string]}
 */
function pausing(state) {
  return state.status === "paused" ? ["play.do.unpause", "play"] : ["play.do.pause", "pause"];
}

/** @param {Table} table */
export function togglePause(table) {
  if (table.state.can.pause) attempt(() => table.post(table.state.status === "paused" ? "unpause" : "pause"));
}

/** @param {Table} table */
function askCannotPlay(table) {
  const { acting: player, bag } = table.state;
  const last = lastTurn(table.state);
  const title = say("play.cannot.title");
  const hand = shownHand(table);
  if (!bag) return confirm(title, say("play.cannot.no_deck"), say("play.cannot.pass"), () => table.tell({ input: "pass", player, last }), hand);
  const about = say(bag < table.state.game.hand ? "play.cannot.small_deck" : "play.cannot.about");
  confirm(title, about, say("play.cannot.confirm"), () => table.tell({ input: "cannot_play", player, last }), hand);
}

/**
 * @param {Table} table
 * @param {State} state
 */
function more(table, state) {
  const act = (key, symbol, what) => button(say(key), what, { icon: symbol, look: "quiet" });
  const menu = h(
    "details",
    { class: "menu up" },
    h("summary", { class: "button signed", "data-focus": "more", title: say("play.do.more") }, icon("menu"), h("span", {}, say("play.do.more"))),
    h(
      "div",
      {},
      table.watched && !state.ended && act("play.do.by_hand", "pencil", () => table.enter({ kind: "new" })),
      !state.started && !state.ended && act("play.do.opening", "person", () => askOpening(table)),
      act("play.do.stock", "bag", () => askStock(table)),
      !state.ended && act("play.do.end", "flag", () => askEnd(table)),
    ),
  );
  menu.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("div > button")) menu.removeAttribute("open");
  });
  return menu;
}

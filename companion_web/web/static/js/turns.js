// @ts-check
// All turns, and the dialog of one: what it scored and why, what the camera saw, how to change it.
import { button, byId, h, icon, redraw } from "./dom.js";
import { attempt, open } from "./dialogs.js";
import { askInsert } from "./edit.js";
import { colourOf, doing, lineList, pieces, sentences, standing, turnTitle } from "./panels.js";
import { askShift, steps } from "./shift.js";
import { tileRow } from "./tiles.js";
import { clockTime } from "./when.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Turn} Turn */
/** @typedef {import("./context.js").Table} Table */

/**
 * @param {Table} table
 * @param {State} state
 */
export function showTurns(table, state) {
  redraw(byId("turns"), [state.turns, state.players.map((player) => [player.name, player.colour])], () =>
    state.turns.length ? h("ol", { class: "lines turns", reversed: true }, [...state.turns].reverse().map((turn) => row(table, state, turn))) : h("p", { class: "muted" }, say("play.turns.none")),
  );
}

/**
 * @param {Table} table
 * @param {State} state
 * @param {Turn} turn
 */
function row(table, state, turn) {
  const who = turn.player === null ? null : state.players[turn.player].name;
  const what = pieces(turn).length ? tileRow(pieces(turn), "1.25rem") : h("span", { class: "turn-text" }, turn.text);
  return h(
    "li",
    { style: { "--swatch": colourOf(state, turn.player) } },
    h(
      "button",
      { type: "button", class: "turn-row", "data-focus": `turn-${turn.id}`, on: { click: () => table.openTurn(turn.id) } },
      h("span", { class: "turn-number" }, turn.number),
      h("span", { class: "turn-who" }, h("span", { class: "swatch" }), h("bdi", {}, who ?? "")),
      what,
      turn.overruled && h("span", { class: "badge warn", title: standing(turn) }, icon("alert"), h("span", { class: "visually-hidden" }, standing(turn))),
      h("b", { class: "turn-points" }, turn.points + turn.bonus ? `+${turn.points + turn.bonus}` : "–"),
      h("span", { class: "turn-total" }, who === null ? "" : turn.total),
    ),
  );
}

/**
 * @param {Table} table
 * @param {number} id
 */
export function openTurn(table, id) {
  const { state } = table;
  const turn = state.turns.find((one) => one.id === id);
  if (!turn) return;
  const dialog = open(turnTitle(state, turn), [
    h("div", { class: "spread" }, h("p", {}, doing(state, turn.player, turn.text)), h("span", { class: "muted small" }, clockTime(turn.at))),
    pieces(turn).length ? tileRow(pieces(turn), "2.25rem") : null,
    turn.story ? h("p", { class: "story" }, turn.story) : null,
    lineList(table, turn.lines, state.game.kind),
    turn.lines.length > 1 && h("p", { class: "sum" }, turn.sum),
    turn.bonus > 0 && h("p", { class: "bonus-line" }, icon("star"), say("play.last.bonus", { n: turn.bonus })),
    turn.overruled && h("div", { class: "banner warn" }, icon("alert"), h("div", {}, h("p", {}, h("b", {}, standing(turn))), ...sentences(turn.violations).map((text) => h("p", {}, text)))),
    table.referee && turn.evidence && evidence(table, turn),
    table.referee && tools(table, turn, () => dialog.close()),
  ]);
}

/**
 * What the camera saw, once somebody wants to look.
 * @param {Table} table
 * @param {Turn} turn
 */
function evidence(table, turn) {
  const picture = h("img", { class: "evidence", alt: say("play.turn.saw_alt", { number: turn.number }), loading: "lazy" });
  const details = h("details", { class: "saw" }, h("summary", { class: "button" }, icon("camera"), say("play.turn.saw")), picture);
  details.addEventListener("toggle", () => (picture.src = `${table.path}/turns/${turn.id}/picture`), { once: true });
  return details;
}

/**
 * @param {Table} table
 * @param {Turn} turn
 * @param {() => void} close
 */
function tools(table, turn, close) {
  const { state } = table;
  const change = () => {
    close();
    table.enter({ kind: "edit", turn });
  };
  const remove = () => {
    close();
    const next = state.turns[state.turns.indexOf(turn) + 1];
    const about = say(next ? "play.turn.delete_about" : "play.turn.delete_last", { number: turn.number });
    // What was inserted takes its own shift with it.
    const shift = next && !turn.shift ? backwards(table, turn, next) : 0;
    const word = { input: "undo", of: turn.id };
    askShift(table, { title: say("play.turn.delete_title"), about, label: say("play.turn.delete"), word, shift, follows: Boolean(next) });
  };
  const insert = () => {
    close();
    askInsert(table, turn);
  };
  const editable = turn.kind === "turn" && (state.game.kind === "tiles" || turn.after);
  return h(
    "div",
    { class: "stack turn-tools" },
    h("div", { class: "row" }, editable && button(say("play.turn.edit"), change, { icon: "pencil" }), button(say("play.turn.insert"), insert, { icon: "plus" }), button(say("play.turn.delete"), remove, { icon: "trash", look: "danger" })),
    dividing(table, turn, close),
    state.starter.asked === null && giving(table, turn, close),
  );
}

/**
 * A turn of cards that is two at an earlier rest, or one together with the next: one tap each.
 * @param {Table} table
 * @param {Turn} turn
 * @param {() => void} close
 */
function dividing(table, turn, close) {
  const { state } = table;
  if (!table.watched || state.game.kind !== "cards" || turn.kind !== "turn") return null;
  const tell = (/** @type {Record<string, any>} */ word) => () => {
    close();
    attempt(() => table.tell({ ...word, turn: turn.number }));
  };
  const splits = (turn.rests ?? []).map(({ story }, rest) => button(say("play.turn.split", { story }), tell({ input: "split", rest }), { icon: "both" }));
  const next = state.turns[state.turns.indexOf(turn) + 1];
  const join = next?.kind === "turn" && next.number === turn.number + 1 && button(say("play.turn.join"), tell({ input: "join" }), { icon: "plus" });
  return splits.length || join ? h("div", { class: "row" }, ...splits, join) : null;
}

/**
 * By how many players the turns after one that never was move back, so that the next one is of whoever's it was.
 * @param {Table} table
 * @param {Turn} turn
 * @param {Turn} next
 */
function backwards(table, turn, next) {
  if (turn.player === null || next.player === null) return -1;
  const shift = steps(table, next.player, turn.player);
  return table.state.players.length === 2 ? -shift : shift;
}

/**
 * @param {Table} table
 * @param {Turn} turn
 * @param {() => void} close
 */
function giving(table, turn, close) {
  const { state } = table;
  const give = (/** @type {number} */ player) => {
    close();
    const title = say("play.shift.give", { number: turn.number, name: state.players[player].name });
    const follows = state.turns[state.turns.length - 1] !== turn;
    askShift(table, { title, label: say("play.save"), word: { input: "give", player, of: turn.id }, shift: follows ? steps(table, turn.player ?? 0, player) : 0, follows });
  };
  const others = state.players.flatMap((player, number) => (number === turn.player ? [] : [button(player.name, () => give(number), { icon: "person" })]));
  return h("div", { class: "row" }, h("span", { class: "muted" }, say("play.turn.give")), ...others);
}

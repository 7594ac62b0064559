// @ts-check
// All turns, and the dialog of one: what it scored and why, what the camera saw, how to change it.
import { button, byId, h, icon, redraw } from "./dom.js";
import { attempt, confirm, open, problems } from "./dialogs.js";
import { askInsert } from "./edit.js";
import { lineList, pieces, sentences, standing } from "./panels.js";
import { tileRow } from "./tiles.js";
import { language, say } from "./words.js";

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
  const player = state.players[turn.player];
  const what = pieces(turn).length ? tileRow(pieces(turn), "1.25rem") : h("span", { class: "turn-text" }, turn.text);
  return h(
    "li",
    { style: { "--swatch": player.colour } },
    h(
      "button",
      { type: "button", class: "turn-row", "data-focus": `turn-${turn.id}`, on: { click: () => table.openTurn(turn.id) } },
      h("span", { class: "turn-number" }, turn.number),
      h("span", { class: "turn-who" }, h("span", { class: "swatch" }), h("bdi", {}, player.name)),
      what,
      turn.overruled && h("span", { class: "badge warn", title: standing(turn) }, icon("alert"), h("span", { class: "visually-hidden" }, standing(turn))),
      h("b", { class: "turn-points" }, turn.points + turn.bonus ? `+${turn.points + turn.bonus}` : "–"),
      h("span", { class: "turn-total" }, turn.total),
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
  const name = state.players[turn.player].name;
  const time = new Date(turn.at * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  const dialog = open(say("play.last.turn", { number: turn.number, name }), [
    h("div", { class: "spread" }, h("p", {}, `${name} ${turn.text}`), h("span", { class: "muted small" }, time)),
    pieces(turn).length ? tileRow(pieces(turn), "2.25rem") : null,
    lineList(table, turn.lines, state.game.kind),
    turn.lines.length > 1 && h("p", { class: "sum" }, turn.sum),
    turn.bonus > 0 && h("p", { class: "bonus-line" }, icon("star"), say("play.last.bonus", { n: turn.bonus })),
    turn.overruled && h("div", { class: "banner warn" }, icon("alert"), h("div", {}, h("p", {}, h("b", {}, standing(turn))), ...sentences(turn.faults).map((text) => h("p", {}, text)))),
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
  const place = problems();
  const change = () => {
    close();
    table.enter({ kind: "edit", turn });
  };
  const remove = () => {
    close();
    const about = say("play.turn.delete_about", { number: turn.number });
    confirm(say("play.turn.delete_title"), about, say("play.turn.delete"), () => table.tell({ input: "undo", of: turn.id }));
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
    giving(table, turn, place, close),
    place,
  );
}

/**
 * @param {Table} table
 * @param {Turn} turn
 * @param {HTMLElement} place
 * @param {() => void} close
 */
function giving(table, turn, place, close) {
  const give = (/** @type {number} */ player) => attempt(() => table.tell({ input: "give", player, of: turn.id }), place, null, close);
  const others = table.state.players.flatMap((player, number) => (number === turn.player ? [] : [button(player.name, () => give(number), { icon: "person" })]));
  return h("div", { class: "row" }, h("span", { class: "muted" }, say("play.turn.give")), ...others);
}

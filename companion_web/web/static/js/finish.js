// @ts-check
// The end of a game: who won, what was best, what could have been, and the sheet to take home.
import { get } from "./api.js";
import { button, byId, h, icon, redraw, fill } from "./dom.js";
import { attempt, problems } from "./dialogs.js";
import { curve } from "./curve.js";
import { store } from "./storage.js";
import { pieces, pointsOf, turnTitle } from "./panels.js";
import { tileRow } from "./tiles.js";
import { takingOver } from "./takeover.js";
import { count, listed, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./context.js").Table} Table */

/**
 * @param {Table} table
 * @param {State} state
 */
export function showFinish(table, state) {
  const place = byId("finish");
  place.hidden = !state.ended;
  document.body.classList.toggle("is-over", Boolean(state.ended));
  redraw(place, state.ended && [state.ended, state.players, state.turns], () => (state.ended ? ending(table, state, state.ended) : []));
}

/**
 * @param {Table} table
 * @param {State} state
 * @param {{text: string, winners: number[], rematch: number[]}} ended
 */
function ending(table, state, ended) {
  return [
    h("div", { class: "finish-head" }, icon(ended.winners.length ? "trophy" : ended.rematch.length ? "again" : "flag"), h("div", {}, h("h2", {}, headline(state, ended)), h("p", { class: "muted" }, ended.text))),
    standing(state),
    facts(table, state),
    state.curve.length > 0 && state.started && curve(state),
    state.started && afterwards(table, state),
    links(table),
  ];
}

/**
 * @param {State} state
 * @param {{winners: number[], rematch: number[]}} ended
 */
function headline(state, { winners, rematch }) {
  const first = winners.length ? winners : rematch;
  const names = listed(first.map((number) => state.players[number].name));
  if (!first.length) return say("play.finish.nobody");
  if (rematch.length) return say("play.finish.tie", { names });
  return say(winners.length > 1 ? "play.finish.winners" : "play.finish.winner", { names });
}

/** @param {State} state */
function standing(state) {
  const order = state.players.map((player, number) => ({ player, number })).sort((a, b) => (b.player.points ?? 0) - (a.player.points ?? 0));
  const row = (/** @type {{player: import("./types.js").Player}} */ { player }) =>
    h(
      "li",
      { class: player.winner ? "place winner" : "place", style: { "--swatch": player.colour } },
      h("span", { class: "swatch" }),
      h("bdi", { class: "place-name" }, player.name),
      player.winner && h("span", { class: "badge good" }, icon("trophy"), say("sheet.winner")),
      h("span", { class: "small muted place-more" }, [state.game.kind === "tiles" && player.qwirkles !== null && count("units.qwirkles", player.qwirkles), player.bonus !== null && player.bonus > 0 && say("cells.bonus", { n: player.bonus })].filter(Boolean).join(" · ")),
      h("b", { class: "figure" }, player.points ?? "–"),
    );
  return h("ol", { class: "standing" }, order.map(row));
}

/**
 * @param {Table} table
 * @param {State} state
 */
function facts(table, state) {
  const best = state.turns.reduce((top, turn) => (turn.points > (top?.points ?? 0) ? turn : top), /** @type {import("./types.js").Turn | null} */ (null));
  if (!best || best.player === null) return null;
  const name = state.players[best.player].name;
  const label = say("play.finish.best", { name, points: pointsOf(state, best.points), number: best.number });
  return h("button", { type: "button", class: "best-turn", on: { click: () => table.openTurn(best.id) } }, icon("star"), h("span", {}, label), tileRow(pieces(best), "1.75rem"));
}

/**
 * What the best moves would have been, once somebody asks.
 * @param {Table} table
 * @param {State} state
 */
function afterwards(table, state) {
  if (state.game.kind === "cards") return h("p", { class: "muted small" }, say("play.best.cards"));
  const place = h("div", { class: "stack" });
  const problem = problems();
  const look = async () => {
    const answer = await get(`${table.path}/best`);
    fill(place, ...missed(table, state, answer.turns));
    ask.remove();
  };
  const ask = button(say("play.best.ask"), () => attempt(look, problem, ask), { icon: "bulb" });
  return h("div", { class: "stack" }, ask, problem, place);
}

/**
 * @param {Table} table
 * @param {State} state
 * @param {{turn: number, points: number, best: {placed?: import("./types.js").Placed[], played?: string[], points: number} | null, known: boolean}[]} turns
 */
function missed(table, state, turns) {
  const better = turns.filter((one) => one.best && one.best.points > one.points);
  const row = (/** @type {typeof turns[0]} */ one) => {
    const turn = state.turns.find((other) => other.number === one.turn);
    const codes = one.best?.placed?.map(([code]) => code) ?? one.best?.played ?? [];
    const show = () => table.replay(one.turn, one.best?.placed ?? [], one.best?.points ?? 0);
    return h(
      "li",
      {},
      h("button", { type: "button", class: "missed", title: say("play.best.show"), on: { click: show } },
      h("b", {}, turn && turnTitle(state, turn)),
      h("span", { class: "missed-points" }, pointsOf(state, one.points), " ", icon("pass"), " ", h("b", {}, pointsOf(state, one.best?.points ?? 0))),
      h("div", { class: "row small muted" }, h("span", {}, say(one.known ? "play.best.known" : "play.best.any")), tileRow(codes, "1.5rem"))),
    );
  };
  return [h("h3", {}, say("play.best.title")), h("p", { class: "muted small" }, say("play.best.about")), better.length ? h("ol", { class: "lines" }, better.map(row)) : h("p", {}, say("play.best.none"))];
}

/**
 * The same players, rules and camera once more; the next one starts.
 * @param {Table} table
 */
function rematch(table) {
  const begin = async () => {
    const { id } = await table.post("rematch");
    store("began", id);
    location.assign(`/game/${id}`);
  };
  const act = button(say("play.finish.rematch"), () => attempt(() => takingOver(begin), null, act), { icon: "again", look: "primary" });
  return act;
}

/** @param {Table} table */
function links(table) {
  const file = (/** @type {string} */ style) => h("a", { class: "button", href: `${table.path}/sheet.${style}`, download: `tileye-${table.id}.${style}` }, icon("down"), style.toUpperCase());
  return h(
    "div",
    { class: "row finish-links" },
    table.referee && rematch(table),
    table.referee && h("a", { class: "button", href: "/setup" }, icon("plus"), say("play.finish.again")),
    h("a", { class: "button", href: `/game/${table.id}/sheet` }, icon("print"), say("play.finish.sheet")),
    ...["pdf", "csv", "json"].map(file),
  );
}

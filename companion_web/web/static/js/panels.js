// @ts-check
// Beside the board: players, what is going on, the last turn line by line.
import { button, byId, calm, h, icon, redraw } from "./dom.js";
import { tileRow } from "./tiles.js";
import { count, language, listed, say } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Pulse} Pulse */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Turn} Turn */
/** @typedef {import("./context.js").Table} Table */

const ICONS = {
  beginning: "ask",
  watching: "eye",
  busy: "hand",
  settling: "clock",
  proposed: "clock",
  committed: "check",
  desync: "alert",
  unsure: "ask",
  illegal: "alert",
  paused: "pause",
  waiting: "clock",
  lost: "camera",
  hand: "pencil",
  over: "flag",
};
const STALE_MS = 4000;
const LONG_NAME = 9;

/**
 * @param {Table} table
 * @param {State} state
 */
export function showPlayers(table, state) {
  const last = state.turns[state.turns.length - 1];
  redraw(byId("players"), [state.players, last, state.game.kind, table.referee], () =>
    state.players.map((player, number) => playerCard(table, state, player, number)),
  );
  const points = state.players.map((player) => say("play.players.has", { name: player.name, points: pointsOf(state, player.points) }));
  const whose = state.whose_turn === null ? "" : say("play.players.turn_of", { name: state.players[state.whose_turn].name });
  const spoken = byId("score-spoken");
  const text = state.started && !nameless(state) ? `${listed(points)}. ${whose}` : whose;
  if (spoken.textContent !== text) spoken.textContent = text;
}

/**
 * Whether tiles were laid, and nobody has said who started.
 * @param {State} state
 * @returns {boolean}
 */
export function nameless(state) {
  return state.starter.asked !== null;
}

/**
 * The id of the last turn that this device knows: another one may have told of the same turn meanwhile.
 * @param {State} state
 * @returns {number | null}
 */
export function lastTurn(state) {
  return state.turns.at(-1)?.id ?? null;
}

/**
 * How a player is drawn; a turn without a name has no colour.
 * @param {State} state
 * @param {number | null} player
 * @returns {string}
 */
export function colourOf(state, player) {
  return player === null ? "var(--edge)" : state.players[player].colour;
}

/**
 * @param {State} state
 * @param {Turn} turn
 * @returns {string} turn 3: Ada
 */
export function turnTitle(state, turn) {
  if (turn.player === null) return say("play.starter.turn", { number: turn.number });
  return say("play.last.turn", { number: turn.number, name: state.players[turn.player].name });
}

/**
 * What was done, by name where it is known who did it.
 * @param {State} state
 * @param {number | null} player
 * @param {string} [text]
 * @returns {string}
 */
export function doing(state, player, text = "") {
  return `${player === null ? say("play.starter.somebody") : state.players[player].name} ${text}`;
}

/**
 * Points, which are Qwirkles in the card game; nobody has any before it is known who started.
 * @param {State} state
 * @param {number | null} points
 * @returns {string}
 */
export function pointsOf(state, points) {
  if (points === null) return say("play.starter.unknown");
  return count(state.game.kind === "cards" ? "units.qwirkles" : "units.points", points);
}

/**
 * @param {Table} table
 * @param {State} state
 * @param {Player} player
 * @param {number} number
 */
function playerCard(table, state, player, number) {
  const last = state.turns[state.turns.length - 1];
  const gained = last?.player === number && last.kind === "turn" ? last.points + last.bonus : 0;
  const inside = [
    h("span", { class: "player-name" }, h("span", { class: "swatch" }), h("bdi", {}, player.name)),
    h("span", { class: "player-points figure" }, player.points ?? "–"),
    h("span", { class: "player-sub" }, ...details(state, player, gained)),
  ];
  const look = player.name.length > LONG_NAME ? "player-card long" : "player-card";
  const about = { "aria-label": say("play.players.open", { name: player.name, points: pointsOf(state, player.points) }), "data-focus": `player-${number}` };
  const card = table.referee
    ? h("button", { type: "button", class: look, ...about, on: { click: () => table.openPlayer(number) } }, ...inside)
    : h("div", { class: look }, ...inside);
  const marks = ["player", player.turn && "turn", player.winner && "winner"].filter(Boolean).join(" ");
  return h("li", { class: marks, style: { "--swatch": player.colour }, "aria-current": player.turn ? "true" : null }, card);
}

/**
 * @param {State} state
 * @param {Player} player
 * @param {number} gained
 */
function details(state, player, gained) {
  const cards = state.game.kind === "cards";
  return [
    player.winner && h("span", { class: "whose" }, icon("trophy"), say("sheet.winner")),
    player.turn && h("span", { class: "whose" }, icon("play"), say("play.players.turn")),
    !player.turn && gained > 0 && h("span", { class: "gained" }, `+${gained}`),
    !state.ended && h("span", { class: "held" }, count(cards ? "play.players.cards" : "play.players.tiles", player.hand)),
    !cards && player.qwirkles !== null && player.qwirkles > 0 && h("span", { class: "qwirkles" }, count("units.qwirkles", player.qwirkles)),
  ];
}

/**
 * @param {State} state
 * @param {{status: string, text: string}} news
 * @param {boolean} connected
 */
export function showStatus(state, news, connected) {
  const { status, text } = connected ? news : { status: "lost", text: say("play.link.lost") };
  const place = byId("status");
  place.dataset.status = status;
  redraw(byId("status-text"), [status, text], () => [icon(ICONS[status] ?? "eye"), h("span", {}, text)]);
  redraw(byId("saved"), state.game.saved, () =>
    state.game.saved ? [icon("check"), h("span", {}, say("play.saved"))] : [icon("alert"), h("span", {}, say("play.not_saved"))],
  );
  byId("saved").classList.toggle("bad", !state.game.saved);
  const bag = say(state.game.kind === "cards" ? "play.bag.cards" : "play.bag.tiles", { n: state.bag });
  redraw(byId("bag"), bag, () => [icon("bag"), h("span", {}, bag)]);
}

/**
 * How old the newest picture is, as long as another one is to come.
 * @param {State | null} state
 * @param {Pulse | null} pulse
 * @param {number} at when it came
 */
export function showAge(state, pulse, at) {
  const place = byId("age");
  place.hidden = !state?.game.live || !pulse || pulse.age_ms === null || pulse.age_ms === undefined;
  if (place.hidden || !pulse) return;
  const since = performance.now() - at;
  const age = (pulse.age_ms ?? 0) + (since > STALE_MS ? since : 0);
  place.textContent = age < 1000 ? say("play.age.ms", { n: Math.round(age) }) : say("play.age.s", { n: (age / 1000).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });
  place.classList.toggle("warn", age > STALE_MS);
}

/**
 * The grace as a bar that shrinks.
 * @param {import("./types.js").Grace | null | undefined} grace
 */
export function showGrace(grace) {
  const place = byId("grace");
  place.hidden = !grace;
  if (!grace) return;
  const bar = /** @type {HTMLElement} */ (place.firstElementChild);
  bar.style.transition = "none";
  bar.style.transform = `scaleX(${grace.of ? grace.left / grace.of : 0})`;
  if (calm()) return;
  bar.getBoundingClientRect();
  bar.style.transition = `transform ${grace.left}s linear`;
  bar.style.transform = "scaleX(0)";
}

/**
 * The proposed turn, else the last one, explained.
 * @param {Table} table
 * @param {State} state
 */
export function showLast(table, state) {
  const { proposal } = state;
  const last = state.turns[state.turns.length - 1];
  const place = byId("last");
  place.hidden = !proposal && !last;
  redraw(place, [proposal && { ...proposal, grace: null }, last, state.players.map((one) => one.name)], () => {
    if (proposal) return explained(table, state, { ...proposal, ...cardsOf(proposal), heading: laying(state, proposal.player) });
    return last ? explained(table, state, { ...last, heading: turnTitle(state, last), turn: last }) : [];
  });
}

/**
 * What a proposal of cards has besides.
 * @param {import("./types.js").Proposal} proposal
 */
function cardsOf({ cards }) {
  return cards ? { played: cards.played, story: cards.story } : {};
}

/**
 * @param {State} state
 * @param {number | null} player
 */
function laying(state, player) {
  const cards = state.game.kind === "cards";
  if (player === null) return say(cards ? "play.starter.playing" : "play.starter.laying");
  return say(cards ? "play.last.playing" : "play.last.proposed", { name: state.players[player].name });
}

/**
 * Change the table of cards that is proposed before it is recorded; what time has recorded is changed as that turn.
 * @param {Table} table
 */
export function changeProposed(table) {
  const { state } = table;
  const lying = state.proposal?.cards ?? undefined;
  const open = state.cards?.open !== null && state.cards?.open !== undefined;
  table.enter(open ? { kind: "edit", turn: state.turns.at(-1), lying } : { kind: "new", player: state.proposal?.player ?? null, lying });
}

/**
 * @param {Table} table
 * @param {State} state
 * @param {{heading: string, player: number | null, placed: import("./types.js").Placed[], lines: Line[], sum: string, points: number, bonus?: number,
 *   text?: string, played?: string[], story?: string, cards?: import("./types.js").ProposedCards | null, violations: import("./types.js").Violation[], overruled?: boolean, allowed?: boolean, legal?: boolean, turn?: import("./types.js").Turn}} what
 */
function explained(table, state, what) {
  const { turn } = what;
  const points = what.points + (what.bonus ?? 0);
  return [
    h(
      "div",
      { class: "spread last-head" },
      h("h2", { style: { "--swatch": colourOf(state, what.player) } }, h("span", { class: "swatch" }), what.heading),
      what.legal !== false && points > 0 && h("span", { class: "figure last-points" }, `+${points}`),
    ),
    h("div", { class: "row" }, pieces(what).length ? tileRow(pieces(what), "2rem") : h("span", {}, doing(state, what.player, what.text))),
    what.story && h("p", { class: "story" }, what.story),
    what.legal === false ? h("p", { class: "muted" }, say("play.last.if_stands", { points: pointsOf(state, what.points) })) : lineList(table, what.lines, state.game.kind),
    what.legal !== false && what.sum && what.lines.length > 1 && h("p", { class: "sum" }, what.sum),
    (what.bonus ?? 0) > 0 && h("p", { class: "bonus-line" }, icon("star"), say("play.last.bonus", { n: what.bonus ?? 0 })),
    what.overruled && h("div", { class: "banner warn small" }, icon("alert"), h("span", {}, standing(what), " ", sentences(what.violations).join(" "))),
    what.cards && table.referee && h("div", { class: "row last-tools" }, button(say("play.turn.edit"), () => changeProposed(table), { icon: "pencil", look: "quiet", props: { "data-focus": "change" } })),
    turn && h("div", { class: "row last-tools" }, button(say(table.referee ? "play.turn.look" : "play.turn.look_only"), () => table.openTurn(turn.id), { look: "quiet", props: { "data-focus": "look" } })),
  ];
}

/**
 * The tiles or cards that a turn brought.
 * @param {{placed: import("./types.js").Placed[], played?: string[]}} turn
 * @returns {string[]}
 */
export function pieces(turn) {
  return turn.played ?? turn.placed.map(([code]) => code);
}

/**
 * The lines of a turn with their points; resting on one lets its tiles shine.
 * @param {Table} table
 * @param {Line[]} lines
 * @param {string} kind
 * @returns {HTMLElement | null}
 */
export function lineList(table, lines, kind) {
  if (!lines.length) return null;
  const one = (/** @type {Line} */ line) => {
    const content = [
      h("span", {}, line.text),
      line.qwirkle && kind !== "cards" && h("span", { class: "badge good", title: "Qwirkle" }, icon("star")),
      h("b", { class: "push" }, line.points),
    ];
    if (kind === "cards" || !line.cells.length) return h("li", { class: "line" }, ...content);
    const lit = { click: () => table.light(line.cells), pointerenter: () => table.light(line.cells), pointerleave: () => table.light(null), blur: () => table.light(null) };
    return h("li", {}, h("button", { type: "button", class: "line", title: say("play.last.show_line"), on: lit }, ...content));
  };
  return h("ul", { class: "lines turn-lines" }, lines.map(one));
}

/**
 * Why a turn stands that is against the rules: people let it, or a correction made it so.
 * @param {{allowed?: boolean}} turn
 * @returns {string}
 */
export function standing(turn) {
  return say(turn.allowed ? "play.last.overruled" : "play.last.since");
}

/**
 * What is wrong, each thing once.
 * @param {import("./types.js").Violation[]} violations
 * @returns {string[]}
 */
export function sentences(violations) {
  return [...new Set(violations.map((violation) => violation.text))];
}

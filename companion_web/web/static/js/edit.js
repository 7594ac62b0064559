// @ts-check
// The dialogs in which people correct the game.
import { button, fill, h } from "./dom.js";
import { attempt, confirm, open, problems } from "./dialogs.js";
import { likelyTiles, tilesByCell } from "./candidates.js";
import { pickTile } from "./picker.js";
import { lastTurn, nameless, pointsOf } from "./panels.js";
import { askShift, steps } from "./shift.js";
import { cellName, count, listed, say, tileName } from "./words.js";

/** @typedef {import("./context.js").Table} Table */

const MOST_DECLARED = 6;

/**
 * What lies in this cell?
 * @param {Table} table
 * @param {number} x
 * @param {number} y
 */
export function askCell(table, x, y) {
  const { state } = table;
  const current = tilesByCell(state).get(`${x},${y}`) ?? null;
  const turn = state.turns.find((one) => one.placed.some(([, a, b]) => a === x && b === y));
  const doubtful = state.asked.some((one) => one.x === x && one.y === y) || state.desync.some(([a, b]) => a === x && b === y);
  const toTurn = turn && button(say("play.pick.turn", { number: turn.number }), () => (dialog.close(), table.openTurn(turn.id)), { look: "quiet", icon: "pencil" });
  const dialog = pickTile({
    title: say("play.pick.title"),
    about: current ? say("play.pick.now", { cell: cellName(x, y), tile: tileName(current) }) : cellName(x, y),
    set: state.game.set,
    likely: likelyTiles(state, x, y),
    shares: new Map(state.asked.find((one) => one.x === x && one.y === y)?.candidates),
    current,
    left: new Map(state.left.map(({ tile, count: n }) => [tile, n])),
    choose: (tile) => tellCell(table, { input: "tile", x, y, tile }, turn),
    nothing: current || doubtful ? () => tellCell(table, { input: "nothing", x, y }, turn) : null,
    more: toTurn ? [toTurn] : [],
  });
}

/**
 * Say what lies in a cell; what makes later turns illegal is asked for first.
 * @param {Table} table
 * @param {{input: string, x: number, y: number, tile?: string}} word
 * @param {import("./types.js").Turn | undefined} turn
 */
async function tellCell(table, word, turn) {
  const tell = () => table.tell(word);
  const others = turn?.placed.filter(([, x, y]) => x !== word.x || y !== word.y) ?? [];
  const placed = word.tile ? [...others, [word.tile, word.x, word.y]] : others;
  const later = turn && placed.length ? await spoiled(table, turn, placed) : "";
  if (!later) return void attempt(tell);
  confirm(say("play.enter.edit", { number: turn?.number ?? 0 }), say("play.enter.later", { text: later }), say("play.save"), tell);
}

/**
 * What other tiles in a turn would make of the turns after it; nothing where all is well.
 * @param {Table} table
 * @param {import("./types.js").Turn} turn
 * @param {any[]} placed
 * @returns {Promise<string>}
 */
async function spoiled(table, { id: of, player }, placed) {
  try {
    const { legal } = await table.post("judge", { of, player, placed });
    const to = { event: legal ? "turn" : "overrule", player, placed };
    return (await table.post("foresee", { input: "correct", of, to })).later;
  } catch {
    // Whatever cannot be is refused when it is told.
    return "";
  }
}

/**
 * A number with buttons beside it.
 * @param {string} label
 * @param {number} start
 * @param {number} least
 * @param {number} most
 * @returns {{element: HTMLElement, value: () => number}}
 */
function stepper(label, start, least, most) {
  const input = h("input", { type: "number", inputmode: "numeric", min: least, max: most, value: start, "aria-label": label });
  const value = () => Math.min(most, Math.max(least, Math.round(Number(input.value) || 0)));
  const step = (/** @type {number} */ by) => () => (input.value = String(Math.min(most, Math.max(least, value() + by))));
  const less = button(say("play.less"), step(-1), { icon: "minus", bare: true });
  const more = button(say("play.more_of"), step(1), { icon: "plus", bare: true });
  return { element: h("div", { class: "stepper" }, less, input, more), value };
}

/**
 * Whose turn it is, where that is open.
 * @param {Table} table
 * @param {number} current
 * @param {(player: number) => void} changed
 * @returns {HTMLElement}
 */
export function choiceOfPlayer(table, current, changed) {
  const options = table.state.players.map((player, number) => h("option", { value: number, selected: number === current }, player.name));
  const choice = h("select", { "aria-label": say("play.enter.player") }, options);
  choice.addEventListener("change", () => changed(Number(choice.value)));
  return h("div", { class: "entering-player" }, choice);
}

/** @param {Table} table */
export function askExchange(table) {
  const { state } = table;
  const player = state.whose_turn;
  const most = Math.max(1, Math.min(state.bag, player === null ? state.game.hand : state.players[player].hand));
  const place = problems();
  const tell = (/** @type {number | null} */ n) => attempt(() => table.tell({ input: "exchange", player, count: n, last: lastTurn(state) }), place, null, () => dialog.close());
  const numbers = Array.from({ length: most }, (_, index) => button(String(index + 1), () => tell(index + 1), { look: "big" }));
  const title = player === null ? say("play.starter.exchange") : say("play.exchange.title", { name: state.players[player].name });
  const dialog = open(title, [
    h("p", {}, say("play.exchange.how_many")),
    h("div", { class: "row numbers" }, numbers),
    button(say("play.exchange.unknown"), () => tell(null)),
    place,
  ]);
}

/** @param {Table} table */
export function askStock(table) {
  const { state } = table;
  const cards = state.game.kind === "cards";
  const bag = stepper(say(cards ? "play.stock.deck" : "play.stock.bag"), state.bag, 0, state.game.complete);
  const hands = state.players.map((player) => ({ player, ...stepper(player.name, player.hand, 0, state.game.hand) }));
  const place = problems();
  const save = button(say("play.save"), () => tell(), { look: "primary" });
  const told = () => ({ input: "stock", bag: bag.value(), hands: hands.map((hand) => hand.value()) });
  const tell = () => attempt(() => table.tell(told()), place, save, () => dialog.close());
  const row = (/** @type {string} */ label, /** @type {HTMLElement} */ element) => h("div", { class: "spread" }, h("span", {}, label), element);
  const dialog = open(
    say("play.stock.title"),
    [
      h("p", { class: "muted" }, say("play.stock.about")),
      row(say(cards ? "play.stock.deck" : "play.stock.bag"), bag.element),
      ...hands.map((hand) => row(say("play.stock.hand", { name: hand.player.name }), hand.element)),
      place,
    ],
    { actions: [button(say("dialogs.cancel"), () => dialog.close()), save] },
  );
}

/** @param {Table} table */
export function askEnd(table) {
  confirm(say("play.end.title"), say("play.end.about"), say("play.end.confirm"), () => table.tell({ input: "end" }));
}

/**
 * What somebody declares, if they have.
 * @param {string} name
 * @param {number | null} known
 * @returns {{element: HTMLElement, value: () => number | null}}
 */
function declaring(name, known) {
  const numbers = Array.from({ length: MOST_DECLARED }, (_, index) => index + 1);
  const options = [h("option", { value: "" }, "–"), ...numbers.map((n) => h("option", { value: n, selected: n === known }, n))];
  const element = h("select", { class: "declared", "aria-label": name }, options);
  return { element, value: () => (element.value ? Number(element.value) : null) };
}

/** @param {Table} table */
export function askOpening(table) {
  const { state } = table;
  const known = state.starter.declared;
  const declared = state.players.map((player, number) => ({ player, ...declaring(player.name, known[number] ?? null) }));
  const missing = listed(state.starter.undeclared.map((number) => state.players[number].name));
  const place = problems();
  const tied = state.opening.tied.length ? state.opening.tied : state.players.map((_, number) => number);
  const named = (/** @type {number} */ player) => attempt(() => table.tell({ input: "opening", declared: numbers(), player }), place, null, () => dialog.close());
  const numbers = () => declared.map((one) => one.value());
  const save = button(say("play.save"), () => attempt(() => table.tell({ input: "opening", declared: numbers() }), place, save, () => dialog.close()), { look: "primary" });
  const dialog = open(
    say("play.opening.title"),
    [
      h("p", {}, say(state.game.kind === "cards" ? "play.opening.cards" : "play.opening.tiles")),
      missing && h("p", { class: "muted" }, say("play.opening.undeclared", { names: missing })),
      ...declared.map((one) => h("div", { class: "spread" }, h("span", {}, one.player.name), one.element)),
      h("div", { class: "stack" }, h("p", { class: "muted small" }, say("play.opening.tied")), h("div", { class: "row" }, tied.map((n) => button(state.players[n].name, () => named(n))))),
      place,
    ],
    { actions: [button(say("dialogs.cancel"), () => dialog.close()), save] },
  );
}

/**
 * A player: another name, or the coming turn.
 * @param {Table} table
 * @param {number} number
 */
export function askPlayer(table, number) {
  const { state } = table;
  const player = state.players[number];
  const place = problems();
  const name = h("input", { id: "player-name", value: player.name, maxlength: 40, autocomplete: "off" });
  const done = () => dialog.close();
  const save = button(say("play.save"), () => attempt(() => table.tell({ input: "rename", player: number, name: name.value }), place, save, done), { look: "primary" });
  const give = button(say("play.players.give"), () => attempt(() => table.tell({ input: "give", player: number }), place, give, done), { icon: "play" });
  name.addEventListener("keydown", (event) => event.key === "Enter" && save.click());
  const taken = player.qwirkles === null ? [] : [count("units.qwirkles", player.qwirkles)];
  const dialog = open(
    player.name,
    [
      h("p", {}, [pointsOf(state, player.points), ...taken].slice(state.game.kind === "cards" && taken.length ? 1 : 0).join(" · ")),
      h("div", { class: "field" }, h("label", { for: "player-name" }, say("play.players.name")), name),
      state.whose_turn !== number && !state.ended && !nameless(state) && h("div", { class: "stack" }, h("p", { class: "muted small" }, say("play.players.give_about", { name: player.name })), give),
      place,
    ],
    { actions: [button(say("dialogs.cancel"), done), save] },
  );
}

/**
 * What a player did, if it was no turn with tiles: choose and tell.
 * @param {Table} table
 * @param {import("./types.js").Turn} turn before which it belongs
 */
export function askInsert(table, turn) {
  const { state } = table;
  const unnamed = turn.player === null;
  const cards = state.game.kind === "cards";
  const players = h("select", { id: "insert-player" }, state.players.map((player, number) => h("option", { value: number, selected: number === turn.player }, player.name)));
  const insert = (/** @type {Record<string, any>} */ to) => {
    dialog.close();
    tellInserted(table, turn, { player: unnamed ? null : Number(players.value), ...to });
  };
  const lay = () => {
    dialog.close();
    table.enter({ kind: "insert", turn, player: unnamed ? null : Number(players.value) });
  };
  const kinds = h("div", { class: "row" });
  fill(
    kinds,
    button(say(cards ? "play.insert.cards" : "play.insert.lay"), lay, { icon: "plus" }),
    state.game.rules === "tiles" && button(say("play.insert.exchange"), () => insert({ event: "exchange", count: null }), { icon: "exchange" }),
    cards && button(say("play.insert.new_cards"), () => insert({ event: "cannot_play" }), { icon: "hand" }),
    button(say("play.insert.pass"), () => insert({ event: "pass" }), { icon: "pass" }),
  );
  const who = !unnamed && h("div", { class: "field" }, h("label", { for: "insert-player" }, say("play.insert.who")), players);
  const dialog = open(say("play.insert.title", { number: turn.number }), [who, kinds]);
}

/**
 * Tell a turn that was forgotten; then everybody from there on was one further, as a rule.
 * @param {Table} table
 * @param {import("./types.js").Turn} turn before which it belongs
 * @param {Record<string, any>} to
 * @param {() => void} [done]
 */
export function tellInserted(table, turn, to, done) {
  const { state } = table;
  const name = turn.player === null ? say("play.starter.somebody") : state.players[to.player].name;
  const title = say("play.shift.insert", { number: turn.number, name });
  // Whoever draws new cards goes on with the same turn.
  const next = to.event === "cannot_play" ? to.player : (to.player + 1) % state.players.length;
  const shift = turn.player === null ? Number(to.event !== "cannot_play") : steps(table, turn.player, next);
  askShift(table, { title, label: say("play.save"), word: { input: "correct", before: turn.id, to }, shift, follows: true, done });
}

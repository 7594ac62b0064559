// @ts-check
// The page of a game: puts its parts together.
import { Arrange } from "./arrange.js";
import { showActions, tellDone, togglePause } from "./actions.js";
import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { showCards } from "./cards.js";
import { celebrate } from "./celebration.js";
import { Table } from "./context.js";
import { curve } from "./curve.js";
import { attempt, toast } from "./dialogs.js";
import { button, byId, h, icon, redraw } from "./dom.js";
import { askCell, askPlayer } from "./edit.js";
import { Enter } from "./enter.js";
import { showFinish } from "./finish.js";
import { Hint } from "./hint.js";
import { inviteButton } from "./invite.js";
import { store, stored } from "./storage.js";
import { listen, showKeys } from "./keys.js";
import { showLeft } from "./remaining.js";
import { Live } from "./live.js";
import { showNotices } from "./notices.js";
import { showAge, showGrace, showLast, showPlayers, showStatus } from "./panels.js";
import { settingsButton } from "./settings.js";
import { tabs } from "./tabs.js";
import { PhoneGone } from "./phone_gone.js";
import { showPhotoWay } from "./photo.js";
import { openTurn, showTurns } from "./turns.js";
import { Voice } from "./voice.js";
import { takingOver } from "./takeover.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").State} State */

const data = JSON.parse(byId("data").textContent || "{}");
const id = data.game?.id ?? data.state?.game.id ?? location.pathname.split("/")[2];
const live = new Live(id, data.state ?? null, data.game?.open !== false);
const table = new Table(id, data.role === "referee", live);
const LONGEST_LOG = 50;
const FRESH_S = 20;
const VIEWS = ["board", "both", "camera"];

const board = new Board(byId("board"), (x, y) => tapped(x, y));
const enter = new Enter(table, board);
const arrange = new Arrange(table);
const camera = new Camera(table);
const voice = new Voice(id);
const hint = new Hint(table);
const phoneGone = new PhoneGone(table, data.here === true);
byId("tools").append(inviteButton(table.referee), settingsButton(table, voice));

table.light = (cells) => board.light(cells);
table.openTurn = (turn) => openTurn(table, turn);
table.openPlayer = (number) => askPlayer(table, number);
table.openCell = (x, y) => askCell(table, x, y);
table.enter = (task) => (table.state.game.kind === "cards" ? arrange : enter).begin(task);
table.replay = (turn, placed, points) => {
  board.hidden = new Set(table.state.turns.filter((one) => one.number >= turn).map((one) => one.number));
  board.try({ placed, points, violations: [] });
  byId("stage").scrollIntoView({ block: "nearest" });
  byId("replaying").replaceChildren(
    h("div", { class: "banner ask" }, icon("bulb"), h("span", { class: "notice-text" }, say("play.best.before", { number: turn })), button(say("play.best.back"), () => endReplay())),
  );
};

function endReplay() {
  byId("replaying").replaceChildren();
  board.hidden = new Set();
  board.try(null);
}

table.preview = (placed, points) => board.try(placed && { placed, points: points ?? null, violations: [] });

/**
 * A cell of the board was tapped, or chosen with Enter.
 * @param {number} x
 * @param {number} y
 */
function tapped(x, y) {
  const { state } = table;
  const lying = state.board.find((cell) => cell.x === x && cell.y === y);
  const turn = lying && state.turns.find((one) => one.number === lying.turn && one.placed.length);
  if (!table.referee) return turn && openTurn(table, turn.id);
  if (enter.active) return enter.tap(x, y);
  if (lying || table.watched) return askCell(table, x, y);
  if (state.ended) return;
  enter.begin({ kind: "new" });
  enter.tap(x, y);
}

/** @param {State} state */
function show(state) {
  document.body.dataset.kind = state.game.kind;
  document.title = `${state.game.name} · tileye`;
  if (state.game.kind === "cards") showCards(state);
  else board.show(state);
  showPlayers(table, state);
  showStatus(state, live.news, live.connected);
  showNotices(table, state);
  showLast(table, state);
  showActions(table, state);
  showTurns(table, state);
  showFinish(table, state);
  celebrate(state, (cells) => board.hop(cells));
  showResting(state);
  if (!byId("left").hidden) showLeft(table, state);
  if (!byId("curve").hidden) showCurve(state);
  if (!byId("hint").hidden) hint.show();
  showGrace(state.proposal?.grace);
  showPhotoWay(table, data, live.open);
}

/** @param {State} state */
function showCurve(state) {
  redraw(byId("curve"), [state.curve, state.players], () => (state.curve.length ? curve(state) : h("p", { class: "muted" }, say("play.starter.unknown"))));
}

/**
 * A game that nobody plays at the moment can go on: it was left, or the program was started anew.
 * @param {State} state
 */
function showResting(state) {
  const place = byId("resting");
  const resting = !live.open && !state.ended;
  byId("actions").hidden ||= !live.open;
  redraw(place, [resting, table.referee], () => {
    if (!resting) return [];
    const go = button(say("play.resume.go"), () => attempt(() => takingOver(() => table.post("resume").then(() => location.reload())), null, go), { look: "primary", icon: "play" });
    return h("div", { class: "banner" }, icon("pause"), h("div", { class: "notice-text" }, h("p", {}, say("play.resume.about"))), table.referee && go);
  });
}

/**
 * @param {string} view
 * @param {boolean} [chosen] by somebody, for the next time as well
 */
function look(view, chosen = true) {
  byId("stage").dataset.view = view;
  camera.watch(view !== "board");
  if (chosen) store("view", view);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[name="view"]'))) input.checked = input.value === view;
}

/** The picture of the camera is there only while somebody plays. */
function offerViews() {
  const filmed = table.watched && live.open && (table.referee || data.pictures === true);
  byId("views").hidden = !filmed;
  look(filmed ? (stored("view") ?? "board") : "board", false);
}

/** @param {import("./types.js").Told} told */
function note(told) {
  byId("log").append(h("p", {}, told.text));
  while (byId("log").children.length > LONGEST_LOG) byId("log").firstElementChild?.remove();
}

/** @param {import("./types.js").Told} told */
function hear(told) {
  note(told);
  // What came while the connection was lost is not news any more.
  if (told.age < FRESH_S) voice.say(told.say);
  if (["takeback", "corrected", "note"].includes(told.kind)) toast(told.text);
}

live.addEventListener("state", () => show(table.state));
live.addEventListener("told", (event) => hear(/** @type {CustomEvent} */ (event).detail));
live.addEventListener("pulse", () => {
  if (!live.state) return;
  showStatus(live.state, live.news, live.connected);
  showGrace(live.pulse?.grace);
  showAge(live.state, live.pulse, live.pulsedAt);
});
live.addEventListener("link", () => {
  byId("link").textContent = live.connected ? "" : say("play.link.lost");
  if (live.state) showStatus(live.state, live.news, live.connected);
});
live.addEventListener("open", () => {
  if (!live.state) return;
  offerViews();
  show(live.state);
});
setInterval(() => {
  showAge(live.state, live.pulse, live.pulsedAt);
  phoneGone.look();
}, 1000);

const panels = { left: () => showLeft(table, table.state), curve: () => showCurve(table.state), hint: () => hint.show() };
const choose = tabs(byId("tabs"), (panel) => {
  if (live.state) panels[panel]?.();
  if (panel !== "hint" && !enter.active) table.preview(null);
});
choose("turns");

for (const input of document.querySelectorAll('[name="view"]')) input.addEventListener("change", () => look(/** @type {HTMLInputElement} */ (input).value));
byId("keys").addEventListener("click", () => showKeys(table.referee));
listen({
  "?": () => showKeys(table.referee),
  u: () => table.referee && table.state.can.undo && attempt(() => table.tell({ input: "undo" })),
  r: () => table.referee && table.state.can.redo && attempt(() => table.tell({ input: "redo" })),
  d: () => table.referee && table.state.can.done && attempt(() => tellDone(table)),
  " ": () => table.referee && togglePause(table),
  v: () => !byId("views").hidden && look(VIEWS[(VIEWS.indexOf(byId("stage").dataset.view ?? "board") + 1) % VIEWS.length]),
});

for (const told of data.told ?? []) note(told);
if (live.state) {
  show(live.state);
  offerViews();
  board.fit();
}
if (data.game?.open !== false || !live.state?.ended) live.start();

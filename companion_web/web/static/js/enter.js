// @ts-check
// Laying tiles by hand: a new turn, a turn that was forgotten, or another form of one that is recorded.
import { button, byId, fill, h, icon } from "./dom.js";
import { attempt, problems, toast } from "./dialogs.js";
import { choiceOfPlayer, tellInserted } from "./edit.js";
import { goesWith } from "./candidates.js";
import { lineList, sentences } from "./panels.js";
import { warning } from "./shift.js";
import { pickTile } from "./picker.js";
import { cellName, count, say } from "./words.js";

/** @typedef {import("./types.js").Placed} Placed */
/** @typedef {import("./types.js").Turn} Turn */
/** @typedef {import("./types.js").Verdict} Verdict */
/** @typedef {{kind: "new" | "edit" | "insert", turn?: Turn, player?: number | null, lying?: import("./types.js").ProposedCards}} Task
 *   `turn`: the one that is changed, or before which the new one comes; `lying`: the table of cards to begin with */

export class Enter {
  /**
   * @param {import("./context.js").Table} table
   * @param {import("./board.js").Board} board
   */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    /** @type {Task | null} */
    this.task = null;
    /** @type {Placed[]} */
    this.placed = [];
    /** @type {Verdict | null} */
    this.verdict = null;
    /** @type {number | null} nobody by name where it is not known who started */
    this.player = null;
    this.asked = 0;
    this.place = byId("entering");
    this.problem = problems();
  }

  /** @returns {boolean} */
  get active() {
    return this.task !== null;
  }

  /** @param {Task} task */
  begin(task) {
    const { state } = this.table;
    this.task = task;
    this.placed = task.kind === "edit" && task.turn ? [...task.turn.placed] : [];
    this.player = task.player ?? (task.turn ? task.turn.player : state.whose_turn);
    this.verdict = null;
    this.problem.hidden = true;
    this.board.hidden = this.later(task);
    document.body.classList.add("is-entering");
    this.draw();
    this.judge();
    byId("stage").scrollIntoView({ block: "nearest" });
  }

  /**
   * The turns that are not on the board: the one that is changed; before an inserted one, all that follow.
   * @param {Task} task
   * @returns {Set<number>}
   */
  later({ kind, turn }) {
    if (!turn || kind === "new") return new Set();
    if (kind === "edit") return new Set([turn.number]);
    return new Set(this.table.state.turns.map(({ number }) => number).filter((number) => number >= turn.number));
  }

  end() {
    this.task = null;
    this.asked += 1;
    this.board.hidden = new Set();
    this.board.try(null);
    this.place.hidden = true;
    document.body.classList.remove("is-entering");
  }

  /**
   * A cell was tapped.
   * @param {number} x
   * @param {number} y
   */
  tap(x, y) {
    const { state } = this.table;
    const here = this.placed.find(([, a, b]) => a === x && b === y);
    if (!here && this.shown().has(`${x},${y}`)) return this.task?.kind === "new" ? this.table.openCell(x, y) : toast(say("play.enter.taken"));
    pickTile({
      title: say("play.enter.which"),
      about: cellName(x, y),
      set: state.game.set,
      likely: this.guesses(x, y, here?.[0]),
      current: here?.[0],
      left: new Map(state.left.map(({ tile, count: n }) => [tile, n])),
      choose: (code) => this.put(code, x, y),
      nothing: here ? () => this.put(null, x, y) : null,
      nothingLabel: say("play.enter.remove"),
    });
  }

  /** @returns {Map<string, string>} the tiles in sight by cell */
  shown() {
    return new Map(this.board.all().map(([code, x, y]) => [`${x},${y}`, code]));
  }

  /**
   * What goes with the tiles beside the cell.
   * @param {number} x
   * @param {number} y
   * @param {string | undefined} current
   * @returns {string[]}
   */
  guesses(x, y, current) {
    const shown = this.shown();
    const beside = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx, dy]) => shown.get(`${x + dx},${y + dy}`)).filter((code) => code !== undefined);
    if (current || !beside.length) return [];
    const fits = this.table.state.left.filter(({ tile, count: n }) => n > 0 && beside.every((code) => goesWith(tile, [code])));
    return fits.sort((a, b) => b.count - a.count).slice(0, 4).map(({ tile }) => tile);
  }

  /**
   * @param {string | null} code
   * @param {number} x
   * @param {number} y
   */
  put(code, x, y) {
    this.placed = this.placed.filter(([, a, b]) => a !== x || b !== y);
    if (code) this.placed.push([code, x, y]);
    this.verdict = null;
    this.draw();
    this.judge();
  }

  async judge() {
    const mine = ++this.asked;
    const { task } = this;
    if (!this.placed.length || !task) return;
    const where = task.turn ? { [task.kind === "edit" ? "of" : "before"]: task.turn.id } : {};
    await attempt(async () => {
      const verdict = await this.table.post("judge", { player: this.player, placed: this.placed, ...where });
      if (mine !== this.asked) return;
      this.verdict = verdict;
      this.draw();
    }, this.problem);
  }

  draw() {
    const { task, placed, verdict } = this;
    if (!task) return;
    this.board.try({ placed, points: verdict?.legal ? verdict.points : null, violations: verdict?.violations ?? [] });
    this.place.hidden = false;
    fill(
      this.place,
      h("div", { class: "spread" }, h("h2", {}, this.heading()), this.whose()),
      placed.length && task.kind !== "edit" ? null : h("p", { class: "muted" }, say(placed.length ? "play.enter.change" : "play.enter.tap")),
      verdict && this.judged(verdict),
      verdict?.later && warning(verdict.later),
      this.problem,
      h("div", { class: "row entering-actions" }, button(say("dialogs.cancel"), () => this.end(), { look: "quiet" }), this.confirm()),
    );
  }

  heading() {
    const { task } = this;
    if (task?.kind === "edit") return say("play.enter.edit", { number: task.turn?.number ?? 0 });
    if (task?.kind === "insert") return say("play.enter.insert", { number: task.turn?.number ?? 0 });
    return this.player === null ? say("play.starter.lays") : say("play.enter.title", { name: this.table.state.players[this.player].name });
  }

  whose() {
    const { state } = this.table;
    if (this.player === null || (this.task?.kind === "new" && state.whose_turn !== null)) return null;
    return choiceOfPlayer(this.table, this.player, (player) => {
      this.player = player;
      this.draw();
      this.judge();
    });
  }

  /** @param {Verdict} verdict */
  judged(verdict) {
    if (verdict.legal) {
      return h(
        "div",
        { class: "verdict", role: "status" },
        h("p", { class: "spread" }, h("span", { class: "badge good" }, icon("check"), say("play.enter.legal")), h("b", {}, count("units.points", verdict.points))),
        lineList(this.table, verdict.lines, "tiles"),
        verdict.lines.length > 1 && h("p", { class: "sum" }, verdict.sum),
      );
    }
    return h("div", { class: "banner bad", role: "alert" }, icon("alert"), h("span", {}, sentences(verdict.violations).join(" ")));
  }

  confirm() {
    const wrong = this.verdict && !this.verdict.legal;
    const label = say(wrong ? "play.let_stand" : this.task?.kind === "new" ? "play.enter.confirm" : "play.save");
    const act = button(label, () => this.save(act), { look: wrong ? "danger" : "primary" });
    act.disabled = !this.placed.length || !this.verdict;
    return act;
  }

  /** @param {HTMLButtonElement} waiting */
  save(waiting) {
    const { task, player, placed } = this;
    const turn = { player, placed };
    const id = task?.turn?.id;
    const what = this.verdict?.legal === false ? "overrule" : "turn";
    if (task?.kind === "insert" && task.turn) return void tellInserted(this.table, task.turn, { event: what, ...turn }, () => this.end());
    const word = task?.kind === "edit" ? { input: "correct", of: id, to: { event: what, ...turn } } : { input: what, ...turn };
    attempt(() => this.table.tell(word), this.problem, waiting, () => this.end());
  }
}

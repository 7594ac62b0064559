// @ts-check
// A turn of the card game, entered by hand: cards come from the hand, move between sets, and Qwirkles are taken.
import { button, byId, fill, h, icon } from "./dom.js";
import { attempt, problems } from "./dialogs.js";
import { card, setName } from "./cards.js";
import { choiceOfPlayer, tellInserted } from "./edit.js";
import { pickCards } from "./handpick.js";
import { lineList, sentences } from "./panels.js";
import { isQwirkle, kindOf, sameCards, tableBefore } from "./sets.js";
import { warning } from "./shift.js";
import { count, say, tileName } from "./words.js";

/** @typedef {import("./types.js").Verdict} Verdict */
/** @typedef {import("./enter.js").Task} Task */
/** @typedef {{from: string[], index: number}} Lifted a card that is being moved */

export class Arrange {
  /** @param {import("./context.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Task | null} */
    this.task = null;
    /** @type {string[][]} */
    this.sets = [];
    /** @type {string[][]} */
    this.taken = [];
    /** @type {Set<string[]>} Qwirkles that somebody put back on purpose */
    this.kept = new Set();
    /** @type {string[]} cards from the hand that have no place yet */
    this.tray = [];
    /** @type {Lifted | null} */
    this.lifted = null;
    /** @type {Verdict | null} */
    this.verdict = null;
    this.asked = 0;
    /** @type {number | null} nobody by name where it is not known who started */
    this.player = null;
    this.place = byId("arranging");
    this.problem = problems();
  }

  /** @param {Task} task */
  begin(task) {
    const { state } = this.table;
    const edited = task.kind === "edit" ? task.turn : undefined;
    this.task = task;
    this.player = task.player ?? (task.turn ? task.turn.player : state.whose_turn);
    const { lying } = task;
    const after = lying ? lying.sets.map((set) => set.cards) : edited?.after;
    this.sets = (after ?? tableBefore(state, task.turn)).map((cards) => [...cards]);
    this.taken = (lying?.taken ?? edited?.taken ?? []).map((cards) => [...cards]);
    this.kept = new Set(this.sets);
    this.tray = [];
    this.lifted = null;
    this.problem.hidden = true;
    document.body.classList.add("is-entering", "is-arranging");
    this.place.hidden = false;
    this.changed();
    this.place.scrollIntoView({ block: "start" });
  }

  end() {
    this.task = null;
    this.asked += 1;
    this.place.hidden = true;
    this.place.replaceChildren();
    document.body.classList.remove("is-entering", "is-arranging");
  }

  changed() {
    this.sets = this.sets.filter((cards) => cards.length);
    this.verdict = null;
    this.draw();
    this.judge();
  }

  async judge() {
    const mine = ++this.asked;
    const { task } = this;
    if (!task || this.tray.length) return;
    const where = task.turn ? { [task.kind === "edit" ? "of" : "before"]: task.turn.id } : {};
    const tried = { player: this.player, ...this.result(), ...where };
    await attempt(async () => {
      const verdict = await this.table.post("judge", tried);
      if (mine !== this.asked) return;
      this.verdict = verdict;
      this.draw();
    }, this.problem);
  }

  /**
   * Lift a card, or lay the lifted one down again.
   * @param {string[]} from
   * @param {number} index
   */
  lift(from, index) {
    const same = this.lifted?.from === from && this.lifted.index === index;
    this.lifted = same ? null : { from, index };
    this.draw();
  }

  /** @param {string[]} to the set that gets the lifted card */
  drop(to) {
    if (!this.lifted) return;
    const { from, index } = this.lifted;
    if (from !== to) {
      const [moved] = from.splice(index, 1);
      to.push(moved);
      // A six that comes about anew is taken again.
      this.kept.delete(to);
    }
    this.lifted = null;
    this.changed();
  }

  dropNew() {
    /** @type {string[]} */
    const fresh = [];
    this.sets.push(fresh);
    this.drop(fresh);
  }

  /**
   * Whether a set is a Qwirkle that is taken with this turn; nobody has to say so.
   * @param {string[]} set
   * @returns {boolean}
   */
  isTaken(set) {
    return isQwirkle(set) && !this.kept.has(set);
  }

  /** @returns {{after: string[][], taken: string[][]}} the turn as it would be recorded */
  result() {
    return { after: this.sets.filter((set) => !this.isTaken(set)), taken: [...this.taken, ...this.sets.filter((set) => this.isTaken(set))] };
  }

  /** Lay all cards that came from the hand beside each other. */
  dropAll() {
    this.sets.push(this.tray);
    this.tray = [];
    this.lifted = null;
    this.changed();
  }

  /** @param {string[]} set */
  take(set) {
    this.kept.delete(set);
    this.sets = this.sets.filter((one) => one !== set);
    this.taken.push(set);
    this.lifted = null;
    this.changed();
  }

  /** @param {string[]} set */
  putBack(set) {
    this.taken = this.taken.filter((one) => one !== set);
    this.sets.push(set);
    this.kept.add(set);
    this.changed();
  }

  draw() {
    const focus = document.activeElement?.getAttribute("data-focus");
    const title = this.title();
    fill(
      this.place,
      h("div", { class: "spread" }, h("h2", {}, title), this.whose(), button(say("play.arrange.restart"), () => this.task && this.begin(this.task), { icon: "undo", look: "quiet" })),
      h("p", { class: "muted small" }, say(this.lifted ? "play.arrange.drop" : "play.arrange.about")),
      this.handRow(),
      this.setRow("shape"),
      this.setRow("colour"),
      this.setRow("none"),
      this.takenRow(),
      this.judged(),
      this.verdict?.later && warning(this.verdict.later),
      this.problem,
      h("div", { class: "row entering-actions" }, button(say("dialogs.cancel"), () => this.end(), { look: "quiet" }), this.confirm()),
    );
    if (focus) /** @type {HTMLElement | null} */ (this.place.querySelector(`[data-focus="${CSS.escape(focus)}"]`))?.focus();
  }

  title() {
    const number = this.task?.turn?.number ?? 0;
    if (this.task?.kind === "edit") return say("play.enter.edit", { number });
    if (this.task?.kind === "insert") return say("play.enter.insert", { number });
    return this.player === null ? say("play.starter.lays") : say("play.arrange.title", { name: this.table.state.players[this.player].name });
  }

  whose() {
    if (this.player === null || this.task?.kind === "edit" || (this.task?.kind === "new" && this.table.state.whose_turn !== null)) return null;
    return choiceOfPlayer(this.table, this.player, (player) => {
      this.player = player;
      this.changed();
    });
  }

  /** @returns {boolean} whether the lifted card came from the hand with this turn, and may go back there */
  get isFromHand() {
    if (!this.lifted) return false;
    const { from, index } = this.lifted;
    if (from === this.tray) return true;
    const copies = (/** @type {string[][]} */ sets) => sets.flat().filter((code) => code === from[index]).length;
    return copies([...this.sets, ...this.taken]) > copies(tableBefore(this.table.state, this.task?.turn));
  }

  handRow() {
    return h(
      "section",
      { class: "set-row tray" },
      h("h3", {}, say("play.arrange.hand")),
      h(
        "div",
        { class: "row" },
        h("div", { class: "fan" }, this.tray.map((code, index) => this.cardButton(this.tray, code, index))),
        button(say("play.arrange.from_hand"), () => this.pick(), { icon: "plus", props: { "data-focus": "pick" } }),
        this.tray.length > 1 && button(say("play.arrange.as_one"), () => this.dropAll(), { icon: "both", props: { "data-focus": "all" } }),
        this.lifted && button(say("play.arrange.new_set"), () => this.dropNew(), { icon: "plus", look: "drop-here", props: { "data-focus": "new" } }),
        this.isFromHand && button(say("play.arrange.back"), () => this.unpick(), { icon: "close", look: "quiet" }),
      ),
    );
  }

  /** @param {"shape" | "colour" | "none"} by */
  setRow(by) {
    const own = this.sets.filter((cards) => kindOf(cards) === by);
    if (!own.length && by === "none") return null;
    return h("section", { class: "set-row" }, h("h3", {}, say(`play.cards.${by}`)), h("div", { class: "sets" }, own.map((set) => this.oneSet(set))));
  }

  /** @param {string[]} set */
  oneSet(set) {
    const whole = isQwirkle(set);
    const joy = this.isTaken(set);
    const bad = !joy && (this.verdict?.violations.some((violation) => sameCards(violation.tiles, set)) ?? false);
    const target = this.lifted && this.lifted.from !== set;
    return h(
      "div",
      { class: ["set", bad && "wrong", joy && "joy", target && "target"].filter(Boolean).join(" ") },
      h("div", { class: "fan" }, set.map((code, index) => this.cardButton(set, code, index))),
      h("div", { class: "set-foot" }, joy && h("span", { class: "badge good" }, icon("star"), say("play.cheer")), bad && h("span", { class: "badge bad" }, icon("alert"), say("play.arrange.wrong")), h("span", { class: "small" }, `${setName(set)} · ${set.length}`)),
      target && button(say("play.arrange.here"), () => this.drop(set), { look: "drop-here" }),
      whole && button(say("play.arrange.take"), () => this.take(set), { look: "primary", icon: "star" }),
    );
  }

  /**
   * @param {string[]} from
   * @param {string} code
   * @param {number} index
   */
  cardButton(from, code, index) {
    const pressed = this.lifted?.from === from && this.lifted.index === index;
    const place = [this.tray, ...this.sets].indexOf(from);
    const props = { type: "button", class: "card-button", "aria-label": tileName(code), "aria-pressed": String(pressed), "data-focus": `card-${place}-${index}`, on: { click: () => this.lift(from, index) } };
    return h("button", props, card(code, { named: false }));
  }

  takenRow() {
    if (!this.taken.length) return null;
    const one = (/** @type {string[]} */ set) => h("div", { class: "set" }, h("div", { class: "fan" }, set.map((code) => card(code))), button(say("play.arrange.put_back"), () => this.putBack(set), { icon: "undo", look: "quiet" }));
    return h("section", { class: "set-row" }, h("h3", {}, say("play.arrange.taken")), h("div", { class: "sets" }, this.taken.map(one)));
  }

  /** Choose cards from the hand; several at once. */
  pick() {
    pickCards(this.table, this.tray, () => this.picked());
  }

  picked() {
    if (!this.lifted && this.tray.length) this.lifted = { from: this.tray, index: 0 };
    this.changed();
    /** @type {HTMLElement | null} */ (this.place.querySelector(".card-button"))?.focus();
  }

  unpick() {
    if (this.isFromHand) this.lifted?.from.splice(this.lifted.index, 1);
    this.lifted = null;
    this.changed();
  }

  /** @returns {boolean} whether no card has come from the hand: then there is nothing to judge yet */
  get untouched() {
    return this.task?.kind !== "edit" && (this.verdict?.violations.some((violation) => violation.code === "no_card_played") ?? false);
  }

  judged() {
    if (this.tray.length) return h("p", { class: "banner ask" }, icon("ask"), h("span", {}, count("play.arrange.waiting", this.tray.length)));
    const { verdict } = this;
    if (!verdict || this.untouched) return null;
    if (!verdict.legal) return h("div", { class: "banner bad", role: "alert" }, icon("alert"), h("div", {}, sentences(verdict.violations).map((text) => h("p", {}, text))));
    return h("div", { class: "verdict", role: "status" }, h("p", { class: "spread" }, h("span", { class: "badge good" }, icon("check"), say("play.enter.legal")), h("b", {}, count("units.qwirkles", verdict.points))), lineList(this.table, verdict.lines, "cards"));
  }

  confirm() {
    const nothing = this.untouched;
    const wrong = this.verdict?.legal === false && !nothing;
    const label = say(wrong ? "play.let_stand" : this.task?.kind === "new" ? "play.enter.confirm" : "play.save");
    const act = button(label, () => this.save(act), { look: wrong ? "danger" : "primary" });
    act.disabled = this.tray.length > 0 || nothing || !this.verdict;
    return act;
  }

  /** @param {HTMLButtonElement} waiting */
  save(waiting) {
    const { task } = this;
    const what = this.verdict?.legal === false ? "overrule" : "turn";
    const turn = { player: this.player, ...this.result() };
    if (task?.kind === "insert" && task.turn) return void tellInserted(this.table, task.turn, { event: what, ...turn }, () => this.end());
    const word = task?.kind === "edit" ? { input: "correct", of: task.turn?.id, to: { event: what, ...turn } } : { input: what, ...turn };
    attempt(() => this.table.tell(word), this.problem, waiting, () => this.end());
  }
}

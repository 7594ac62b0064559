// @ts-check
// A change of one turn, and whether everybody after it moves on; with what everybody has before and after.
import { button, h, icon } from "./dom.js";
import { attempt, open, problems } from "./dialogs.js";
import { count, say } from "./words.js";

/** @typedef {import("./context.js").Table} Table */
/** @typedef {import("./types.js").Turn} Turn */
/** @typedef {{points: number[] | null, whose_turn: number | null}} Totals */
/** @typedef {{before: Totals, after: Totals, later: string}} Foreseen */

/**
 * Make a change; where others follow it and the order asks for that, ask first whether they move on with it.
 * @param {Table} table
 * @param {{title: string, about?: string, label: string, word: Record<string, any>, shift: number, follows: boolean, done?: () => void}} change
 *   `shift`: by how many players those after it are expected to move; `follows`: whether there are any
 */
export async function askShift(table, change) {
  const choices = change.follows && change.shift ? [change.shift, 0] : [change.follows ? 0 : change.shift];
  if (choices.length === 1 && !change.about && !(await spoils(table, moved(change.word, choices[0])))) return attempt(() => table.tell(moved(change.word, choices[0])), null, null, change.done);
  const place = problems();
  const options = choices.map((shift, number) => option(table, change.word, shift, number === 0, choices.length > 1));
  const chosen = () => choices[Math.max(0, options.findIndex(({ input }) => input.checked))];
  const go = button(change.label, () => attempt(() => table.tell(moved(change.word, chosen())), place, go, () => (dialog.close(), change.done?.())), { look: "primary" });
  const dialog = open(
    change.title,
    [
      change.about ? h("p", {}, change.about) : null,
      choices.length > 1 && h("fieldset", { class: "shifts" }, h("legend", {}, say("play.shift.question")), ...options.map(({ element }) => element)),
      choices.length === 1 && h("div", { class: "stack" }, options[0].totals),
      place,
    ],
    { actions: [button(say("dialogs.cancel"), () => dialog.close()), go] },
  );
  go.focus();
  return true;
}

/**
 * Whether a change makes later turns illegal; what cannot be foreseen is refused when it is told.
 * @param {Table} table
 * @param {Record<string, any>} word
 * @returns {Promise<boolean>}
 */
async function spoils(table, word) {
  const seen = /** @type {Foreseen | null} */ (await table.post("foresee", word).catch(() => null));
  return Boolean(seen?.later);
}

/**
 * What has to be looked at, too, after a change.
 * @param {string} text
 */
export function warning(text) {
  return h("span", { class: "banner warn", role: "status" }, icon("alert"), h("span", {}, say("play.enter.later", { text })));
}

/**
 * By how many players those after a change move on, the short way round.
 * @param {Table} table
 * @param {number} from
 * @param {number} to
 * @returns {number}
 */
export function steps(table, from, to) {
  const players = table.state.players.length;
  const on = (to - from + players) % players;
  return players > 2 && on === players - 1 ? -1 : on;
}

/**
 * @param {Record<string, any>} word
 * @param {number} shift
 */
function moved(word, shift) {
  return shift ? { ...word, shift } : word;
}

/**
 * One of the ways to go on, with what everybody has then.
 * @param {Table} table
 * @param {Record<string, any>} word
 * @param {number} shift
 * @param {boolean} first
 * @param {boolean} several
 */
function option(table, word, shift, first, several) {
  const input = h("input", { type: "radio", name: "shift", value: shift, checked: first });
  const totals = h("ul", { class: "totals" });
  foresee(table, moved(word, shift), totals, input);
  if (!several) return { input, totals, element: totals };
  const label = h("span", {}, h("b", {}, labelOf(shift)), first && h("span", { class: "badge good" }, icon("check"), say("play.shift.expected")));
  return { input, totals, element: h("label", { class: "shift-choice" }, input, h("span", { class: "shift-says" }, label, totals)) };
}

/** @param {number} shift */
function labelOf(shift) {
  if (!shift) return say("play.shift.alone");
  return shift < 0 ? say("play.shift.back") : count("play.shift.on", shift);
}

/**
 * Show what everybody would have; a way that cannot be says why.
 * @param {Table} table
 * @param {Record<string, any>} word
 * @param {HTMLElement} place
 * @param {HTMLInputElement} input
 */
async function foresee(table, word, place, input) {
  const problem = problems();
  const ask = async () => {
    const { before, after, later } = /** @type {Foreseen} */ (await table.post("foresee", word));
    if (later) place.after(warning(later));
    if (before.points && after.points) place.replaceChildren(...table.state.players.map((player, number) => total(player, before.points?.[number] ?? 0, after.points?.[number] ?? 0)));
  };
  if (await attempt(ask, problem)) return;
  input.disabled = true;
  place.replaceChildren(h("li", {}, problem));
}

/**
 * @param {import("./types.js").Player} player
 * @param {number} before
 * @param {number} after
 */
function total(player, before, after) {
  const change = before === after ? h("b", {}, after) : [h("s", {}, before), "→", h("b", {}, after)];
  const spoken = say("play.shift.totals", { name: player.name, before, after });
  return h(
    "li",
    { style: { "--swatch": player.colour } },
    h("span", { class: "visually-hidden" }, spoken),
    h("span", { class: "total", "aria-hidden": "true" }, h("span", { class: "swatch" }), h("bdi", {}, player.name), ...[change].flat()),
  );
}

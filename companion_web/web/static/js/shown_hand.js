// @ts-check
// Who cannot play shows the hand, and others look for a play: tileye does, too, where the camera sees the hand or somebody taps it in.
import { button, fill, h } from "./dom.js";
import { attempt, problems } from "./dialogs.js";
import { pickCards } from "./handpick.js";
import { moveRow, tableAfter } from "./hint.js";
import { tileRow } from "./tiles.js";
import { say } from "./words.js";

/**
 * What a dialog shows of a hand that was shown.
 * @param {import("./context.js").Table} table
 * @returns {import("./dom.js").Child[]}
 */
export function shownHand(table) {
  /** @type {string[]} */
  const hand = [...(table.state.cards?.shown ?? [])];
  const place = problems();
  const held = h("div", { class: "row shown-hand" });
  const found = h("div", { class: "stack", role: "status" });
  const choose = button(say("play.cannot.choose"), () => pickCards(table, hand, look), { icon: "bulb", props: { "data-focus": "shown" } });

  function look() {
    fill(held, hand.length > 0 && [h("span", { class: "muted small" }, say("play.cannot.hand")), tileRow(hand, "1.75rem")]);
    fill(found);
    place.hidden = true;
    if (hand.length) attempt(async () => tell(await table.post("hint", { hand })), place, choose);
  }

  /** @param {{moves: import("./hint.js").Move[], proven: boolean}} answer */
  function tell({ moves: [move], proven }) {
    if (move) fill(found, h("p", {}, h("b", {}, say("play.cannot.found"))), h("div", {}, moveRow(table.state, move), move.after && tableAfter(move.after)));
    else fill(found, h("p", {}, say("play.cannot.none")), !proven && h("p", { class: "small muted" }, say("play.hint.unproven")));
  }

  look();
  return [held, found, choose, place];
}

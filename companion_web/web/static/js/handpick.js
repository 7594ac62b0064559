// @ts-check
// Choosing cards from the hand: what is chosen is marked where it was tapped, and stands above to be taken out again.
import { button, fill, h } from "./dom.js";
import { open } from "./dialogs.js";
import { choiceOfTiles, tile } from "./tiles.js";
import { count, say, tileName } from "./words.js";

/**
 * @param {import("./context.js").Table} table
 * @param {string[]} hand changed as cards are chosen
 * @param {() => void} closed
 */
export function pickCards(table, hand, closed) {
  const left = new Map(table.state.left.map(({ tile: code, count: n }) => [code, n]));
  const said = h("p", { role: "status", class: "muted" });
  const chosen = h("div", { class: "hint-hand" });
  const all = choiceOfTiles(table.state.game.set, (code) => hand.length < table.state.game.hand && change(() => hand.push(code)), { left });
  const done = button(say("play.arrange.picked"), () => dialog.close(), { look: "primary" });

  /** @param {() => void} act */
  function change(act) {
    act();
    draw();
  }

  function draw() {
    said.textContent = count("play.arrange.chosen", hand.length);
    const one = (/** @type {string} */ code, /** @type {number} */ index) =>
      h("button", { type: "button", class: "tile-button", "aria-label": say("play.hint.remove", { tile: tileName(code) }), on: { click: () => change(() => hand.splice(index, 1)) } }, tile(code, { named: false }));
    fill(chosen, hand.map(one));
    for (const made of /** @type {NodeListOf<HTMLButtonElement>} */ (all.querySelectorAll("button"))) mark(made, made.dataset.tile ?? "");
  }

  /**
   * @param {HTMLButtonElement} made
   * @param {string} code
   */
  function mark(made, code) {
    const n = hand.filter((one) => one === code).length;
    made.setAttribute("aria-pressed", String(n > 0));
    made.querySelector(".picked-count")?.remove();
    if (n > 1) made.append(h("span", { class: "picked-count" }, n));
    made.disabled = hand.length >= table.state.game.hand && !n;
  }

  draw();
  const dialog = open(say("play.arrange.from_hand"), [said, chosen, all], { actions: [done], closed });
}

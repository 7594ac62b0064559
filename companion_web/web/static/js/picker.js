// @ts-check
// Which tile lies here? The likely ones first, then all.
import { h, icon } from "./dom.js";
import { open } from "./dialogs.js";
import { choiceOfTiles, tile } from "./tiles.js";
import { say, tileName } from "./words.js";

/**
 * @typedef {{title: string, about?: string, set: string | null, likely: string[], shares?: Map<string, number>, current?: string | null,
 *   left?: Map<string, number> | null, nothing?: (() => void) | null, nothingLabel?: string, choose: (code: string) => void, more?: HTMLElement[]}} Question
 */

/**
 * @param {Question} question
 * @returns {HTMLDialogElement}
 */
export function pickTile(question) {
  const settle = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const all = choiceOfTiles(question.set, (code) => settle(() => question.choose(code))(), { current: question.current, left: question.left });
  const dialog = open(question.title, [
    question.about ? h("p", { class: "muted" }, question.about) : null,
    question.likely.length ? likelyRow(question, (code) => settle(() => question.choose(code))()) : null,
    all,
    question.nothing ? h("button", { type: "button", class: "button", on: { click: settle(question.nothing) } }, icon("close"), question.nothingLabel ?? say("play.pick.nothing")) : null,
    ...(question.more ?? []),
  ]);
  dialog.classList.add("picker");
  /** @type {HTMLElement | null} */ (dialog.querySelector(".likely button, .tile-choice button"))?.focus();
  return dialog;
}

/**
 * @param {Question} question
 * @param {(code: string) => void} choose
 */
function likelyRow(question, choose) {
  const one = (/** @type {string} */ code) => {
    const share = question.shares?.get(code);
    const text = share ? `${tileName(code)}, ${Math.round(share * 100)} %` : tileName(code);
    return h("button", { type: "button", class: "button likely-one", on: { click: () => choose(code) } }, tile(code, { named: false, size: "2.25rem" }), h("span", {}, text));
  };
  return h("div", { class: "likely", role: "group", "aria-label": say("play.pick.likely") }, question.likely.map(one));
}

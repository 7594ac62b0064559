// @ts-check
// The keys: only outside of fields and dialogs, and they can be switched off.
import { button, h } from "./dom.js";
import { open } from "./dialogs.js";
import { store, stored } from "./storage.js";
import { say } from "./words.js";

const TYPING = "input, select, textarea, [contenteditable], dialog";
const PRESSED_BY_SPACE = "button, summary, a, [role=tab], input";

/** Whether single keys do something. */
let listening = stored("keys") !== "no";

/** @param {Record<string, () => void>} acts what each key does */
export function listen(acts) {
  addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === " " && target.closest(PRESSED_BY_SPACE)) return;
    const act = acts[key];
    if (!act || (!listening && key !== "?")) return;
    event.preventDefault();
    act();
  });
}

/** @param {boolean} referee */
export function showKeys(referee) {
  const rows = [
    [["←", "→", "↑", "↓"], "play.keys.arrows", true],
    [["Enter"], "play.keys.enter", referee],
    [["D"], "play.keys.done", referee],
    [["U"], "play.keys.undo", referee],
    [["R"], "play.keys.redo", referee],
    [[say("play.keys.space")], "play.keys.pause", referee],
    [["V"], "play.keys.view", true],
    [["+", "−", "0"], "play.keys.zoom", true],
    [["?"], "play.keys.help", true],
  ].filter(([, , shown]) => shown);
  const row = ([keys, text]) => h("tr", {}, h("td", {}, h("span", { class: "row" }, keys.map((/** @type {string} */ key) => h("kbd", {}, key)))), h("td", {}, say(text)));
  const label = () => say(listening ? "play.keys.off" : "play.keys.on");
  const toggle = button(label(), () => {
    listening = !listening;
    store("keys", listening ? "yes" : "no");
    toggle.textContent = label();
  });
  open(say("play.keys.title"), [h("table", { class: "plain" }, h("tbody", {}, rows.map(row))), toggle]);
}

// @ts-check
// The help: what works on this machine, looked at when somebody asks.
import { get, Refused } from "./api.js";
import { byId, fill, h, icon } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{name: string, ok: boolean, blocks: boolean, text: string, advice: string | null}} Check */

const button = /** @type {HTMLButtonElement} */ (byId("examine"));
const place = byId("examined");

/** @param {Check} check */
function row(check) {
  const [mark, look, sign] = check.blocks ? ["fails", "bad", "close"] : check.ok ? ["ok", "good", "check"] : ["note", "warn", "alert"];
  return h(
    "li",
    { "data-check": check.name },
    h("div", { class: "spread" }, h("h3", {}, say(`doctor.names.${check.name}`)), h("span", { class: `badge ${look}` }, icon(sign), say(`doctor.marks.${mark}`))),
    h("p", { class: "muted" }, check.text),
    check.advice && h("p", {}, check.advice),
  );
}

/** @param {{ok: boolean, checks: Check[]}} found */
function outcome({ ok, checks }) {
  const failed = checks.filter((check) => check.blocks).map((check) => say(`doctor.names.${check.name}`));
  const text = ok ? say("doctor.works") : say("doctor.blocked", { names: failed.join(", ") });
  return h("p", { class: `banner ${ok ? "good" : "bad"}` }, icon(ok ? "check" : "alert"), h("span", {}, text));
}

async function look() {
  button.disabled = true;
  fill(place, h("p", { class: "muted" }, say("doctor.page.looking")));
  try {
    const found = await get("/api/doctor");
    fill(place, outcome(found), h("ul", { class: "lines checked" }, found.checks.map(row)));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fill(place, h("p", { class: "banner bad" }, icon("alert"), h("span", {}, error.status ? error.message : say("pages.unreachable"))));
  } finally {
    button.disabled = false;
    button.textContent = say("doctor.page.again");
  }
}

button.addEventListener("click", look);

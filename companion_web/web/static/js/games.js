// @ts-check
// The list of games: going on, renaming, deleting with a way back, and importing.
import { post, Refused, send } from "./api.js";
import { byId, fill, h, icon } from "./dom.js";
import { takingOver } from "./takeover.js";
import { say } from "./words.js";
import { writeTimes } from "./when.js";

const LARGEST = 2_000_000;
const TOAST_MS = 10_000;
const lists = byId("lists");
let fading = 0;

/** @typedef {{id: string, name: string, row: HTMLElement}} Game */

/** Fetch the lists anew, drawn by the server, with the bin as open as it was. */
async function refresh() {
  const answer = await fetch(location.href, { cache: "no-store" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lists");
  const open = document.getElementById("bin")?.hasAttribute("open");
  lists.replaceChildren(...(fresh?.childNodes ?? []));
  document.getElementById("bin")?.toggleAttribute("open", open ?? false);
  writeTimes(lists);
}

/**
 * Say what has happened, perhaps with a way back.
 * @param {string} text
 * @param {{label: string, act: () => void} | null} [back]
 */
function tell(text, back = null) {
  clearTimeout(fading);
  const undo = back && h("button", { type: "button", class: "link", on: { click: back.act } }, back.label);
  fill(byId("toast"), h("div", { class: "toast" }, h("span", {}, text), undo));
  fading = window.setTimeout(() => byId("toast").replaceChildren(), TOAST_MS);
}

/**
 * @param {() => Promise<unknown>} act
 * @returns {Promise<boolean>}
 */
async function attempt(act) {
  byId("problem").hidden = true;
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof Refused) complain(error.status ? error.message : say("games.unreachable"));
    else throw error;
    return false;
  }
}

/** @param {string} text */
function complain(text) {
  const place = byId("problem");
  fill(place, icon("alert"), h("span", {}, text));
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

/**
 * Change something on the server, show the lists anew, and put the focus where it makes sense.
 * @param {Game} game
 * @param {() => Promise<unknown>} act
 * @param {string} news
 * @param {{label: string, act: () => void} | null} [back]
 */
async function change(game, act, news, back = null) {
  const done = await attempt(async () => {
    await act();
    await refresh();
  });
  if (!done) return;
  tell(news, back);
  const heading = lists.querySelector(`[data-game="${game.id}"] :is(h2, h3)`) ?? document.querySelector("main");
  if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
}

/**
 * Ask in a dialog; resolves to whether the answer was yes.
 * @param {string} id
 * @returns {Promise<boolean>}
 */
function asked(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** @param {Game} game */
const path = (game) => `/api/games/${game.id}`;

/** @type {Record<string, (game: Game) => Promise<void>>} */
const ACTS = {
  async rename(game) {
    const field = /** @type {HTMLInputElement} */ (byId("name"));
    field.value = game.name;
    setTimeout(() => field.select());
    if (!(await asked("rename"))) return;
    const name = field.value.trim();
    if (name) await change(game, () => send("PATCH", path(game), { name }), say("games.renamed", { name }));
  },
  async close(game) {
    await change(game, () => post(`${path(game)}/close`), say("games.closed", { name: game.name }));
  },
  async delete(game) {
    const back = { label: say("games.back"), act: () => void ACTS.restore(game) };
    await change(game, () => send("DELETE", path(game)), say("games.deleted", { name: game.name }), back);
  },
  async restore(game) {
    await change(game, () => post(`${path(game)}/restore`), say("games.restored", { name: game.name }));
  },
  async purge(game) {
    byId("purge-title").textContent = say("games.purge_title", { name: game.name });
    if (await asked("purge")) await change(game, () => post(`${path(game)}/purge`), say("games.purged", { name: game.name }));
  },
};

/** @param {MouseEvent} event */
function onClick(event) {
  const target = /** @type {Element} */ (event.target).closest("[data-act], [data-resume]");
  const row = /** @type {HTMLElement | null} */ (target?.closest("[data-game]"));
  if (!target || !row) return;
  const game = { id: row.dataset.game ?? "", name: row.dataset.name ?? "", row };
  const act = target.getAttribute("data-act");
  if (act) return void ACTS[act](game);
  event.preventDefault();
  const goOn = async () => {
    await post(`${path(game)}/resume`);
    location.assign(`/game/${game.id}`);
  };
  attempt(() => takingOver(goOn));
}

/** @param {File | undefined} file */
async function take(file) {
  if (!file) return;
  if (file.size > LARGEST) return complain(say("games.import.large", { file: file.name }));
  byId("news").textContent = say("games.import.reading", { file: file.name });
  const form = new FormData();
  form.append("file", file);
  await attempt(async () => {
    const { id } = await post("/api/games/import", form);
    await refresh();
    const row = /** @type {HTMLElement | null} */ (lists.querySelector(`[data-game="${id}"]`));
    tell(row ? say("games.import.done", { name: row.dataset.name ?? "" }) : say("games.import.added"));
    row?.scrollIntoView({ block: "nearest" });
    row?.querySelector("h2")?.focus({ preventScroll: true });
  });
}

function prepareImport() {
  const field = /** @type {HTMLInputElement} */ (byId("file"));
  field.addEventListener("change", () => {
    take(field.files?.[0]);
    field.value = "";
  });
  let inside = 0;
  /** @param {number} now how many elements the dragged file is over */
  const over = (now) => {
    inside = Math.max(0, now);
    byId("import").classList.toggle("over", inside > 0);
  };
  addEventListener("dragenter", () => over(inside + 1));
  addEventListener("dragleave", () => over(inside - 1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    over(0);
    take(event.dataTransfer?.files[0]);
  });
}

document.addEventListener("click", onClick);
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog")?.close());
}
if (document.getElementById("import")) prepareImport();
writeTimes();

// @ts-check
// The first page: going on with a game, and for viewers the game that begins.
import { get, post, Refused } from "./api.js";
import { byId, fill, h, icon } from "./dom.js";
import { store } from "./storage.js";
import { takingOver } from "./takeover.js";
import { say } from "./words.js";
import { writeTimes } from "./when.js";

const ASK_MS = 3000;

/** @param {unknown} error */
function complain(error) {
  if (!(error instanceof Refused)) throw error;
  const place = byId("problem");
  fill(place, icon("alert"), h("span", {}, error.status ? error.message : say("pages.unreachable")));
  place.hidden = false;
}

/** @param {string} id of the game to go on with */
async function resume(id) {
  byId("problem").hidden = true;
  try {
    await takingOver(async () => {
      await post(`/api/games/${id}/resume`);
      location.assign(`/game/${id}`);
    });
  } catch (error) {
    complain(error);
  }
}

/**
 * Begin the game of the film that comes with the program.
 * @param {HTMLButtonElement} waiting
 */
async function show(waiting) {
  byId("problem").hidden = true;
  waiting.disabled = true;
  try {
    waiting.disabled = await takingOver(async () => {
      const { id } = await post("/api/games", JSON.parse(byId("data").textContent || "{}").demo);
      store("began", id);
      location.assign(`/game/${id}`);
    });
  } catch (error) {
    waiting.disabled = false;
    complain(error);
  }
}

/** A viewer who comes before the game begins is taken along when it does. */
async function wait() {
  const { open } = await get("/api/house").catch(() => ({ open: [] }));
  if (open.length) location.assign(`/game/${open[0].id}`);
  else setTimeout(wait, ASK_MS);
}

for (const link of document.querySelectorAll("[data-resume]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    resume(String(link.getAttribute("data-resume")));
  });
}
const demo = /** @type {HTMLButtonElement | null} */ (document.getElementById("demo"));
demo?.addEventListener("click", () => show(demo));
if (document.getElementById("nobody")) wait();
writeTimes();

// @ts-check
// Entering the code; one that came with the address is tried by itself.
import { post, Refused } from "./api.js";
import { byId } from "./dom.js";
import { say } from "./words.js";

const form = byId("join");
const field = /** @type {HTMLInputElement} */ (byId("code"));
const problem = byId("problem");

/** Where to go on: a page of ours, else the first one. */
function next() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  const address = new URL(wanted, location.origin);
  return address.origin === location.origin && !address.pathname.startsWith("/api/") ? address.href : "/";
}

async function join() {
  const code = field.value.replace(/\s/g, "");
  if (!code) return refuse(say("pages.join.empty"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  problem.textContent = "";
  try {
    await post("/api/join", { code });
    location.assign(next());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error.status ? error.message : say("pages.unreachable"));
  } finally {
    button.disabled = false;
  }
}

/** @param {string} text */
function refuse(text) {
  problem.textContent = text;
  field.setAttribute("aria-invalid", "true");
  field.select();
}

field.addEventListener("input", () => field.removeAttribute("aria-invalid"));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  join();
});
if (location.hash.length > 1) {
  field.value = decodeURIComponent(location.hash.slice(1));
  // Not in the address any longer, so that nobody passes it on by accident.
  history.replaceState(null, "", location.pathname + location.search);
  join();
}

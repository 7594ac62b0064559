// @ts-check
// Set-up: everything that is agreed before a game, on one page.
import { post, Refused } from "./api.js";
import { Beginning } from "./beginning.js";
import { Checks } from "./checks.js";
import { bring, byId, fill, h, icon } from "./dom.js";
import { store } from "./storage.js";
import { Players } from "./players.js";
import { PhoneWay } from "./phone_way.js";
import { HAND, Sources } from "./sources.js";
import { takingOver } from "./takeover.js";
import { Starting } from "./start.js";
import { count, say } from "./words.js";

/** @typedef {import("./starter.js").Rules} Rules */

/** @typedef {import("./sources.js").Source} Source */
/** @typedef {import("./players.js").Known} Known */

/** @type {{sources?: Source[], known?: Known[], seated?: string[], rules: Record<string, Rules>, lan?: boolean, cards?: boolean}} */
const data = JSON.parse(byId("data").textContent || "{}");
const form = /** @type {HTMLFormElement} */ (byId("setup"));
const beginning = new Beginning(byId("lying"), () => players.seats.map((seat) => players.called(seat)));
const checks = new Checks((tiles) => beginning.show(tiles));
const phone = new PhoneWay((gone) => checks.gone(gone));
const sources = new Sources((source, picked) => {
  void phone.show(source?.kind === "phone", picked);
  const byPhotos = source?.kind === "photos";
  byId("photos").hidden = !byPhotos;
  if (byPhotos && picked) bring(byId("photos"));
  // A photo is a turn at once.
  byId("with-waiting").hidden = byPhotos;
  checks.watch(source && source.kind !== "photos" ? source.key : null, rules().kind);
  byId("with-camera").hidden = source === null;
});
/** @type {Starting | null} */
let starting = null;
const players = new Players(data.known ?? [], () => (starting?.draw(), beginning.renamed()));
starting = new Starting(players, rules);

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** @param {string} name of a group of radio buttons */
function picked(name) {
  return /** @type {RadioNodeList} */ (form.elements.namedItem(name)).value;
}

/** @returns {Rules} */
function rules() {
  return data.rules[picked("rules")];
}

/**
 * Show of all elements with this attribute those with this value.
 * @param {string} attribute
 * @param {string} value
 */
function showOnly(attribute, value) {
  for (const element of form.querySelectorAll(`[${attribute}]`)) {
    element.toggleAttribute("hidden", element.getAttribute(attribute) !== value);
  }
}

function onRules() {
  const { kind, pieces } = rules();
  showOnly("data-rules", picked("rules"));
  showOnly("data-of", kind);
  input("pieces").max = String(pieces);
  sources.restrict(kind === "cards" && !data.cards);
  starting?.draw();
}

function onGrace() {
  for (const name of ["grace", "pause"]) {
    byId(`${name}-says`).textContent = count("setup.automatic.seconds", Number(input(name).value));
  }
  byId("waiting").hidden = picked("automatic") === "no";
}

function plan() {
  return {
    rules: picked("rules"),
    players: players.seats.map(({ name, born, colour }) => ({ name, born, colour })),
    pieces: Number(input("pieces").value) || rules().pieces,
    source: sources.source?.key ?? HAND,
    language: input("language").value,
    automatic: picked("automatic") === "yes" || sources.source?.kind === "photos",
    grace: Number(input("grace").value),
    pause: Number(input("pause").value),
    evidence: input("evidence").checked,
    declared: starting?.declared ?? null,
    starter: starting?.starter ?? null,
    begin: sources.source ? beginning.answer : null,
  };
}

/**
 * @param {string} text
 * @param {HTMLElement | null} [where] the field that has to change
 */
function complain(text, where = null) {
  const place = byId("problem");
  fill(place, icon("alert"), h("span", {}, text));
  place.hidden = false;
  where?.setAttribute("aria-invalid", "true");
  where?.focus();
}

/** What is still missing; says so and returns true. */
function incomplete() {
  const problem = players.problem;
  if (problem) complain(problem.text, problem.input);
  else if (starting?.open) complain(say("setup.start.tied"), byId("tied").querySelector("input"));
  else {
    input("pieces").min = String(rules().hand * players.seats.length);
    return !valid(input("pieces"));
  }
  return true;
}

/** @param {HTMLInputElement} field that may be folded away */
function valid(field) {
  if (field.validity.valid) return true;
  field.closest("details")?.setAttribute("open", "");
  return field.reportValidity();
}

async function begin() {
  byId("problem").hidden = true;
  if (incomplete()) return;
  const button = /** @type {HTMLButtonElement} */ (byId("begin"));
  button.disabled = true;
  byId("news").textContent = say("setup.beginning");
  checks.rest();
  const rest = () => {
    button.disabled = false;
    sources.choose(sources.key);
  };
  try {
    const done = await takingOver(async () => {
      const { id } = await post("/api/games", plan());
      store("began", id);
      location.assign(`/game/${id}`);
    });
    if (!done) rest();
  } catch (error) {
    rest();
    if (!(error instanceof Refused)) throw error;
    complain(error.status ? error.message : say("setup.unreachable"));
  }
}

for (const name of data.seated ?? []) players.sit(name);
form.addEventListener("input", () => {
  byId("problem").hidden = true;
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
for (const radio of form.querySelectorAll('[name="rules"]')) radio.addEventListener("change", onRules);
for (const radio of form.querySelectorAll('[name="automatic"]')) radio.addEventListener("change", onGrace);
for (const name of ["grace", "pause"]) input(name).addEventListener("input", onGrace);
onGrace();
sources.show(data.sources ?? []);
onRules();
if (!sources.camerasKnown) sources.look();

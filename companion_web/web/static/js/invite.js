// @ts-check
// Letting others in: codes to look on and to correct; and from looking on to correcting.
import { get, post, Refused } from "./api.js";
import { attempt, open, problems } from "./dialogs.js";
import { button, h } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{code: string, address: string, qr: string}} Way */

/**
 * The button for those who may invite, else for those who may be let in further.
 * @param {boolean} referee
 * @returns {HTMLButtonElement}
 */
export function inviteButton(referee) {
  const label = say(referee ? "play.invite.title" : "play.code.open");
  return button(label, () => (referee ? attempt(openInvite) : openCode()), { icon: referee ? "invite" : "pencil", look: "quiet", bare: true });
}

async function openInvite() {
  /** @type {{viewer: Way | null, referee: Way | null}} */
  const ways = await get("/api/invite");
  if (!ways.viewer || !ways.referee) {
    open(say("play.invite.title"), [h("p", {}, say("play.invite.off")), h("p", {}, h("code", {}, "tileye play --lan"))]);
    return;
  }
  const parts = [oneWay("watch", ways.viewer), oneWay("correct", ways.referee)];
  open(say("play.invite.title"), [h("p", {}, say("play.invite.about", { address: ways.viewer.address })), h("div", { class: "invite" }, parts)], { wide: true });
}

/**
 * @param {"watch" | "correct"} what
 * @param {Way} way
 */
function oneWay(what, way) {
  const drawing = new DOMParser().parseFromString(way.qr, "text/html").querySelector("svg");
  return h(
    "section",
    { class: "invite-way" },
    h("h3", {}, say(`play.invite.${what}`)),
    h("div", { class: "invite-qr", role: "img", "aria-label": say("play.invite.qr", { what: say(`play.invite.${what}`) }) }, drawing),
    h("p", { class: "invite-code" }, h("b", {}, way.code)),
    h("p", { class: "muted small" }, say(`play.invite.${what}_about`)),
  );
}

/** From looking on to correcting. */
function openCode() {
  const problem = problems();
  const field = h("input", { id: "referee-code", class: "code", autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false", maxlength: 24 });
  const enter = async () => {
    const { role } = await post("/api/join", { code: field.value.replace(/\s/g, "") });
    if (role === "referee") location.reload();
    else throw new Refused(say("play.code.viewer"), 409);
  };
  const go = button(say("play.code.go"), () => attempt(enter, problem, go), { look: "primary" });
  field.addEventListener("keydown", (event) => event.key === "Enter" && go.click());
  const body = [h("p", {}, say("play.code.about")), h("div", { class: "field" }, h("label", { for: "referee-code" }, say("play.code.label")), field), problem];
  const dialog = open(say("play.code.open"), body, { actions: [button(say("dialogs.cancel"), () => dialog.close()), go] });
  field.focus();
}

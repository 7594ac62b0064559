// @ts-check
// Dialogs and short messages.
import { Refused } from "./api.js";
import { button, fill, h, icon } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * @param {string} title
 * @param {Child[]} body
 * @param {{actions?: Child[], wide?: boolean, closed?: () => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function open(title, body, options = {}) {
  const heading = h("h2", { id: `title-${++opened}` }, title);
  const dialog = h(
    "dialog",
    { class: options.wide ? "dialog wide" : "dialog", "aria-labelledby": heading.id },
    h("div", { class: "dialog-head" }, heading, button(say("dialogs.close"), () => dialog.close(), { icon: "close", look: "quiet", bare: true })),
    h("div", { class: "dialog-body" }, ...body),
    h("div", { class: "dialog-actions" }, ...(options.actions ?? [])),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    options.closed?.();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && outside(dialog, event) && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

let opened = 0;

/**
 * @param {HTMLDialogElement} dialog
 * @param {MouseEvent} event
 */
function outside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

/**
 * Ask before something that is not easily undone.
 * @param {string} title
 * @param {string} text
 * @param {string} label of the button that does it
 * @param {() => Promise<unknown>} act
 * @param {Child[]} [more] below the text
 */
export function confirm(title, text, label, act, more = []) {
  const place = problems();
  const go = button(label, () => attempt(act, place, go, () => dialog.close()), { look: "primary" });
  const dialog = open(title, [h("p", {}, text), ...more, place], { actions: [button(say("dialogs.cancel"), () => dialog.close()), go] });
  go.focus();
}

/** @returns {HTMLElement} where a dialog says what went wrong */
export function problems() {
  return h("p", { class: "banner bad", role: "alert", hidden: true });
}

/**
 * Do something on the server; say so where it is refused.
 * @param {() => Promise<unknown>} act
 * @param {HTMLElement | null} [place] for the sentence; else it is a short message
 * @param {HTMLButtonElement | null} [busy] a button that waits
 * @param {() => void} [done]
 * @returns {Promise<boolean>}
 */
export async function attempt(act, place = null, busy = null, done = () => {}) {
  if (busy) busy.disabled = true;
  try {
    await act();
    done();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const sentence = error.status ? error.message : say("play.link.unreachable");
    if (place) {
      fill(place, icon("alert"), h("span", {}, sentence));
      place.hidden = false;
      place.scrollIntoView({ block: "nearest" });
    } else {
      toast(sentence);
    }
    return false;
  } finally {
    if (busy) busy.disabled = false;
  }
}

const TOAST_MS = 6000;
let fading = 0;

/** @param {string} text */
export function toast(text) {
  const place = document.getElementById("toast");
  if (!place) return;
  clearTimeout(fading);
  fill(place, h("div", { class: "toast" }, h("span", {}, text)));
  fading = window.setTimeout(() => place.replaceChildren(), TOAST_MS);
}

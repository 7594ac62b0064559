// @ts-check
// What every page does: theme and palette from the menu, menus that close.
import { store } from "./storage.js";

/** @returns {NodeListOf<HTMLElement>} the switches of the menu, one for each look */
function switches() {
  return document.querySelectorAll("[data-look]");
}

/**
 * @param {HTMLElement} button
 * @returns {boolean}
 */
function isOn(button) {
  return document.documentElement.dataset[String(button.dataset.look)] === button.dataset.on;
}

/** Tell this page and the other open ones that the look has changed. */
function look() {
  dispatchEvent(new Event("tileye-look"));
  show();
}

/** Show in the menu what is chosen. */
function show() {
  for (const button of switches()) button.setAttribute("aria-pressed", String(isOn(button)));
}

/** @param {Event} event */
function closeMenus(event) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    const inside = event.target instanceof Node && menu.contains(event.target);
    if (event instanceof KeyboardEvent ? event.key === "Escape" : !inside) {
      menu.removeAttribute("open");
      if (event instanceof KeyboardEvent) menu.querySelector("summary")?.focus();
    }
  }
}

for (const button of switches()) {
  button.addEventListener("click", () => {
    const { look: kind, on, off } = button.dataset;
    store(String(kind), String(isOn(button) ? off : on));
    look();
  });
}
addEventListener("click", closeMenus);
addEventListener("keydown", (event) => event.key === "Escape" && closeMenus(event));
addEventListener("storage", show);
show();

// @ts-check
// What every page does: theme and palette from the menu, menus that close.
import { keep } from "./keep.js";

/** Tell this page and the other open ones that the look has changed. */
function look() {
  dispatchEvent(new Event("tileye-look"));
  show();
}

/** Show in the menu what is chosen. */
function show() {
  const { theme, palette } = document.documentElement.dataset;
  for (const button of document.querySelectorAll("[data-look]")) {
    const on = button.getAttribute("data-look") === "theme" ? theme === "dark" : palette === "clear";
    button.setAttribute("aria-pressed", String(on));
  }
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

for (const button of document.querySelectorAll("[data-look]")) {
  button.addEventListener("click", () => {
    const { theme, palette } = document.documentElement.dataset;
    if (button.getAttribute("data-look") === "theme") keep("theme", theme === "dark" ? "light" : "dark");
    else keep("palette", palette === "clear" ? "plain" : "clear");
    look();
  });
}
addEventListener("click", closeMenus);
addEventListener("keydown", (event) => event.key === "Escape" && closeMenus(event));
addEventListener("storage", show);
show();

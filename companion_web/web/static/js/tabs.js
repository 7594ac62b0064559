// @ts-check
// Tabs, with arrow keys as people know them.

/**
 * @param {HTMLElement} list with the tabs
 * @param {(panel: string) => void} shown
 * @returns {(panel: string) => void} to choose one
 */
export function tabs(list, shown) {
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role="tab"]')]);
  const panelOf = (/** @type {HTMLElement} */ tab) => tab.getAttribute("aria-controls") ?? "";

  /** @param {HTMLElement} chosen */
  function choose(chosen) {
    for (const tab of all) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      const panel = document.getElementById(panelOf(tab));
      if (panel) panel.hidden = !on;
    }
    shown(panelOf(chosen));
  }

  list.addEventListener("click", (event) => {
    const tab = event.target instanceof Element ? event.target.closest('[role="tab"]') : null;
    if (tab instanceof HTMLElement) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = all.findIndex((tab) => tab === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = all[(at + step + all.length) % all.length];
    choose(next);
    next.focus();
  });
  return (panel) => {
    const tab = all.find((one) => panelOf(one) === panel);
    if (tab) choose(tab);
  };
}

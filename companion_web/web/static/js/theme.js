// @ts-check
// Runs before the first paint, as a plain script: light or dark, and the palette, as chosen on this device.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  /** @param {string} key */
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // a browser that keeps nothing
    }
  };

  const apply = () => {
    root.dataset.theme = kept("tileye.theme") ?? (dark.matches ? "dark" : "light");
    root.dataset.palette = kept("tileye.palette") ?? "plain";
  };

  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("tileye-look", apply);
  apply();
})();

// @ts-check
// What this device remembers. A browser that keeps nothing simply forgets.

/**
 * @param {string} key
 * @returns {string | null}
 */
export function stored(key) {
  try {
    return localStorage.getItem(`tileye.${key}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function store(key, value) {
  try {
    localStorage.setItem(`tileye.${key}`, value);
  } catch {
    // Then it holds until the page is closed.
  }
}

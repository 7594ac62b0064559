// @ts-check
// The texts of the page's language.

/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");

/** @type {[string, string][]} the code of each language and what it is called there */
export const languages = Object.entries(texts).flatMap(([key, name]) => (key.startsWith("languages.") ? [[key.slice("languages.".length), name]] : []));

/** The language of this page. */
export const language = document.documentElement.lang || "en";

const plurals = new Intl.PluralRules(language);

/**
 * @param {string} key
 * @param {Record<string, string | number>} [fields]
 * @returns {string}
 */
export function say(key, fields = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));
}

/**
 * Say a number of things: in the plural form that the language has for it, with the number in it.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [fields]
 * @returns {string}
 */
export function count(key, n, fields = {}) {
  const form = `${key}.${plurals.select(n)}`;
  return say(form in texts ? form : `${key}.other`, { ...fields, n });
}

/**
 * @param {string} code such as 4O
 * @returns {string}
 */
export function tileName(code) {
  return say(`tiles.${code}`);
}

/**
 * @param {string[]} names
 * @returns {string} A, B and C
 */
export function listed(names) {
  if (names.length < 2) return names.join("");
  return say("lists.and", { first: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {string}
 */
export function cellName(x, y) {
  return say("play.cell", { x: signed(x), y: signed(y) });
}

/** @param {number} n */
function signed(n) {
  return String(n).replace("-", "−");
}

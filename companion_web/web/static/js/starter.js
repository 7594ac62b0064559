// @ts-check
// Who starts, from what everybody declares.

/** @typedef {{kind: "tiles"|"cards", hand: number, pieces: number, most: number, least: number, binds: boolean,
 *   tie: "youngest"|"oldest"}} Rules */
/** @typedef {{starter: number | null, declared: number, level: number[], tied: number[], again: boolean}} Start
 *   `level` are those with the highest number, `tied` those of them among whom ages do not tell */

/**
 * The highest declaration starts, among equal ones the youngest or oldest; birth years alone do not tell two of one year apart.
 * @param {Rules} rules
 * @param {(number | null)[]} declared
 * @param {(string | null)[]} born
 * @returns {Start}
 */
export function whoStarts(rules, declared, born) {
  const best = Math.max(0, ...declared.map((number) => number ?? 0));
  const again = declared.every((number) => number !== null);
  if (best < rules.least) return { starter: null, declared: best, level: [], tied: [], again };
  const level = declared.flatMap((number, player) => (number === best ? [player] : []));
  const rivals = level.filter((player) => !level.some((other) => comesFirst(rules, born[other], born[player])));
  const alone = rivals.length === 1;
  return { starter: alone ? rivals[0] : null, declared: best, level, tied: alone ? [] : rivals, again: false };
}

/**
 * @param {Rules} rules
 * @param {string | null} one
 * @param {string | null} other
 */
function comesFirst(rules, one, other) {
  if (!one || !other) return false;
  const known = Math.min(one.length, other.length);
  const [a, b] = [one.slice(0, known), other.slice(0, known)];
  return rules.tie === "youngest" ? a > b : a < b;
}

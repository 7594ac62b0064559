// @ts-check
// Talking to the server: every write carries the token of this page.

/** What the server refused, with the sentence that says why; `status` is 0 where it could not be reached. */
export class Refused extends Error {
  /**
   * @param {string} sentence
   * @param {number} status
   * @param {{id: string, name: string} | null} taken the game that uses the camera
   */
  constructor(sentence, status, taken = null) {
    super(sentence);
    this.status = status;
    this.taken = taken;
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return send("GET", path);
}

/**
 * @param {string} path
 * @param {object | FormData} [body]
 * @returns {Promise<any>}
 */
export function post(path, body = {}) {
  return send("POST", path, body);
}

/**
 * Ask the server and return its JSON; throws Refused with its sentence.
 * @param {string} method
 * @param {string} path
 * @param {object | FormData} [body]
 * @returns {Promise<any>}
 */
export async function send(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-Tileye"] = token();
  const form = body instanceof FormData;
  if (body && !form) headers["Content-Type"] = "application/json";
  const sent = form ? body : body && JSON.stringify(body);
  const answer = await fetch(path, { method, headers, body: sent, cache: "no-store" }).catch(() => null);
  if (!answer) throw new Refused("", 0);
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(found.error ?? `${answer.status} ${answer.statusText}`, answer.status, found.taken);
  return found;
}

/** @returns {string} */
function token() {
  return document.querySelector('meta[name="tileye-token"]')?.getAttribute("content") ?? "";
}

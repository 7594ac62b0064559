// @ts-check
// What the parts of the page of a game know of each other.
import { post } from "./api.js";

/** @typedef {import("./types.js").State} State */

/**
 * The game that this page shows; the parts of the page hang what others need on it.
 */
export class Table {
  /**
   * @param {string} id
   * @param {boolean} referee whether this device may tell something
   * @param {import("./live.js").Live} live
   */
  constructor(id, referee, live) {
    this.id = id;
    this.referee = referee;
    this.live = live;
    this.path = live.path;
    /** @type {(cells: [number, number][] | null) => void} */
    this.light = () => {};
    /** @type {(id: number) => void} */
    this.openTurn = () => {};
    /** @type {(number: number) => void} */
    this.openPlayer = () => {};
    /** @type {(x: number, y: number) => void} */
    this.openCell = () => {};
    /** @type {(what: import("./enter.js").Task) => void} */
    this.enter = () => {};
    /** @type {(turn: number, placed: import("./types.js").Placed[], points: number) => void} the board as it was before a turn, with another one */
    this.replay = () => {};
    /** @type {(placed: import("./types.js").Placed[] | null, points?: number) => void} */
    this.preview = () => {};
  }

  /** @returns {State} */
  get state() {
    if (!this.live.state) throw new Error("nothing is known of the game yet");
    return this.live.state;
  }

  /** @returns {boolean} whether a camera or a film watches */
  get watched() {
    return this.state.game.source !== "hand";
  }

  /** @returns {boolean} whether people take a photo after each turn */
  get byPhotos() {
    return this.state.game.source === "photos";
  }

  /**
   * @param {Record<string, any>} word
   * @returns {Promise<any>}
   */
  tell(word) {
    return post(`${this.path}/tell`, word);
  }

  /**
   * @param {string} tail of the address
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  post(tail, body) {
    return post(`${this.path}/${tail}`, body);
  }
}

// @ts-check
// What the server tells about a game: a stream of events that resumes, with asking again and again in its place.
import { get } from "./api.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Pulse} Pulse */
/** @typedef {import("./types.js").Told} Told */

const PATIENCE_MS = 6000;
const POLL_MS = 1500;
const STREAM_AGAIN_MS = 20000;

/** Dispatches `state`, `pulse`, `told` (with `detail`), `link` whenever the connection is lost or found, `open` whenever the game rests or goes on. */
export class Live extends EventTarget {
  /**
   * @param {string} id of the game
   * @param {State | null} state
   * @param {boolean} [open] whether somebody plays the game now
   */
  constructor(id, state, open = true) {
    super();
    this.path = `/api/games/${encodeURIComponent(id)}`;
    /** @type {State | null} */
    this.state = state;
    /** @type {Pulse | null} */
    this.pulse = null;
    /** What is going on, as told last. */
    this.news = { status: state?.status ?? "waiting", text: state?.status_text ?? "" };
    this.connected = true;
    this.pulsedAt = 0;
    /** Whether somebody plays the game now, as far as is known. */
    this.open = open;
    /** @type {string} */
    this.lastId = state?.id ?? "";
    /** @type {EventSource | null} */
    this.source = null;
    this.polling = 0;
    this.waiting = 0;
  }

  start() {
    this.listen();
    addEventListener("online", () => this.listen());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.connected) this.listen();
    });
  }

  listen() {
    this.source?.close();
    if (!("EventSource" in window)) return void this.poll();
    const source = new EventSource(`${this.path}/events?since=${encodeURIComponent(this.lastId)}`);
    this.source = source;
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => source.readyState !== EventSource.OPEN && this.poll(), PATIENCE_MS);
    source.addEventListener("open", () => this.opened());
    source.addEventListener("error", () => this.failed(source));
    for (const kind of ["state", "pulse", "told"]) {
      source.addEventListener(kind, (event) => this.take(kind, JSON.parse(event.data), event.lastEventId));
    }
  }

  opened() {
    clearTimeout(this.waiting);
    clearTimeout(this.polling);
    this.polling = 0;
    this.link(true);
    this.play(true);
  }

  /** @param {EventSource} source */
  failed(source) {
    if (source.readyState === EventSource.CLOSED && this.state?.ended) {
      clearTimeout(this.waiting);
    } else if (source.readyState === EventSource.CLOSED) {
      this.poll();
      this.waiting = window.setTimeout(() => this.open && this.listen(), STREAM_AGAIN_MS);
    } else if (!this.polling) {
      this.link(false);
    }
  }

  poll() {
    clearTimeout(this.polling);
    this.polling = window.setTimeout(() => this.poll(), POLL_MS);
    this.ask();
  }

  async ask() {
    try {
      const answer = await get(`${this.path}/state?since=${encodeURIComponent(this.lastId)}`);
      this.link(true);
      for (const told of answer.told ?? []) this.take("told", told, "");
      if (answer.state) this.take("state", answer.state, answer.id);
      const began = answer.open && !this.open;
      this.play(answer.open);
      // Somebody went on with it on another device.
      if (began) this.listen();
    } catch {
      this.link(false);
    }
  }

  /**
   * @param {string} kind
   * @param {any} value
   * @param {string} id
   */
  take(kind, value, id) {
    this.link(true);
    if (id) this.lastId = id;
    if (kind === "state") {
      if (older(value.id, this.state?.id)) return;
      this.state = value;
    }
    if (kind === "pulse") {
      this.pulse = value;
      this.pulsedAt = performance.now();
    }
    if (kind !== "told") this.news = { status: value.status, text: value.status_text };
    this.dispatchEvent(new CustomEvent(kind, { detail: value }));
  }

  /** @param {boolean} open whether somebody plays the game now */
  play(open) {
    if (open === this.open) return;
    this.open = open;
    this.dispatchEvent(new CustomEvent("open", { detail: open }));
  }

  /** @param {boolean} connected */
  link(connected) {
    if (connected === this.connected) return;
    this.connected = connected;
    this.dispatchEvent(new CustomEvent("link", { detail: connected }));
  }
}

/**
 * Tell whether a message is older than another; after a restart of the server everything is new.
 * @param {string} id
 * @param {string | undefined} than
 * @returns {boolean}
 */
function older(id, than) {
  const [epoch, number] = String(id).split("-");
  const [otherEpoch, other] = String(than ?? "").split("-");
  return epoch === otherEpoch && Number(number) < Number(other);
}

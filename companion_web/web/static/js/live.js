// @ts-check
// What the server tells about a game: a stream of events that resumes, with asking again and again in its place.
import { get } from "./api.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Pulse} Pulse */
/** @typedef {import("./types.js").Told} Told */

const PATIENCE_MS = 6000;
const POLL_MS = 1500;
const STREAM_AGAIN_MS = 20000;

/** Dispatches `state`, `pulse`, `told` (with `detail`) and `link` whenever the connection is lost or found. */
export class Live extends EventTarget {
  /**
   * @param {string} id of the game
   * @param {State | null} state
   */
  constructor(id, state) {
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
    /** Whether the stream has been open. */
    this.flowing = false;
    /** @type {string} */
    this.lastId = state?.id ?? "";
    /** @type {EventSource | null} */
    this.source = null;
    this.polling = 0;
    this.waiting = 0;
  }

  start() {
    this.open();
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.connected) this.open();
    });
  }

  open() {
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
    this.flowing = true;
    clearTimeout(this.waiting);
    clearTimeout(this.polling);
    this.polling = 0;
    this.link(true);
  }

  /** @param {EventSource} source */
  failed(source) {
    if (source.readyState === EventSource.CLOSED && this.state?.ended) {
      clearTimeout(this.waiting);
    } else if (source.readyState === EventSource.CLOSED) {
      this.poll();
      this.waiting = window.setTimeout(() => this.open(), STREAM_AGAIN_MS);
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

// @ts-check
// Which part of the board is seen: zoom by wheel, buttons and two fingers, drag by one.
import { calm } from "./dom.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box in cells */

const SMALLEST = { width: 9, height: 7 };
const MARGIN = 1.3;
const SPARE = 1;
const NEAREST = 3;
const FARTHEST = 60;
const DRAG_PX = 7;
const GLIDE_MS = 350;

export class Viewport {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Box} */
    this.home = centred(SMALLEST.width, SMALLEST.height, 0.5, 0.5);
    this.box = this.home;
    this.free = false;
    this.dragged = false;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.gliding = 0;
    this.show(this.box);
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      svg.addEventListener(kind, (event) => this.fingers.delete(event.pointerId));
    }
  }

  /**
   * Keep these cells in sight. The view only grows, and only where it must, so that nothing jumps.
   * @param {{x: number, y: number}[]} cells
   */
  hold(cells) {
    const needed = around(cells);
    if (!needed) return;
    const home = inside(needed, this.seen()) ? this.home : grown(this.home, needed);
    if (home === this.home) return;
    this.home = home;
    if (!this.free) this.glide(home);
  }

  /** @returns {Box} what is seen at home: the box fills the screen in one direction only */
  seen() {
    const { x, y, width, height } = this.home;
    const { clientWidth, clientHeight } = this.svg;
    const shape = clientWidth && clientHeight ? clientWidth / clientHeight : width / height;
    return centred(Math.max(width, height * shape), Math.max(height, width / shape), x + width / 2, y + height / 2);
  }

  /** @param {{x: number, y: number}[]} cells */
  fit(cells) {
    const needed = around(cells) ?? centred(1, 1, 0.5, 0.5);
    const width = Math.max(SMALLEST.width, needed.width);
    const height = Math.max(SMALLEST.height, needed.height);
    this.home = centred(width, height, needed.x + needed.width / 2, needed.y + needed.height / 2);
    this.setFree(false);
    this.glide(this.home);
  }

  /**
   * @param {number} factor above 1: nearer
   * @param {{x: number, y: number}} [at] the point that stays
   */
  zoom(factor, at) {
    const { box } = this;
    const width = Math.min(FARTHEST, Math.max(NEAREST, box.width / factor));
    const scale = width / box.width;
    const middle = at ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    this.setFree(true);
    this.show({
      x: middle.x - (middle.x - box.x) * scale,
      y: middle.y - (middle.y - box.y) * scale,
      width,
      height: box.height * scale,
    });
  }

  /**
   * Bring a cell into sight, for the keyboard.
   * @param {number} x
   * @param {number} y
   */
  reveal(x, y) {
    const { box } = this;
    const shift = (low, size, at) => Math.min(0, at - 0.5 - low) + Math.max(0, at + 1.5 - low - size);
    const dx = shift(box.x, box.width, x);
    const dy = shift(box.y, box.height, y);
    if (dx || dy) this.show({ ...box, x: box.x + dx, y: box.y + dy });
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {{x: number, y: number}} where that is on the board
   */
  place(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  /** @param {boolean} free whether people chose what to see */
  setFree(free) {
    this.free = free;
    this.svg.classList.toggle("free", free);
  }

  /** @param {Box} box */
  show(box) {
    cancelAnimationFrame(this.gliding);
    this.box = box;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  /** @param {Box} to */
  glide(to) {
    const from = this.box;
    if (calm() || document.hidden) return this.show(to);
    const start = performance.now();
    const step = (now) => {
      const part = Math.min(1, (now - start) / GLIDE_MS);
      const eased = part * (2 - part);
      const mix = (a, b) => a + (b - a) * eased;
      this.show({ x: mix(from.x, to.x), y: mix(from.y, to.y), width: mix(from.width, to.width), height: mix(from.height, to.height) });
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.place(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.dragged && Math.hypot(now.x - before.x, now.y - before.y) < DRAG_PX) return;
    if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
    this.dragged = true;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length) this.pinch(before, now, others[0]);
    else this.drag(before, now);
    this.fingers.set(event.pointerId, now);
  }

  /**
   * @param {{x: number, y: number}} before
   * @param {{x: number, y: number}} now
   */
  drag(before, now) {
    const a = this.place(before.x, before.y);
    const b = this.place(now.x, now.y);
    this.setFree(true);
    this.show({ ...this.box, x: this.box.x + a.x - b.x, y: this.box.y + a.y - b.y });
  }

  /**
   * @param {{x: number, y: number}} before
   * @param {{x: number, y: number}} now
   * @param {{x: number, y: number}} other
   */
  pinch(before, now, other) {
    const apart = (point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
    this.zoom(apart(now) / apart(before), this.place((now.x + other.x) / 2, (now.y + other.y) / 2));
  }
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} x
 * @param {number} y
 * @returns {Box}
 */
function centred(width, height, x, y) {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * @param {{x: number, y: number}[]} cells
 * @returns {Box | null}
 */
function around(cells) {
  if (!cells.length) return null;
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const x = Math.min(...xs) - MARGIN;
  const y = Math.min(...ys) - MARGIN;
  return { x, y, width: Math.max(...xs) + 1 + MARGIN - x, height: Math.max(...ys) + 1 + MARGIN - y };
}

/**
 * @param {Box} inner
 * @param {Box} outer
 * @returns {boolean}
 */
function inside(inner, outer) {
  const fits = (/** @type {"x" | "y"} */ from, /** @type {"width" | "height"} */ size) =>
    inner[from] >= outer[from] && inner[from] + inner[size] <= outer[from] + outer[size];
  return fits("x", "width") && fits("y", "height");
}

/**
 * Grow a box at the sides where something would stick out, a little more than needed.
 * @param {Box} box
 * @param {Box} needed
 * @returns {Box}
 */
function grown(box, needed) {
  const left = needed.x < box.x ? needed.x - SPARE : box.x;
  const top = needed.y < box.y ? needed.y - SPARE : box.y;
  const right = sideOf(box.x + box.width, needed.x + needed.width);
  const bottom = sideOf(box.y + box.height, needed.y + needed.height);
  const same = left === box.x && top === box.y && right === box.x + box.width && bottom === box.y + box.height;
  return same ? box : { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * @param {number} side
 * @param {number} needed
 * @returns {number}
 */
function sideOf(side, needed) {
  return needed > side ? needed + SPARE : side;
}

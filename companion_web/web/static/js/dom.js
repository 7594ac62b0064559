// @ts-check
// Making elements.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} props attributes; `on` holds listeners, `style` custom properties
 */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [kind, listener] of Object.entries(value)) element.addEventListener(kind, listener);
    } else if (name === "style") {
      // Set one by one: the policy of the page forbids style attributes.
      const style = /** @type {HTMLElement} */ (element).style;
      for (const [property, setting] of Object.entries(value)) style.setProperty(property, String(setting));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  element.append(...known(children));
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  dress(element, props);
  element.append(...known(children));
  return element;
}

/**
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...known(children));
}

/**
 * @param {string} name of a symbol in icons.svg
 * @returns {SVGElement}
 */
export function icon(name) {
  const line = { fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", ...line }, s("use", { href: `#i-${name}` }));
}

/**
 * @param {string} label
 * @param {(event: Event) => void} act
 * @param {{look?: string, icon?: string, bare?: boolean, props?: Record<string, any>}} [options] `bare`: the icon alone
 * @returns {HTMLButtonElement}
 */
export function button(label, act, options = {}) {
  const naming = options.bare ? { "aria-label": label, title: label } : {};
  const look = ["button", options.look, options.bare && "icon"].filter(Boolean).join(" ");
  const props = { type: "button", class: look, ...naming, ...options.props, on: { click: act } };
  return h("button", props, options.icon && icon(options.icon), !options.bare && h("span", {}, label));
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function known(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** @returns {boolean} */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Bring what has just appeared into view, if it is not; its `scroll-margin` keeps it above what sticks to the edges.
 * @param {Element} element
 */
export function bring(element) {
  element.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Draw what is in an element anew, but only where what it shows has changed; the focus stays with what has the same `data-focus`.
 * @param {Element} element
 * @param {any} shown whatever the drawing depends on
 * @param {() => (Child | Child[])} draw
 */
export function redraw(element, shown, draw) {
  const key = JSON.stringify(shown);
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  const active = document.activeElement;
  const focus = active && element.contains(active) ? active.getAttribute("data-focus") : null;
  fill(element, draw());
  if (focus) /** @type {HTMLElement | null} */ (element.querySelector(`[data-focus="${CSS.escape(focus)}"]`))?.focus();
}

// @ts-check
// Times as people say them, in the time zone of this device.
import { language } from "./words.js";

const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" });
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
const near = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const DAY = 86_400_000;

/**
 * A unix time: today and yesterday with the clock, else the date.
 * @param {number} at seconds
 */
export function when(at) {
  const date = new Date(at * 1000);
  const days = Math.round((midnight(new Date()) - midnight(date)) / DAY);
  if (days < 0 || days > 1) return day.format(date);
  return `${near.format(-days, "day")}, ${clockTime(at)}`;
}

/**
 * The clock at a unix time.
 * @param {number} at seconds
 */
export function clockTime(at) {
  return clock.format(new Date(at * 1000));
}

/**
 * Write all times of a part of the page.
 * @param {ParentNode} [part]
 */
export function writeTimes(part = document) {
  for (const element of part.querySelectorAll("time[data-at]")) {
    const at = Number(element.getAttribute("data-at"));
    element.textContent = when(at);
    element.setAttribute("datetime", new Date(at * 1000).toISOString());
  }
}

/** @param {Date} date */
function midnight(date) {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

// @ts-check
// Photo by photo: a picture that is taken after each turn, made smaller here, and what it shows.
import { post } from "./api.js";
import { attempt, open, toast } from "./dialogs.js";
import { button, byId, h, icon, redraw } from "./dom.js";
import { askExchange } from "./edit.js";
import { lastTurn } from "./panels.js";
import { say } from "./words.js";

/** @typedef {import("./context.js").Table} Table */

const WIDEST = 2400;
const QUALITY = 0.9;
/** Whether this device is held in the hand, so that it has a camera to take a photo with. */
export const HANDHELD = matchMedia("(pointer: coarse)").matches;

/**
 * How a phone comes to take the photos: said on the computer itself, which has no camera for it.
 * @param {Table} table
 * @param {{here?: boolean, lan?: boolean}} device whether this one runs the program, and whether others may come in
 * @param {boolean} open whether somebody plays the game now
 */
export function showPhotoWay(table, { here, lan }, open) {
  const { ended, turns } = table.state;
  const told = table.byPhotos && here && open && !ended && !(lan && turns.length);
  redraw(byId("photo-way"), [told], () => {
    if (!told) return [];
    const text = h("p", {}, say(lan ? "play.photo.way" : "play.photo.alone"));
    return h("div", { class: "banner" }, icon("phone"), h("div", { class: "notice-text" }, text, !lan && h("p", {}, h("code", { class: "nowrap" }, "tileye play --lan"))));
  });
}

/**
 * Let somebody take a picture, or choose one; no permission is asked for.
 * @param {Table} table
 */
export function takePhoto(table) {
  const input = h("input", { type: "file", accept: "image/*", capture: "environment" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void show(table, file);
  });
  input.click();
}

/**
 * @param {Table} table
 * @param {Blob} file
 */
export async function show(table, file) {
  toast(say("play.photo.looking"));
  await attempt(async () => {
    const form = new FormData();
    form.append("file", await smaller(file), "photo.jpg");
    const { told, unchanged } = await post(`${table.path}/photo`, form);
    if (unchanged) ask(table);
    else if (told.length) toast(told.join(" "));
  });
}

/**
 * The same picture upright, at most so wide; what this browser cannot read is sent as it is.
 * @param {Blob} file
 * @returns {Promise<Blob>}
 */
async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, WIDEST / Math.max(bitmap.width, bitmap.height));
    const canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", QUALITY));
  } catch {
    return file;
  }
}

/** @param {Table} table */
function ask(table) {
  const { can } = table.state;
  const choose = (/** @type {string} */ label, /** @type {string} */ symbol, /** @type {() => unknown} */ act) =>
    button(say(label), () => {
      dialog.close();
      act();
    }, { icon: symbol });
  const pass = () => attempt(() => table.tell({ input: "pass", player: table.state.whose_turn, last: lastTurn(table.state) }));
  const dialog = open(say("play.photo.title"), [h("p", {}, say("play.photo.about"))], {
    actions: [
      can.exchange && choose("play.do.exchange", "exchange", () => askExchange(table)),
      can.pass && choose("play.do.pass", "pass", pass),
      choose("play.photo.nothing", "check", () => {}),
    ],
  });
}

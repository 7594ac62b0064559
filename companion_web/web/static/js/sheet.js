// @ts-check
// The score sheet: printing.
import { byId } from "./dom.js";

byId("print").addEventListener("click", () => print());

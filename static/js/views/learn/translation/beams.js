// @ts-check
/**
 * List the targets that a search kept.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const table = /** @type {HTMLTableElement} */ (element.querySelector("table"));

  function draw() {
    const { beams } = store.get().numbers;
    if (!beams) return;
    table.tBodies[0].replaceChildren(...beams.rows.map(line));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.beams !== before.numbers.beams) draw();
  });
}

/** @param {{text: string, length: number, log_probability: number, score: number}} row */
function line({ text, length, log_probability, score }) {
  const number = (/** @type {number} */ value, /** @type {number} */ digits) => make("td", {}, formatFigure(value, digits));
  return make("tr", {}, make("th", { scope: "row", lang: "fr" }, text === "" ? "(nothing)" : text), number(length, 0), number(log_probability, 3), number(score, 3));
}

// @ts-check
/**
 * List how a word is split: what was left of it, and the piece taken.
 */
import { make } from "../../../dom.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const body = /** @type {HTMLTableElement} */ (element.querySelector("table")).tBodies[0];

  function draw() {
    const { pieces } = store.get().numbers;
    if (!pieces) return;
    body.replaceChildren(...pieces.steps.map(line));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.pieces !== before.numbers.pieces) draw();
  });
}

/** @param {{left: string, piece: string, id: number, from: number, to: number, is_first: boolean, is_unknown: boolean}} step */
function line({ left, piece, id, from, to, is_first: isFirst, is_unknown: isUnknown }) {
  const row = make(
    "tr",
    { "data-first": isFirst, "data-unknown": isUnknown },
    make("td", {}, make("bdi", {}, left)),
    make("th", { scope: "row" }, make("bdi", {}, piece)),
    make("td", {}, String(id)),
    make("td", {}, `${from}–${to}`),
  );
  return row;
}

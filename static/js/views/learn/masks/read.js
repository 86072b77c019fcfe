// @ts-check
/**
 * Read a cell of the sentence's grids under the pointer: both weights of it.
 */
import { formatFigure } from "../../../learn/figures.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const said = /** @type {HTMLElement} */ (element.querySelector(".grids-said"));
  const hint = said.textContent ?? "";

  element.addEventListener("pointerover", ({ target }) => {
    const cell = target instanceof Element ? /** @type {HTMLTableCellElement|null} */ (target.closest("tbody td")) : null;
    const { masked } = store.get().numbers;
    if (!cell || !masked) return;
    const row = /** @type {HTMLTableRowElement} */ (cell.parentElement).sectionRowIndex;
    const key = cell.cellIndex - 1;
    const [before, after] = [masked.own[row]?.[key], masked.weights[row]?.[key]];
    if (before === undefined) return;
    const state = masked.allowed[row][key] ? "" : ", closed";
    said.textContent = `${masked.tokens[row]} → ${masked.tokens[key]}: own mask ${formatFigure(before)}, this mask ${formatFigure(after)}${state}`;
  });
  element.addEventListener("pointerleave", () => {
    said.textContent = hint;
  });
  element.dataset.ready = "";
  return () => {};
}

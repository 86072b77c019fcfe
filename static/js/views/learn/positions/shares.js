// @ts-check
/**
 * Draw a bar behind each number of a table, so that layers compare at a glance.
 */
import { find, scopeOf } from "../../../learn/paths.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const cells = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-share]"));

  function draw() {
    const scope = scopeOf(store.get());
    const numbers = [...cells].map((cell) => Number(find(scope, cell.dataset.share ?? "") ?? 0));
    const most = Math.max(...numbers, 1e-9);
    cells.forEach((cell, place) => cell.style.setProperty("--share", String(Math.max(0, numbers[place] / most))));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers !== before.numbers) draw();
  });
}

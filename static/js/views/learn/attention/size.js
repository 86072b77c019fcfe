// @ts-check
/**
 * Change how many features the queries and keys, the values or the inputs have.
 */
import { sizeOf, withSize } from "../../../learn/attention-shape.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const input = /** @type {HTMLInputElement} */ (element.querySelector("input"));
  const { side = "" } = element.dataset;

  function draw() {
    const size = sizeOf(store.get().state, side);
    element.hidden = size === null;
    if (size !== null && document.activeElement !== input) input.value = String(size);
    element.dataset.ready = "";
  }

  input.addEventListener("input", () => {
    store.set({ state: withSize(store.get().state, side, Number(input.value)) });
  });
  input.addEventListener("blur", draw);
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state) draw();
  });
}

// @ts-check
/**
 * Switch a flag of the state on and off.
 */

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { field = "" } = element.dataset;
  const input = /** @type {HTMLInputElement} */ (element.querySelector("input"));
  input.addEventListener("change", () => {
    store.set({ state: { ...store.get().state, [field]: input.checked } });
  });
  const draw = () => {
    input.checked = Boolean(store.get().state[field]);
    element.dataset.ready = "";
  };
  draw();
  return store.subscribe(draw);
}

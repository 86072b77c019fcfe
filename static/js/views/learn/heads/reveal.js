// @ts-check
/**
 * Uncover a figure once the prediction about it has been answered.
 */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { field = "" } = element.dataset;
  const details = element.querySelector("details");
  details?.addEventListener("toggle", () => {
    if (details.open) store.set({ state: { ...store.get().state, [field]: true } });
  });
}

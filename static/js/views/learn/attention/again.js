// @ts-check
/**
 * Draw other random vectors: the next seed.
 */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const draw = () => {
    const { state } = store.get();
    store.set({ state: { ...state, seed: (state.seed % 9999) + 1 } });
  };
  element.addEventListener("click", draw);
  element.hidden = false;
  return () => element.removeEventListener("click", draw);
}

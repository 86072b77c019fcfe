// @ts-check
/**
 * Keep a figure covered until the prediction about it has been answered, or
 * the field of the state says that it is shown.
 */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { field = "" } = element.dataset;
  const figure = /** @type {HTMLElement} */ (element.querySelector("[data-covered], [data-uncovered]"));
  const details = element.querySelector(".prediction details");

  function draw() {
    const isShown = Boolean(store.get().state[field]);
    figure.toggleAttribute("data-covered", !isShown);
    figure.toggleAttribute("data-uncovered", isShown);
  }

  details?.addEventListener("toggle", () => {
    if (/** @type {HTMLDetailsElement} */ (details).open) store.set({ state: { ...store.get().state, [field]: true } });
  });
  draw();
  return store.subscribe((now, before) => {
    if (now.state[field] !== before.state[field]) draw();
  });
}

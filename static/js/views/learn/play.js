// @ts-check
/**
 * Walk a number of the state from low to high; for those who want no motion,
 * one step a press.
 */

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const button = /** @type {HTMLButtonElement} */ (element);
  const { field = "", label = "" } = element.dataset;
  const [low, high, step, beat] = ["low", "high", "step", "beat"].map((name) => Number(element.dataset[name]));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;

  function stop() {
    clearInterval(timer);
    timer = 0;
    button.textContent = calm.matches ? "One step" : label;
  }

  function walk() {
    const { state } = store.get();
    const next = Number((state[field] + step).toPrecision(12));
    if (next > high) return stop();
    store.set({ state: { ...state, [field]: next } });
  }

  button.addEventListener("click", () => {
    if (timer) return stop();
    if (store.get().state[field] + step > high) store.set({ state: { ...store.get().state, [field]: low } });
    else walk();
    if (calm.matches) return;
    timer = window.setInterval(walk, beat);
    button.textContent = "Pause";
  });
  calm.addEventListener("change", stop);
  button.hidden = false;
  stop();
  return stop;
}

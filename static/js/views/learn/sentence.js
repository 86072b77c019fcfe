// @ts-check
/**
 * Type a text of one's own: every keystroke is the state.
 */

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { field = "" } = element.dataset;
  const area = /** @type {HTMLTextAreaElement} */ (element.querySelector("textarea"));

  function fit() {
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }

  area.addEventListener("input", () => {
    store.set({ state: { ...store.get().state, [field]: area.value } });
    fit();
  });
  const draw = () => {
    const text = store.get().state[field] ?? "";
    if (area.value !== text) area.value = text;
    fit();
    element.dataset.ready = "";
  };
  const observer = new ResizeObserver(fit);
  observer.observe(element);
  draw();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.state[field] !== before.state[field]) draw();
  });
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}

// @ts-check
/**
 * Set the figure to what the text speaks of; without a script it is a link.
 */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const patch = JSON.parse(element.dataset.patch ?? "{}");
  /** @param {MouseEvent} event */
  function go(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    store.set({ state: { ...store.get().state, ...patch } });
    const { target } = element.dataset;
    if (target) document.getElementById(target)?.scrollIntoView({ block: "start" });
  }
  element.addEventListener("click", go);
  return () => element.removeEventListener("click", go);
}

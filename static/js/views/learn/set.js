// @ts-check
/**
 * Set fields of the state with a button: to what `data-set` holds, where
 * "{name}" is another field.
 */

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const fields = Object.entries(JSON.parse(element.dataset.set ?? "{}"));
  element.addEventListener("click", () => {
    const { state } = store.get();
    const changes = fields.map(([field, value]) => [field, valueOf(value, state)]);
    store.set({ state: { ...state, ...Object.fromEntries(changes) } });
  });
  element.hidden = false;
}

/** @param {unknown} value @param {import("../../lesson-types.js").LessonState} state */
function valueOf(value, state) {
  return typeof value === "string" && value.startsWith("{") ? state[value.slice(1, -1)] : value;
}

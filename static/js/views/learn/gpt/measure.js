// @ts-check
/**
 * Measure at the press of a button, and again at the next.
 */

const PARTS = ["cached", "again", "encoder"];
const MOST_RUNS = 10_000;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const button = /** @type {HTMLButtonElement} */ (element.querySelector("button"));
  const said = /** @type {HTMLElement} */ (element.querySelector("[role=status]"));

  const isBusy = () => PARTS.some((name) => store.get().sources[name]?.phase === "loading");

  function draw() {
    button.disabled = isBusy();
    button.textContent = store.get().state.run === 0 ? "Measure here and now" : "Measure again";
    said.textContent = isBusy() ? "Measuring…" : "";
    element.dataset.ready = "";
  }

  button.addEventListener("click", () => {
    const { state } = store.get();
    store.set({ state: { ...state, run: Math.max(1, (state.run + 1) % MOST_RUNS) } });
  });
  draw();
  return store.subscribe((now, before) => {
    if (now.sources !== before.sources || now.state.run !== before.state.run) draw();
  });
}

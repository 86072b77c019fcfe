// @ts-check
/**
 * Draw the recipe again: once, ten times, to the end; or with other numbers.
 */
const MOST_ROUNDS = 1000;
const N_SEEDS = 10_000;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const more = [.../** @type {NodeListOf<HTMLButtonElement>} */ (element.querySelectorAll("[data-more]"))];
  const other = /** @type {HTMLButtonElement} */ (element.querySelector("[data-other]"));

  function draw() {
    for (const button of more) button.disabled = store.get().state.rounds >= MOST_ROUNDS;
    element.dataset.ready = "";
  }

  for (const button of more) {
    button.addEventListener("click", () => {
      const { state } = store.get();
      store.set({ state: { ...state, rounds: Math.min(MOST_ROUNDS, state.rounds + Number(button.dataset.more)) } });
    });
  }
  other.addEventListener("click", () => {
    const { state } = store.get();
    store.set({ state: { ...state, seed: (state.seed + 1) % N_SEEDS, rounds: 1 } });
  });
  element.hidden = false;
  draw();
  return store.subscribe((now, before) => {
    if (now.state.rounds !== before.state.rounds) draw();
  });
}

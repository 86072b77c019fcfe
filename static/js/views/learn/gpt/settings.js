// @ts-check
/**
 * Draw the sampled text anew: with what the sliders above are set to, or with
 * another seed. A slider alone writes no text: that takes many runs.
 */

const MOST_SEEDS = 10_000;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const [take, seed] = /** @type {NodeListOf<HTMLButtonElement>} */ (element.querySelectorAll("button"));

  /** @param {Record<string, any>} fields */
  const set = (fields) => store.set({ state: { ...store.get().state, ...fields } });

  function draw() {
    const { temperature, cuts_k, top_k, top_p, film_temperature, film_cuts_k, film_k, film_p } = store.get().state;
    const isSameK = cuts_k === film_cuts_k && (!cuts_k || top_k === film_k);
    take.disabled = temperature === film_temperature && top_p === film_p && isSameK;
    element.dataset.ready = "";
  }

  take.addEventListener("click", () => {
    const { temperature, cuts_k, top_k, top_p } = store.get().state;
    set({ film_temperature: temperature, film_p: top_p, film_cuts_k: cuts_k, film_k: top_k, film: "sampled" });
  });
  seed.addEventListener("click", () => set({ seed: (store.get().state.seed + 1) % MOST_SEEDS, film: "sampled" }));
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state) draw();
  });
}

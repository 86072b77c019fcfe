// @ts-check
/**
 * Set the offset to where the chosen pair is back where it was.
 */
import { returnOf } from "../../../learn/positions-facts.js";
import { frequency } from "../../../learn/positions-waves.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const button = /** @type {HTMLButtonElement} */ (element);

  function draw() {
    const { pair, d_model, base } = store.get().state;
    const { back } = returnOf(frequency(pair, d_model, base));
    const isNever = typeof back === "string";
    button.disabled = isNever;
    button.textContent = isNever ? `Pair ${pair} is not back within 63 positions` : `Go to where pair ${pair} is back: ${back} positions on`;
    button.value = String(back);
  }

  button.addEventListener("click", () => store.set({ state: { ...store.get().state, offset: Number(button.value) } }));
  button.hidden = false;
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state) draw();
  });
}

// @ts-check
/**
 * Keep the lengths of a few bars on a list of shares.
 */
import { find, scopeOf } from "../../../learn/paths.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { path = "" } = element.dataset;
  const bars = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-bar]"));

  function draw() {
    const shares = find(scopeOf(store.get()), path);
    if (!shares) return;
    bars.forEach((bar, place) => bar.style.setProperty("--share", Number(shares[place]).toFixed(5)));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers !== before.numbers) draw();
  });
}

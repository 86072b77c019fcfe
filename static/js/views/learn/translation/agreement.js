// @ts-check
/**
 * Say how far the steps of a generation are from one parallel pass.
 */
import { sayTiny } from "../../../learn/tiny.js";
import { largestGap } from "../../../learn/translation-steps.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const draw = () => {
    const { overview, decoded, crossed } = store.get().numbers;
    if (!overview || !decoded || !crossed) return;
    const gaps = [largestGap(decoded, overview, "decoder"), largestGap(crossed, overview, "cross")];
    // While one of the answers is still of another sentence there is no gap to name.
    if (gaps.includes(null)) return;
    const largest = Math.max(.../** @type {number[]} */ (gaps));
    element.textContent = `The triangle of the steps and one pass over the finished translation agree: the largest difference of any weight in any layer and head is ${sayTiny(largest)}.`;
    element.dataset.ready = "";
  };
  draw();
  return store.subscribe((now, before) => {
    if (now.numbers !== before.numbers) draw();
  });
}

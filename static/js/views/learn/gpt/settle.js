// @ts-check
/**
 * Keep the numbers that need no answer in step with the state.
 */
import { settle } from "../../../learn/gpt-settle.js";

/** @typedef {import("../../../lesson-types.js").LessonSnapshot} LessonSnapshot */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  /** @param {LessonSnapshot|null} before */
  function work(before) {
    const now = store.get();
    const made = settle(now, before);
    if (Object.keys(made).length > 0) store.set({ numbers: { ...now.numbers, ...made } });
  }

  work(null);
  element.dataset.ready = "";
  return store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) work(before);
  });
}

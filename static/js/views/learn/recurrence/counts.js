// @ts-check
/**
 * Keep the counts on the length and the width that are chosen: they need no
 * answer from the server.
 */
import { workCounts } from "../../../learn/recurrence-counts.js";

/** @param {HTMLElement} _element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(_element, store) {
  return store.subscribe((now, before) => {
    const { length, width } = now.state;
    if (length === before.state.length && width === before.state.width) return;
    store.set({ numbers: { ...store.get().numbers, counts: workCounts(length, width) } });
  });
}

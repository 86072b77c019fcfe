// @ts-check
/**
 * Keep both chosen words on their words while the sentence is edited.
 */
import { followWord } from "../../../learn/followed-words.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  /** @param {string[]} before @param {string[]} after */
  function follow(before, after) {
    const { state } = store.get();
    const [row, column] = [state.row, state.column].map((place) => followWord(before, after, place));
    if (row !== state.row || column !== state.column) store.set({ state: { ...state, row, column } });
  }

  const first = store.get().numbers.words;
  if (first) follow(first.tokens, first.tokens);
  element.dataset.ready = "";
  return store.subscribe((now, before) => {
    const { words } = now.numbers;
    if (words && words !== before.numbers.words) follow(before.numbers.words?.tokens ?? words.tokens, words.tokens);
  });
}

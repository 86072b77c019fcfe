// @ts-check
/**
 * Type the word that is compared in all sentences; say which have none of it.
 */
import { sentencesWithWord } from "../../../learn/block-real.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const said = /** @type {HTMLElement} */ (element.querySelector("[role=status]"));
  const input = /** @type {HTMLInputElement} */ (element.querySelector('input[type="text"]'));
  input.addEventListener("input", () => {
    store.set({ state: { ...store.get().state, word: input.value } });
  });
  const draw = () => {
    const { state } = store.get();
    if (input.value !== state.word) input.value = state.word;
    const text = sayMissing(state);
    if (said.textContent !== text) said.textContent = text;
    element.dataset.ready = "";
  };
  draw();
  return store.subscribe(draw);
}

/** @param {import("../../../lesson-types.js").LessonState} state */
function sayMissing(state) {
  const word = state.word.trim();
  if (word === "") return "Type a word that stands in the sentences.";
  const found = sentencesWithWord(state).map(({ at }) => at);
  const missing = [0, 1, 2].filter((at) => !found.includes(at)).map((at) => at + 1);
  if (missing.length === 0) return "";
  const where = missing.length === 3 ? "any sentence" : `sentence ${missing.join(" or ")}`;
  const rest = found.length < 2 ? "Two sentences need it; until then the numbers stay as they were." : "The other two are compared.";
  return `“${word}” is not in ${where}. ${rest}`;
}

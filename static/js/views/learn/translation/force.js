// @ts-check
/**
 * Type the French that the decoder is told; until then its own stands there.
 */
import { withOtherPronoun, withSecondChoice } from "../../../learn/translation-forcing.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const area = /** @type {HTMLTextAreaElement} */ (element.querySelector("textarea"));
  const pick = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (element.querySelector(`.force-${name}`));
  const [second, pronoun, own] = ["second", "pronoun", "own"].map(pick);

  /** @param {string} target */
  function tell(target) {
    store.set({ state: { ...store.get().state, forced: true, target } });
  }

  function fit() {
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }

  function draw() {
    const { state, numbers } = store.get();
    const { written } = numbers;
    const text = state.forced ? state.target : (written?.text ?? "");
    if (area.value !== text) area.value = text;
    own.disabled = !state.forced;
    second.disabled = !written?.unsure.second;
    const other = written ? withOtherPronoun(written) : null;
    pronoun.hidden = other === null;
    if (other) pronoun.textContent = `“${other.other}” for “${other.word}”`;
    fit();
    element.dataset.ready = "";
  }

  area.addEventListener("input", () => tell(area.value));
  second.addEventListener("click", () => tell(withSecondChoice(store.get().numbers.written)));
  pronoun.addEventListener("click", () => {
    const other = withOtherPronoun(store.get().numbers.written);
    if (other) tell(other.text);
  });
  own.addEventListener("click", () => store.set({ state: { ...store.get().state, forced: false, target: "" } }));
  const observer = new ResizeObserver(fit);
  observer.observe(element);
  draw();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers.written !== before.numbers.written) draw();
  });
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}

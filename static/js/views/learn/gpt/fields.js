// @ts-check
/**
 * Fields of a prompt: every keystroke is the state.
 */
import { turnAnswers } from "../../../learn/gpt-prompts.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const inputs = /** @type {NodeListOf<HTMLInputElement|HTMLTextAreaElement>} */ (element.querySelectorAll("[data-field]"));

  element.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    store.set({ state: { ...store.get().state, [target.dataset.field ?? ""]: target.value } });
  });
  element.querySelector(".fields-turn")?.addEventListener("click", () => {
    const { state } = store.get();
    store.set({ state: { ...state, examples: turnAnswers(state.examples) } });
  });

  function draw() {
    const { state } = store.get();
    for (const input of inputs) {
      const text = state[input.dataset.field ?? ""];
      if (input.value !== text) input.value = text;
    }
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state) draw();
  });
}

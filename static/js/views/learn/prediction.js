// @ts-check
/**
 * Let the reader predict, then open the answer and say whether it was right.
 * The choice stays on the page only.
 */
import { find, scopeOf } from "../../learn/paths.js";

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const details = /** @type {HTMLDetailsElement} */ (element.querySelector("details"));
  const verdict = /** @type {HTMLElement} */ (element.querySelector(".prediction-verdict"));
  const options = [.../** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll("input"))];
  // A reload must not bring a choice back without its verdict.
  for (const option of options) option.checked = false;

  function right() {
    const { answer = "" } = element.dataset;
    return /^\d+$/.test(answer) ? Number(answer) : Number(find(scopeOf(store.get()), answer));
  }

  function tell() {
    const chosen = options.findIndex((option) => option.checked);
    if (chosen < 0) return;
    const isRight = chosen === right();
    verdict.hidden = false;
    element.dataset.verdict = isRight ? "right" : "wrong";
    const names = options.map((option) => option.parentElement?.textContent?.trim() ?? "");
    verdict.textContent = isRight
      ? `You predicted “${names[chosen]}”: right.`
      : `You predicted “${names[chosen]}”. It is “${names[right()]}”.`;
  }

  /** @param {Event} event */
  function choose(event) {
    if (!(event.target instanceof HTMLInputElement)) return;
    tell();
    details.open = true;
  }

  element.addEventListener("change", choose);
  const unsubscribe = store.subscribe((now, before) => {
    if (now.numbers !== before.numbers || now.state !== before.state) tell();
  });
  return () => {
    element.removeEventListener("change", choose);
    unsubscribe();
  };
}

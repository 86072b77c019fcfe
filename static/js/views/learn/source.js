// @ts-check
/**
 * Dim what depends on an answer that is old or failed, and say why in words.
 */
import { make } from "../../dom.js";

/** Answers that come sooner never dim anything. */
const PATIENCE_MS = 250;

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const name = element.dataset.source ?? "";
  const said = /** @type {HTMLElement} */ (element.querySelector(":scope > .source-problem"));
  const again = make("button", { type: "button", class: "button" }, "Try again");
  again.addEventListener("click", () => again.dispatchEvent(new Event("lesson-retry", { bubbles: true })));
  let timer = 0;

  function draw() {
    const status = store.get().sources[name];
    if (!status) return;
    clearTimeout(timer);
    const { phase, problem } = status;
    if (phase === "loading") timer = window.setTimeout(() => element.toggleAttribute("data-stale", true), PATIENCE_MS);
    else element.toggleAttribute("data-stale", phase === "error");
    said.hidden = problem === null;
    if (problem) said.replaceChildren(`${problem.title}. ${problem.detail} ${problem.hint} `, again);
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.sources[name] !== before.sources[name]) draw();
  });
}

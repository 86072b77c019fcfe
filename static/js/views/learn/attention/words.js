// @ts-check
/**
 * Type the words of the small example: a word more is a row more.
 */
import { LARGEST_SIDE, withTokens } from "../../../learn/attention-shape.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const input = /** @type {HTMLInputElement} */ (element.querySelector("input"));
  const said = /** @type {HTMLElement} */ (element.querySelector("[role=status]"));

  function type() {
    const tokens = input.value.split(/\s+/).filter(Boolean);
    said.textContent = tokens.length > LARGEST_SIDE ? `Up to ${LARGEST_SIDE} words fit here.` : "";
    if (tokens.length === 0) said.textContent = "At least one word is needed.";
    const { state } = store.get();
    const next = withTokens(state, tokens.map((token) => token.slice(0, 24)));
    if (next !== state) store.set({ state: next });
  }

  function draw() {
    if (document.activeElement !== input) input.value = store.get().state.tokens.join(" ");
    element.dataset.ready = "";
  }

  input.addEventListener("input", type);
  input.addEventListener("blur", () => {
    said.textContent = "";
    draw();
  });
  draw();
  return store.subscribe((now, before) => {
    if (now.state.tokens !== before.state.tokens) draw();
  });
}

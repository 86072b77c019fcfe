// @ts-check
/**
 * Show a round of the recipe: the text as it was, and what the model reads.
 */
import { make } from "../../../dom.js";

const SAID = { mask: "masked", random: "random", keep: "kept", none: "", special: "" };

/** @typedef {{text: string, now: string, action: keyof typeof SAID}} Cell */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  function draw() {
    const { recipe } = store.get().numbers;
    if (!recipe) return;
    element.replaceChildren(...recipe.cells.map(box));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.recipe !== before.numbers.recipe) draw();
  });
}

/** @param {Cell} cell */
function box({ text, now, action }) {
  const isSelected = SAID[action] !== "";
  const was = isSelected ? make("span", { class: "recipe-was" }, make("bdi", {}, text)) : make("span", { class: "recipe-was", "aria-hidden": "true" }, " ");
  const said = make("span", { class: "recipe-said" }, SAID[action] || " ");
  return make("li", { class: "recipe-token", "data-action": action }, was, make("span", { class: "recipe-now" }, make("bdi", {}, now)), said);
}

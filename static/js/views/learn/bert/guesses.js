// @ts-check
/**
 * List the likeliest tokens for the chosen [MASK], of the source in
 * `data-source`.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

/** @typedef {import("../../../learn/bert-guesses.js").Guess} Guess */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const source = element.dataset.of ?? "";
  const body = /** @type {HTMLTableElement} */ (element.querySelector("table")).tBodies[0];

  function draw() {
    const { state, numbers } = store.get();
    const masks = numbers[source]?.masks;
    if (!masks) return;
    // Fewer words may be hidden now than when this one was chosen.
    const mask = masks[Math.min(state.which, masks.length - 1)];
    body.replaceChildren(...mask.guesses.map(line));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers[source] !== before.numbers[source] || now.state.which !== before.state.which) draw();
  });
}

/** @param {Guess} guess */
function line({ text, probability, is_true: isTrue }) {
  const bar = make("span", { class: "share-bar" });
  bar.style.setProperty("--share", String(probability));
  const share = make("td", { class: "share" }, bar, make("span", { class: "share-number" }, formatFigure(probability, 3)));
  const note = isTrue ? [make("span", { class: "muted" }, " hidden")] : [];
  return make("tr", { "data-true": isTrue }, make("th", { scope: "row" }, make("bdi", {}, text), ...note), share);
}

// @ts-check
/**
 * List what may come after a prompt; the right answer is marked.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { which = "" } = element.dataset;
  const [body] = /** @type {HTMLTableElement} */ (element.querySelector("table")).tBodies;

  function draw() {
    const { [which]: prompt, answered } = store.get().numbers;
    if (!prompt) return;
    body.replaceChildren(...prompt.rows.map((/** @type {any} */ row) => line(row, row.id === answered?.id)));
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers[which] !== before.numbers[which] || now.numbers.answered !== before.numbers.answered) draw();
  });
}

/** @param {{word: string, probability: number}} row @param {boolean} isRight */
function line({ word, probability }, isRight) {
  const bar = make("span", { class: "share-bar" });
  bar.style.setProperty("--share", String(probability));
  const share = make("td", { class: "share" }, bar, make("span", { class: "share-number" }, formatFigure(probability, 3)));
  const row = make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, word), isRight ? " ✓" : ""), share);
  row.toggleAttribute("data-written", isRight);
  return row;
}

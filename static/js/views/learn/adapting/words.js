// @ts-check
/**
 * List the likeliest words for a mask, each beside what it has at strength 0.
 */
import { make } from "../../../dom.js";
import { endOf } from "../../../learn/adapting-chart.js";
import { besideBase } from "../../../learn/adapting-words.js";
import { formatFigure } from "../../../learn/figures.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const body = /** @type {HTMLTableElement} */ (element.querySelector("table")).tBodies[0];
  const said = /** @type {HTMLElement} */ (element.querySelector(".guess-end"));

  function draw() {
    const { numbers, state } = store.get();
    if (!numbers.guess) return;
    const words = besideBase(numbers.guess, numbers.along_0, state.mask);
    const end = endOf(words.flatMap((word) => [word.probability, word.base ?? 0]));
    body.replaceChildren(...words.map((word) => line(word, end)));
    said.textContent = formatFigure(end, 2);
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    const isNew = now.numbers.guess !== before.numbers.guess || now.numbers.along_0 !== before.numbers.along_0;
    if (isNew || now.state.mask !== before.state.mask) draw();
  });
}

/** @param {{text: string, probability: number, base: number|null}} word @param {number} end of the bars */
function line({ text, probability, base }, end) {
  const bar = make("span", { class: "guess-bar" });
  bar.style.setProperty("--share", (probability / end).toFixed(5));
  const marks = [bar];
  if (base !== null) {
    const tick = make("span", { class: "guess-tick" });
    tick.style.setProperty("--share", (base / end).toFixed(5));
    marks.push(tick);
  }
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, make("bdi", {}, text)),
    make("td", { class: "guess-share" }, ...marks),
    make("td", {}, formatFigure(probability, 3)),
    make("td", { class: "muted" }, base === null ? "–" : formatFigure(base, 3)),
  );
}

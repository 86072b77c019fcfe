// @ts-check
/**
 * List what the model makes of each word that it is told.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";
import { sayTiny } from "../../../learn/tiny.js";
import { besideOwn, gapToSteps } from "../../../learn/translation-forcing.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const table = /** @type {HTMLTableElement} */ (element.querySelector("table"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".forced-said"));

  function draw() {
    const { forced, written } = store.get().numbers;
    if (!forced) return;
    table.tBodies[0].replaceChildren(...besideOwn(forced, written).map(line));
    const gap = gapToSteps(forced, written);
    said.textContent = gap === null ? "" : `largest difference from its own steps: ${sayTiny(gap)}`;
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.forced !== before.numbers.forced || now.numbers.written !== before.numbers.written) draw();
  });
}

/** @param {ReturnType<typeof besideOwn>[number]} row */
function line({ read, word, probability, best, best_probability, is_best, own_probability, is_after }) {
  const bar = make("span", { class: "share-bar" });
  bar.style.setProperty("--share", String(probability));
  const marks = [bar];
  if (own_probability !== null && is_after) {
    const tick = make("span", { class: "share-tick", title: `${formatFigure(own_probability, 3)} in its own translation` });
    tick.style.setProperty("--share", String(own_probability));
    marks.push(tick);
  }
  const share = make("td", { class: "share" }, ...marks, make("span", { class: "share-number" }, formatFigure(probability, 3)));
  const instead = is_best ? make("td", { class: "muted" }, "the same") : make("td", {}, make("bdi", {}, best), ` ${formatFigure(best_probability, 3)}`);
  const made = make("tr", {}, make("td", { class: "muted" }, make("bdi", {}, read)), make("th", { scope: "row" }, make("bdi", {}, word)), share, instead);
  made.toggleAttribute("data-other", !is_best);
  return made;
}

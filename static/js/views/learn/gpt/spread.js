// @ts-check
/**
 * List the likeliest tokens: a bar as set, a tick at temperature 1, and what
 * each is drawn with; a click works a token out beside.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const table = /** @type {HTMLTableElement} */ (element.querySelector("table"));
  const [body] = table.tBodies;

  function draw() {
    const { reweighed } = store.get().numbers;
    if (!reweighed) return;
    const { place, temperature } = store.get().state;
    // While the numbers are still of another temperature the next round draws.
    if (reweighed.temperature !== temperature) return;
    const { rows } = reweighed;
    if (place >= rows.length) return choose(rows.length - 1);
    const longest = Math.max(...rows.map((/** @type {any} */ { probability, plain }) => Math.max(probability, plain)));
    const focused = body.contains(document.activeElement);
    body.replaceChildren(...rows.map((/** @type {any} */ row, /** @type {number} */ at) => line(row, at === place, longest)));
    if (focused) body.querySelectorAll("button")[place]?.focus();
    element.dataset.ready = "";
  }

  /** @param {number} place */
  function choose(place) {
    store.set({ state: { ...store.get().state, place } });
  }

  body.addEventListener("click", ({ target }) => {
    const row = target instanceof Element ? target.closest("tr") : null;
    if (row) choose(row.sectionRowIndex);
  });
  draw();
  return store.subscribe((now, before) => {
    if (now.numbers.reweighed !== before.numbers.reweighed || now.state.place !== before.state.place) draw();
  });
}

/** @param {any} row @param {boolean} isChosen @param {number} longest */
function line({ word, joins, probability, plain, final, is_kept }, isChosen, longest) {
  const bar = make("span", { class: "share-bar" });
  const tick = make("span", { class: "share-tick" });
  bar.style.setProperty("--share", String(probability / longest));
  tick.style.setProperty("--share", String(plain / longest));
  const name = make("button", { type: "button", class: "spread-word", "aria-pressed": String(isChosen) }, make("bdi", {}, word));
  if (joins) name.append(make("span", { class: "muted" }, " joined"));
  const row = make(
    "tr",
    {},
    make("th", { scope: "row" }, name),
    make("td", { class: "share" }, bar, tick, make("span", { class: "share-number" }, formatFigure(probability, 4))),
    make("td", {}, is_kept ? formatFigure(final, 4) : "cut"),
  );
  row.toggleAttribute("data-chosen", isChosen);
  row.toggleAttribute("data-cut", !is_kept);
  return row;
}

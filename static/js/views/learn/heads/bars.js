// @ts-check
/**
 * Draw weights as bars in a table: a column of the chosen head
 * (`data-kind="column"`), or a row before and after a change. What comes after
 * is covered until the field in `data-cover` is true.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";
import { changeBars, columnBars } from "../../../learn/heads-bars.js";

/** @typedef {import("../../../learn/heads-bars.js").Bars} Bars */

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  let drawn = "";

  function draw() {
    const bars = barsOf(element.dataset.kind, store.get());
    const { cover } = element.dataset;
    element.toggleAttribute("data-covered", cover !== undefined && !store.get().state[cover]);
    const key = JSON.stringify(bars);
    // Nothing is touched that a reader may have scrolled or focused.
    if (!bars || key === drawn) return;
    drawn = key;
    element.replaceChildren(tableOf(bars), ...noteOf(bars));
    showChosen(element);
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
}

/**
 * @param {string|undefined} kind @param {import("../../../lesson-types.js").LessonSnapshot} snapshot
 * @returns {Bars|null}
 */
function barsOf(kind, { state, numbers }) {
  const { pictures, ranking, tired, wide } = numbers;
  if (kind === "change") {
    return tired && wide ? changeBars(tired, wide, { layer: state.layer, head: state.head }) : null;
  }
  // The ranking says which words; its sentence must be the pictures'.
  if (!pictures || pictures.text !== ranking?.text) return null;
  return columnBars(pictures, { head: state.head, row: ranking.row, column: ranking.column });
}

/** @param {Bars} bars */
function tableOf({ title, rowName, names, rows, average }) {
  const header = [rowName, "", ...names].map((name) => make("th", { scope: "col" }, name));
  const body = rows.map(({ label, values, kind }) => {
    const bar = make("td", { class: "bars-bar" }, ...values.map(barOf));
    const numbers = values.map((value) => make("td", {}, formatFigure(value, 3)));
    return make("tr", { "data-kind": kind }, make("th", { scope: "row" }, make("bdi", {}, label)), bar, ...numbers);
  });
  const table = make(
    "table",
    { class: "bars", "data-average": average !== null, "data-bars": names.length },
    make("caption", { class: "spoken" }, title),
    make("thead", {}, make("tr", {}, ...header)),
    make("tbody", {}, ...body),
  );
  if (average !== null) table.style.setProperty("--average", String(average));
  return make("div", { class: "bars-box", tabindex: "0", role: "group", "aria-label": title }, table);
}

/** Bring the row that looks into a long list. @param {HTMLElement} element */
function showChosen(element) {
  const box = /** @type {HTMLElement} */ (element.querySelector(".bars-box"));
  const row = /** @type {HTMLElement|null} */ (box.querySelector('[data-kind="chosen"]'));
  if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
}

/** @param {number} value */
function barOf(value) {
  const bar = make("span");
  bar.style.setProperty("--share", String(value));
  return bar;
}

/** @param {Bars} bars */
function noteOf({ rows, average }) {
  if (average === null) return [];
  const count = rows.filter(({ kind }) => kind === "").length;
  const own = rows.find(({ kind }) => kind === "own");
  const left = own ? [` What `, make("i", { class: "word" }, own.label), ` gives itself is left out.`] : [];
  const line = make("span", { class: "bars-average", "aria-hidden": "true" });
  const number = make("span", { class: "value" }, formatFigure(average, 3));
  return [make("p", { class: "bars-note muted" }, line, ` average of the other ${count} rows: `, number, ".", ...left)];
}

// @ts-check
/**
 * Draw an alignment, a row for each word written: rows come as the words do.
 * A click or the arrow keys choose the cell that is worked out further down.
 */
import { make } from "../../../dom.js";
import { formatFigure, shareOf } from "../../../learn/figures.js";
import { sayCell } from "../../../learn/recurrence-alignment.js";

/**
 * @typedef {import("../../../learn/recurrence-alignment.js").Alignment} Alignment
 * @typedef {import("../../../lesson-types.js").LessonStore} LessonStore
 */

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLElement} element @param {LessonStore} store */
export function mount(element, store) {
  const { source = "", title = "" } = element.dataset;
  const box = /** @type {HTMLElement} */ (element.querySelector(".alignment-box"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".alignment-said"));
  const turned = /** @type {HTMLElement} */ (element.querySelector(".alignment-turns"));
  /** @type {Alignment|undefined} */
  let drawn;

  const shownRows = () => Math.min(store.get().state.written, drawn?.count ?? 0);

  function draw() {
    const alignment = store.get().numbers[source];
    if (!alignment) return;
    if (alignment !== drawn) {
      drawn = alignment;
      box.replaceChildren(tableOf(alignment, title));
    }
    mark();
    element.dataset.ready = "";
  }

  function mark() {
    const { state } = store.get();
    const count = shownRows();
    const isChosen = state.scored === source;
    box.querySelectorAll("tbody tr").forEach((line, row) => {
      line.toggleAttribute("data-later", row >= count);
      line.toggleAttribute("data-newest", row === count - 1);
      for (const [column, cell] of [...line.querySelectorAll("td")].entries()) {
        cell.toggleAttribute("data-cell-chosen", isChosen && row < count && row === state.row && column === state.column);
      }
    });
    const turns = (drawn?.turns ?? []).filter(({ end }) => end <= count);
    turned.replaceChildren(...turns.map(turnOf));
    rest();
  }

  /** What is said while the pointer is elsewhere: the newest row. */
  function rest() {
    const row = shownRows() - 1;
    said.textContent = drawn && row >= 0 ? `${sayCell(drawn, row, drawn.best[row], formatFigure)}, the most of this row.` : "Nothing is written yet.";
  }

  /** @param {number} row @param {number} column */
  function choose(row, column) {
    const count = shownRows();
    if (!drawn || count === 0) return;
    const inside = { row: clamp(row, count - 1), column: clamp(column, drawn.source.length - 1) };
    store.set({ state: { ...store.get().state, scored: source, ...inside } });
    said.textContent = `${sayCell(drawn, inside.row, inside.column, formatFigure)}.`;
  }

  /** @param {Event} event @returns {[number, number]|null} */
  function placeOf({ target }) {
    const cell = target instanceof Element ? target.closest("td") : null;
    const line = cell?.closest("tr");
    if (!cell || !line || line.hasAttribute("data-later")) return null;
    return [line.sectionRowIndex, cell.cellIndex - 1];
  }

  box.addEventListener("click", (event) => {
    const place = placeOf(event);
    if (place) choose(...place);
  });
  box.addEventListener("pointerover", (event) => {
    const place = placeOf(event);
    if (place && drawn) said.textContent = `${sayCell(drawn, ...place, formatFigure)}.`;
  });
  box.addEventListener("pointerleave", rest);
  box.addEventListener("keydown", (event) => {
    const step = MOVES[/** @type {"ArrowUp"} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const { state } = store.get();
    choose(state.row + step[0], state.column + step[1]);
  });
  draw();
  return store.subscribe((now, before) => {
    if (now.numbers[source] !== before.numbers[source]) draw();
    else if (now.state !== before.state) mark();
  });
}

/** @param {Alignment} alignment @param {string} title */
function tableOf({ source, written, weights, turns }, title) {
  const columns = source.map((word) => make("th", { scope: "col" }, make("bdi", {}, word)));
  const lines = weights.map((row, place) => {
    const isTurned = turns.some(({ start, end }) => start <= place && place < end);
    const name = make("th", { scope: "row", "data-turned": isTurned }, make("bdi", {}, written[place]));
    return make("tr", {}, name, ...row.map(cellOf));
  });
  const table = make(
    "table",
    {},
    make("caption", { class: "spoken" }, `${title}: a row is a word written, a column a word of the source`),
    make("thead", {}, make("tr", {}, make("th", { scope: "col", class: "matrix-axis" }, "written"), ...columns)),
    make("tbody", {}, ...lines),
  );
  table.style.setProperty("--columns", String(source.length));
  return table;
}

/** @param {number} weight */
function cellOf(weight) {
  const cell = make("td", {}, make("span", { class: "spoken" }, formatFigure(weight, 3)));
  cell.style.setProperty("--share", shareOf(weight, 0, 1));
  return cell;
}

/** @param {import("../../../learn/recurrence-alignment.js").Turn} turn */
function turnOf({ written, source }) {
  const words = make("i", {}, make("bdi", {}, written));
  return make("li", {}, "Order turned: ", words, " looks back at ", make("i", {}, make("bdi", {}, source)));
}

/** @param {number} place @param {number} last */
function clamp(place, last) {
  return Math.min(last, Math.max(0, place));
}

// @ts-check
/**
 * Show a matrix of the lesson as a small heatmap with its numbers; let its
 * cells be edited, or its rows be chosen, where the template says so.
 */
import { editCells, setStop } from "../../learn/cell-editor.js";
import { endsOf, formatFigure } from "../../learn/figures.js";
import { drawGrid } from "../../learn/grid.js";
import { withCell } from "../../learn/matrices.js";
import { find, labelsOf, rowsOf, scopeOf } from "../../learn/paths.js";

/** @typedef {import("../../lesson-types.js").LessonStore} LessonStore */

/** @param {HTMLElement} element @param {LessonStore} store */
export function mount(element, store) {
  const table = /** @type {HTMLTableElement} */ (element.querySelector("table"));
  const { edit } = element.dataset;

  function draw() {
    const grid = gridOf(element, store);
    drawGrid(table, grid);
    drawScale(element, grid);
    if (edit !== undefined) setStop(table);
    element.dataset.ready = "";
  }

  if (edit !== undefined) {
    editCells(table, {
      read: (row, column) => store.get().state[edit][row][column],
      write(row, column, value) {
        const { state } = store.get();
        store.set({ state: { ...state, [edit]: withCell(state[edit], row, column, value) } });
      },
      redraw: draw,
    });
  }
  if (element.dataset.pick !== undefined) pickRows(element, table, store);
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
}

/**
 * Read what the template asked for, with the newest numbers.
 * @param {HTMLElement} element @param {LessonStore} store
 * @returns {import("../../learn/grid.js").Grid}
 */
function gridOf(element, store) {
  const { path = "", title = "", rows = "count", columns = "count", rowName = "", columnName = "" } = element.dataset;
  const { scale = "own", digits = "3", mask, edit, chosen } = element.dataset;
  const scope = scopeOf(store.get());
  const cells = rowsOf(scope, path);
  return {
    cells,
    open: mask === undefined ? [] : rowsOf(scope, mask),
    rowLabels: labelsOf(scope, rows, cells.length),
    columnLabels: labelsOf(scope, columns, cells[0]?.length ?? 0),
    title,
    rowName,
    columnName,
    ends: endsOf(cells, scale === "none" ? "own" : scale),
    digits: Number(digits),
    isEditable: edit !== undefined,
    chosen: chosen === undefined ? null : (find(scope, chosen) ?? null),
  };
}

/** @param {HTMLElement} element @param {import("../../learn/grid.js").Grid} grid */
function drawScale(element, { ends, digits }) {
  const [low, high] = element.querySelectorAll(".matrix-scale > span:not(.matrix-bar)");
  if (!low || !high) return;
  low.textContent = formatFigure(ends[0], digits);
  high.textContent = formatFigure(ends[1], digits);
}

/**
 * Choose a row with a click, or with the arrow keys while the table has focus.
 * @param {HTMLElement} element @param {HTMLTableElement} table @param {LessonStore} store
 */
function pickRows(element, table, store) {
  const field = element.dataset.chosen ?? "";
  const box = /** @type {HTMLElement} */ (element.querySelector(".matrix-box"));
  if (element.dataset.edit === undefined) {
    box.tabIndex = 0;
    box.role = "group";
    box.ariaLabel = `${element.dataset.title}; arrow keys choose a row`;
  }

  /** @param {number} row */
  function choose(row) {
    const { state } = store.get();
    const count = table.tBodies[0].rows.length;
    const inside = Math.min(count - 1, Math.max(0, row));
    if (inside !== state[field]) store.set({ state: { ...state, [field]: inside } });
  }

  table.tBodies[0].addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || target.closest("input")) return;
    const row = target.closest("tr");
    if (row) choose(row.sectionRowIndex);
  });
  box.addEventListener("keydown", (event) => {
    if (event.target !== box) return;
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    choose((store.get().state[field] ?? 0) + step);
  });
}

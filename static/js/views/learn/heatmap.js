// @ts-check
/**
 * Draw a lesson's heatmap of many cells; read a cell under the pointer or,
 * with the arrow keys, by its place.
 */
import { endsOf, formatFigure } from "../../learn/figures.js";
import { labelsOf, rowsOf, scopeOf } from "../../learn/paths.js";
import { specifyLessonHeatmap } from "../../plot/lesson-heatmap.js";
import { draw as plot, onPlot } from "../../plot/plotly.js";
import { readTheme, watchTheme } from "../../plot/theme.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const room = /** @type {HTMLElement} */ (element.querySelector(".heatmap-room"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".heatmap-said"));
  let grid = gridOf(element, store);
  let place = { row: 0, column: 0 };
  let listens = false;

  async function draw() {
    grid = gridOf(element, store);
    if (grid.cells.length === 0 || room.clientWidth === 0) return;
    delete element.dataset.ready;
    room.ariaLabel = `${element.dataset.title}, ${grid.cells.length} by ${grid.cells[0].length}; arrow keys read a cell`;
    const size = { width: room.clientWidth, height: Number(element.dataset.height) };
    await plot(room, specifyLessonHeatmap({ ...grid, theme: readTheme(room), room: size }));
    if (!listens) {
      listens = true;
      onPlot(room, "plotly_hover", ({ points: [{ x, y }] }) => read(y, x));
    }
    element.dataset.ready = "";
  }

  /** @param {number} row @param {number} column */
  function read(row, column) {
    const { cells, rowLabels, columnLabels, rowName, columnName } = grid;
    place = {
      row: Math.min(cells.length - 1, Math.max(0, row)),
      column: Math.min((cells[0]?.length ?? 1) - 1, Math.max(0, column)),
    };
    const cell = formatFigure(cells[place.row]?.[place.column], 4);
    said.textContent = `${rowName} ${rowLabels[place.row]}, ${columnName} ${columnLabels[place.column]}: ${cell}`;
  }

  room.addEventListener("keydown", (event) => {
    const step = MOVES[/** @type {"ArrowUp"} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    read(place.row + step[0], place.column + step[1]);
  });
  const observer = new ResizeObserver(() => void draw().catch(reportError));
  observer.observe(room);
  const stopTheme = watchTheme(() => void draw().catch(reportError));
  const unsubscribe = store.subscribe((now, before) => {
    if (now.numbers !== before.numbers || now.state !== before.state) void draw().catch(reportError);
  });
  return () => {
    observer.disconnect();
    stopTheme();
    unsubscribe();
  };
}

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
function gridOf(element, store) {
  const { path = "", rows = "count", columns = "count", rowName = "", columnName = "", unit = "", mask } = element.dataset;
  const scope = scopeOf(store.get());
  const found = rowsOf(scope, path);
  const open = mask === undefined ? [] : rowsOf(scope, mask);
  const cells = found.map((line, row) => line.map((cell, column) => (open[row]?.[column] === false ? null : cell)));
  return {
    cells,
    rowLabels: labelsOf(scope, rows, cells.length),
    columnLabels: labelsOf(scope, columns, cells[0]?.length ?? 0),
    rowName,
    columnName,
    unit,
    ends: endsOf(cells, element.dataset.scale ?? "own"),
  };
}

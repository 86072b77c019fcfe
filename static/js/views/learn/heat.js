// @ts-check
/**
 * Draw a tensor of tokens as a heatmap with its words; the pointer and the
 * arrow keys read a cell, a click or a key chooses its row, and its column,
 * where the template names their fields. Differences stand on a scale of two
 * colors with 0 in the middle.
 */
import { make } from "../../dom.js";
import { formatFigure } from "../../learn/figures.js";
import { find, scopeOf } from "../../learn/paths.js";
import { cellAt, layOutHeat, sayCell } from "../../learn/heat.js";
import { pictureOf } from "../../plot/lesson-picture.js";
import { keepDrawn } from "../../plot/redraw.js";
import { label, picture, svg } from "../../plot/svg.js";

/** @typedef {import("../../learn/heat.js").Heat} Heat */
/** @typedef {import("../../learn/heat.js").Layout} Layout */

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
let drawings = 0;

/** @param {HTMLElement} element @param {import("../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { path = "", title = "", row: rowField, column: columnField, upto: upToField } = element.dataset;
  const isDifference = element.dataset.difference !== undefined;
  const room = /** @type {HTMLElement} */ (element.querySelector(".heat-room"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".heat-said"));
  const ends = element.querySelectorAll(".matrix-scale > span:not(.matrix-bar)");
  const canvas = element.appendChild(make("canvas", { hidden: true }));
  const pattern = `heat-hatch-${drawings++}`;
  /** @type {Heat|undefined} */
  let heat;
  /** @type {Layout|undefined} */
  let layout;
  let cursor = { row: 0, column: 0 };

  const also = Object.entries(JSON.parse(element.dataset.also ?? "{}"));
  const field = (/** @type {string|undefined} */ name) => (name ? store.get().state[name] : undefined);
  const upTo = () => field(upToField) ?? Infinity;

  /** @param {{width: number}} size */
  function draw({ width }) {
    heat = find(scopeOf(store.get()), path);
    if (!heat || heat.cells.length === 0) return room.replaceChildren();
    layout = layOutHeat(heat, width);
    const rows = heat.cells.slice(0, upTo() + 1);
    const href = pictureOf(canvas, rows, [heat.low, heat.high], isDifference);
    const { left, top, cellWidth, cellHeight, masked, grid } = layout;
    const columns = heat.cells[0].length;
    const drawn = picture(
      width,
      layout.height,
      hatch(pattern),
      svg("image", { href, x: left, y: top, width: columns * cellWidth, height: rows.length * cellHeight, preserveAspectRatio: "none" }),
      ...(masked ? [svg("path", { class: "heat-masked", d: masked, fill: `url(#${pattern})` })] : []),
      svg("path", { class: "heat-grid", d: grid }),
      svg("rect", { class: "heat-edge", x: left, y: top, width: columns * cellWidth, height: heat.cells.length * cellHeight }),
      ...layout.rowLabels.map(({ text, at, place }) => label(left - 6, at + 4, text, place > upTo() ? "heat-label heat-later" : "heat-label", "end")),
      ...layout.columnLabels.map(({ text, at }) => svg("text", { class: "heat-label", transform: `translate(${at + 4} ${top - 7}) rotate(-60)` }, text)),
      ...chosen(heat, layout),
      svg("rect", { class: "heat-cursor", width: Math.max(cellWidth, 3), height: cellHeight, visibility: "hidden" }),
    );
    room.replaceChildren(drawn);
    room.ariaLabel = `${title}, ${heat.cells.length} by ${columns}; arrow keys read a cell`;
    ends.forEach((end, place) => (end.textContent = formatFigure(place === 0 ? heat?.low : heat?.high, 2)));
  }

  /** The outlines of what is chosen. @param {Heat} heat @param {Layout} layout */
  function chosen({ cells }, { left, top, cellWidth, cellHeight }) {
    const [row, column, nColumns] = [field(rowField), field(columnField), cells[0].length];
    const isOther = also.some(([name, value]) => field(name) !== value);
    if (isOther || row === undefined || row >= cells.length) return [];
    const line = svg("rect", { class: "heat-row", x: left, y: top + row * cellHeight, width: nColumns * cellWidth, height: cellHeight });
    if (column === undefined || column >= nColumns) return [line];
    return [line, svg("rect", { class: "heat-cell", x: left + column * cellWidth, y: top + row * cellHeight, width: cellWidth, height: cellHeight })];
  }

  /** @param {number} row @param {number} column */
  function read(row, column) {
    if (!heat || !layout) return;
    cursor = { row: within(row, heat.cells.length), column: within(column, heat.cells[0].length) };
    said.textContent = sayCell(heat, cursor.row, cursor.column, { upTo: upTo(), isDifference });
    const mark = room.querySelector(".heat-cursor");
    mark?.setAttribute("x", String(layout.left + cursor.column * layout.cellWidth));
    mark?.setAttribute("y", String(layout.top + cursor.row * layout.cellHeight));
    mark?.setAttribute("visibility", "visible");
  }

  /** @param {number} row @param {number|null} column */
  function choose(row, column) {
    const { state } = store.get();
    const picked = { ...state };
    if (rowField) picked[rowField] = row;
    if (columnField && column !== null) picked[columnField] = column;
    if (rowField) store.set({ state: { ...picked, ...Object.fromEntries(also) } });
  }

  /** @param {PointerEvent|MouseEvent} event */
  function under(event) {
    const box = room.getBoundingClientRect();
    return heat && layout ? cellAt(heat, layout, event.clientX - box.left, event.clientY - box.top) : null;
  }

  room.addEventListener("pointermove", (event) => {
    const cell = under(event);
    if (cell) read(cell.row, cell.column ?? cursor.column);
  });
  room.addEventListener("pointerleave", () => room.querySelector(".heat-cursor")?.setAttribute("visibility", "hidden"));
  room.addEventListener("click", (event) => {
    const cell = under(event);
    if (cell) choose(cell.row, cell.column);
  });
  room.addEventListener("keydown", (event) => {
    const move = MOVES[/** @type {"ArrowUp"} */ (event.key)];
    const isPick = event.key === "Enter" || event.key === " ";
    if (!move && !isPick) return;
    event.preventDefault();
    if (isPick) return choose(cursor.row, cursor.column);
    read(cursor.row + move[0], cursor.column + move[1]);
  });
  const inputs = (/** @type {any} */ now) => [
    find(scopeOf(now), path),
    ...[rowField, columnField, upToField, ...also.map(([name]) => name)].map((name) => (name ? now.state[name] : 0)),
  ];
  return keepDrawn(element, store, inputs, draw);
}

/** @param {number} place @param {number} count */
function within(place, count) {
  return Math.min(count - 1, Math.max(0, place));
}

/** What stands over cells that don't exist. @param {string} id */
function hatch(id) {
  const lines = svg("path", { class: "heat-hatch", d: "M-1 5L5 -1M-1 1L1 -1M3 5L5 3" });
  return svg("pattern", { id, width: 4, height: 4, patternUnits: "userSpaceOnUse" }, svg("rect", { class: "heat-closed", width: 4, height: 4 }), lines);
}

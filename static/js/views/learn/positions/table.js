// @ts-check
/**
 * Draw rows of a learned table of positions, one cell a number, and where they
 * end; the pointer or the arrow keys read a cell.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";
import { find, scopeOf } from "../../../learn/paths.js";
import { paintCells, placeCells } from "../../../plot/cell-image.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, picture, svg } from "../../../plot/svg.js";

const GUTTER = 40;
const HEAD = 34;
/** Most numbers of the table lie within; its few outliers take the ends. */
const REACH = 0.1;
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { path = "", title = "" } = element.dataset;
  const [first, high, missing] = ["first", "high", "missing"].map((name) => Number(element.dataset[name]));
  const canvas = make("canvas", { "aria-hidden": "true" });
  const drawing = make("div", { class: "waves-drawing" }, canvas);
  const room = make("div", { class: "cells-room", role: "img", tabindex: 0, "aria-label": `${title}; arrow keys read a cell` });
  const said = make("p", { class: "cells-said muted", role: "status" });
  const bar = make("span", { class: "key-bar" }, `\u2212${REACH}`, make("span", { class: "matrix-bar" }), `${REACH} and beyond`);
  room.append(drawing);
  element.replaceChildren(room, make("div", { class: "key muted" }, bar, said));
  let place = { row: 0, column: 0 };
  let wide = 1;
  /** @type {number[][]} */
  let cells = [];

  /** @param {number} row @param {number} column */
  function read(row, column) {
    if (cells.length === 0) return;
    place = {
      row: Math.min(cells.length + missing - 1, Math.max(0, row)),
      column: Math.min(cells[0].length - 1, Math.max(0, column)),
    };
    const cell = cells[place.row];
    const at = `position ${first + place.row}`;
    said.textContent = cell ? `${at}, feature ${place.column}: ${formatFigure(cell[place.column], 4)}` : `${at}: no such row`;
  }

  room.addEventListener("pointermove", (event) => {
    const box = room.getBoundingClientRect();
    read(Math.floor((event.clientY - box.top - HEAD) / high), Math.floor(((event.clientX - box.left - GUTTER) / wide) * (cells[0]?.length ?? 1)));
  });
  room.addEventListener("keydown", (event) => {
    const step = MOVES[/** @type {"ArrowUp"} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    read(place.row + step[0], place.column + step[1]);
  });

  return keepDrawn(element, store, (snapshot) => [find(scopeOf(snapshot), path)], ({ width }) => {
    cells = find(scopeOf(store.get()), path) ?? [];
    if (cells.length === 0) return;
    wide = width - GUTTER - 12;
    const height = high * cells.length;
    const all = height + high * missing;
    placeCells(canvas, { x: GUTTER, y: HEAD, width: wide, height }, { width, height: HEAD + all + 4 });
    paintCells(canvas, { rows: cells.length, columns: cells[0].length, at: (row, column) => cells[row][column], ends: [-REACH, REACH] });
    drawing.replaceChildren(canvas, picture(width, HEAD + all + 4, ...frame(wide, all, cells[0].length), ...rowLabels(cells.length + missing, high, first), ...end(wide, height, high * missing, first + cells.length)));
    if (said.textContent === "") said.textContent = "Point at a cell, or use the arrow keys.";
  });
}

/** @param {number} wide @param {number} height @param {number} nFeatures */
function frame(wide, height, nFeatures) {
  const x = (/** @type {number} */ feature) => GUTTER + ((feature + 0.5) / nFeatures) * wide;
  return [
    label(2, 27, "position", "axis-name", "start"),
    label(GUTTER + wide / 2, 11, "feature", "axis-name"),
    ...[96, 192, 288, nFeatures - 1].map((feature) => label(x(feature), 27, String(feature))),
    svg("rect", { x: GUTTER - 0.5, y: HEAD - 0.5, width: wide + 1, height: height + 1, class: "frame" }),
  ];
}

/** @param {number} count @param {number} high @param {number} first */
function rowLabels(count, high, first) {
  const stride = high >= 4 ? 8 : 32;
  const labels = [];
  for (let row = 0; row < count; row += stride) {
    labels.push(label(GUTTER - 7, HEAD + high * (row + 0.5) + 4, String(first + row), "axis-label", "end"));
  }
  return labels;
}

/** What lies behind the last row: nothing. @param {number} wide @param {number} from @param {number} height @param {number} next */
function end(wide, from, height, next) {
  if (height === 0) return [];
  return [
    svg("rect", { x: GUTTER, y: HEAD + from, width: wide, height, class: "nothing" }),
    label(GUTTER + wide / 2, HEAD + from + height / 2 + 4, `no row ${next}, and none after it`, "axis-strong"),
  ];
}

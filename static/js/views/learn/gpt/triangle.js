// @ts-check
/**
 * Draw the causal triangle as it grows: a row a token, up to the film's step; a
 * strip on top says which keys this step worked out and which it found in the
 * cache. Pointer and arrow keys read a cell; a click or Enter goes to its step.
 */
import { make } from "../../../dom.js";
import { keysOf } from "../../../learn/gpt-film.js";
import { cellAt, layOutHeat, sayCell } from "../../../learn/heat.js";
import { pictureOf } from "../../../plot/lesson-picture.js";
import { keepDrawn } from "../../../plot/redraw.js";
import { label, picture, svg } from "../../../plot/svg.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const STRIP = 12;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const room = /** @type {HTMLElement} */ (element.querySelector(".triangle-room"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".triangle-said"));
  const canvas = element.appendChild(make("canvas", { hidden: true }));
  /** @type {any} */
  let layout = null;
  let cursor = { row: 0, column: 0 };

  /** What belongs together: the text that was written and the look at it. */
  function shown() {
    const { state, numbers } = store.get();
    const [written, looks] = [numbers[state.film], numbers.looks];
    return written && looks && written.text === looks.text ? { written, heat: looks.heat, step: Math.min(state.step, written.n_steps - 1) } : null;
  }

  /** @param {{width: number}} size */
  function draw({ width }) {
    const now = shown();
    if (!now) return;
    const { written, heat, step } = now;
    const row = written.n_prompt - 1 + step;
    layout = layOutHeat(heat, width);
    layout = { ...layout, top: layout.top + STRIP, height: layout.height + STRIP };
    const { left, top, cellWidth, cellHeight } = layout;
    const rows = heat.cells.slice(0, row + 1);
    const across = heat.cells.length * cellWidth;
    const href = pictureOf(canvas, rows, [0, 1]);
    room.replaceChildren(
      picture(
        width,
        layout.height,
        hatch(),
        svg("image", { href, x: left, y: top, width: across, height: rows.length * cellHeight, preserveAspectRatio: "none" }),
        svg("path", { class: "triangle-masked", d: stairs(rows.length, heat.cells.length, layout), fill: "url(#triangle-hatch)" }),
        svg("rect", { class: "heat-edge", x: left, y: top, width: across, height: heat.cells.length * cellHeight }),
        svg("path", { class: "triangle-prompt", d: `M${left} ${top + written.n_prompt * cellHeight}h${across}` }),
        ...keysOf(written, step).map((kind, key) => keyMark(kind, left + key * cellWidth, top - STRIP, cellWidth)),
        ...layout.rowLabels.map((/** @type {any} */ one) => label(left - 6, one.at + STRIP + 4, one.text, one.place > row ? "heat-label heat-later" : "heat-label", "end")),
        ...layout.columnLabels.map((/** @type {any} */ { text, at }) => svg("text", { class: "heat-label", transform: `translate(${at + 4} ${top - STRIP - 6}) rotate(-60)` }, text)),
        svg("rect", { class: "heat-row", x: left, y: top + row * cellHeight, width: (row + 1) * cellWidth, height: cellHeight }),
        svg("rect", { class: "heat-cursor", width: Math.max(cellWidth, 3), height: cellHeight, visibility: "hidden" }),
      ),
    );
    room.ariaLabel = `Attention, ${row + 1} rows so far; arrow keys read a cell`;
  }

  /** @param {number} row @param {number} column */
  function read(row, column) {
    const now = shown();
    if (!now || !layout) return;
    const last = now.heat.cells.length - 1;
    cursor = { row: within(row, last), column: within(column, last) };
    const upTo = now.written.n_prompt - 1 + now.step;
    said.textContent = `${sayCell(now.heat, cursor.row, cursor.column, { upTo })}${sayKey(now, cursor, upTo)}`;
    const mark = room.querySelector(".heat-cursor");
    mark?.setAttribute("x", String(layout.left + cursor.column * layout.cellWidth));
    mark?.setAttribute("y", String(layout.top + cursor.row * layout.cellHeight));
    mark?.setAttribute("visibility", "visible");
  }

  /** Go to the step that worked a row out: all of the prompt's are the first. @param {number} row */
  function choose(row) {
    const now = shown();
    if (!now) return;
    const step = Math.max(0, row - now.written.n_prompt + 1);
    store.set({ state: { ...store.get().state, step } });
  }

  /** @param {PointerEvent|MouseEvent} event */
  function under(event) {
    const box = room.getBoundingClientRect();
    const now = shown();
    return now && layout ? cellAt(now.heat, layout, event.clientX - box.left, event.clientY - box.top) : null;
  }

  room.addEventListener("pointermove", (event) => {
    const cell = under(event);
    if (cell) read(cell.row, cell.column ?? cursor.column);
  });
  room.addEventListener("pointerleave", () => room.querySelector(".heat-cursor")?.setAttribute("visibility", "hidden"));
  room.addEventListener("click", (event) => {
    const cell = under(event);
    if (cell) choose(cell.row);
  });
  room.addEventListener("keydown", (event) => {
    const move = MOVES[/** @type {"ArrowUp"} */ (event.key)];
    const isPick = event.key === "Enter" || event.key === " ";
    if (!move && !isPick) return;
    event.preventDefault();
    if (isPick) return choose(cursor.row);
    read(cursor.row + move[0], cursor.column + move[1]);
  });
  return keepDrawn(element, store, ({ state, numbers }) => [state.step, state.film, numbers[state.film], numbers.looks], draw);
}

/** @param {number} place @param {number} last */
function within(place, last) {
  return Math.min(last, Math.max(0, place));
}

/** @param {any} now @param {{row: number, column: number}} cursor @param {number} upTo */
function sayKey({ written, step }, { row, column }, upTo) {
  if (row !== upTo || column > row) return "";
  return keysOf(written, step)[column] === "new" ? "; key and value of this step" : "; key and value from the cache";
}

/** @param {string} kind @param {number} x @param {number} y @param {number} width */
function keyMark(kind, x, y, width) {
  const side = Math.min(STRIP - 4, Math.max(2, width - 2));
  return svg("rect", { class: `triangle-key-${kind}`, x: x + (width - side) / 2, y: y + 1, width: side, height: side });
}

/** The outline of what lies above the diagonal, down to the newest row. @param {number} nRows @param {number} nColumns @param {any} layout */
function stairs(nRows, nColumns, { left, top, cellWidth, cellHeight }) {
  return Array.from({ length: nRows }, (_, row) => `M${left + (row + 1) * cellWidth} ${top + row * cellHeight}H${left + nColumns * cellWidth}v${cellHeight}H${left + (row + 1) * cellWidth}z`).join("");
}

/** What stands over cells that don't exist. */
function hatch() {
  const lines = svg("path", { class: "heat-hatch", d: "M-1 5L5 -1M-1 1L1 -1M3 5L5 3" });
  return svg("pattern", { id: "triangle-hatch", width: 4, height: 4, patternUnits: "userSpaceOnUse" }, svg("rect", { class: "heat-closed", width: 4, height: 4 }), lines);
}

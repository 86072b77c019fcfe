// @ts-check
/**
 * The head in focus: draw it, follow the pointer, choose cells, zoom.
 *
 * Lives here: the wiring between store, figure and marks. Not here: the figure
 * (plot/heatmap.js), the marks over it (plot/marks.js), the keys (keys.js).
 */

import { axisLabel, describePointer, hintLine, nameHeatmap, quantityLine } from "../plot/captions.js";
import { isDetailPending, zoomOf } from "../plot/cells.js";
import { heatmapParts, isTouch, needsDrawing, roomFor, setWaiting, whenResized } from "../plot/frame.js";
import { specifyHeatmap } from "../plot/heatmap.js";
import { createMarks } from "../plot/marks.js";
import { draw, erase, onPlot } from "../plot/plotly.js";
import { cellAt, followPointer } from "../plot/pointer.js";
import { readTheme, watchTheme } from "../plot/theme.js";
import { windowFromRanges, zoomBy } from "../plot/zoom.js";
import { adapterNote, titleOf } from "../plot/titles.js";
import { isEmpty, isFocusFresh } from "../state/fresh.js";
import { rowNames } from "../state/naming.js";
import { isSingle, shapeOf } from "../state/parts.js";
import { columnRead, lockRow, rowRead, selectCell, toggleColumn } from "../state/selection.js";
import { leaveTime } from "../timing.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../types.js").Decoded} Decoded
 */

/**
 * @param {HTMLElement} element
 * @param {Store} store
 * @returns {() => void}
 */
export function mount(element, store) {
  const view = new HeatmapView(element, store);
  return () => view.dispose();
}

class HeatmapView {
  /**
   * @param {HTMLElement} element
   * @param {Store} store
   */
  constructor(element, store) {
    this.element = element;
    this.store = store;
    this.parts = heatmapParts(element);
    this.marks = createMarks(this.parts.frame);
    /** @type {import("../plot/heatmap.js").HeatmapSpec | null} */
    this.spec = null;
    /** What the figure shows. @type {Snapshot | null} */
    this.drawn = null;
    /** Counts drawings: an older one that ends later changes nothing. */
    this.turn = 0;
    const redraw = () => void this.render();
    this.stops = [
      this.followPointer(),
      store.subscribe((now, before) => this.hear(now, before)),
      watchTheme(redraw),
      whenResized(element, redraw),
    ];
    this.parts.zoomIn.addEventListener("click", () => this.zoomAround(0.5));
    this.parts.zoomOut.addEventListener("click", () => this.zoomAround(2));
    this.parts.zoomAll.addEventListener("click", () => this.zoomTo(null));
    redraw();
  }

  /**
   * @param {Snapshot} now
   * @param {Snapshot} before
   */
  hear(now, before) {
    if (needsDrawing(now, before)) void this.render();
    else this.mark();
    this.setReady();
  }

  /** Draw the newest answer. */
  async render() {
    const snapshot = this.store.get();
    const { focus, view } = snapshot;
    const { plot, frame, waiting } = this.parts;
    setWaiting(this.parts, snapshot);
    const turn = (this.turn += 1);
    // Out of sight it has no size; it is drawn when it has one again.
    if (!focus || !this.element.clientWidth) return this.setReady();
    const start = performance.now();
    const detail = snapshot.detail?.view === focus.view ? snapshot.detail : null;
    const room = roomFor(frame, focus.queryTokens.length, focus.answer.part === "joint");
    const spec = specifyHeatmap({ overview: focus, detail, view, theme: readTheme(this.element), room });
    spec.layout.dragmode = isTouch() ? false : "zoom";
    try {
      await draw(plot, spec);
    } catch (error) {
      waiting.textContent = error instanceof Error ? error.message : String(error);
      waiting.hidden = false;
      return;
    }
    if (turn !== this.turn) return;
    this.settle(spec, focus, snapshot);
    leaveTime("draw heatmap", start);
  }

  /**
   * Let words and marks follow what has been drawn.
   * @param {import("../plot/heatmap.js").HeatmapSpec} spec
   * @param {Decoded} focus
   * @param {Snapshot} snapshot what has been drawn
   */
  settle(spec, focus, snapshot) {
    const isFirst = this.spec === null;
    [this.spec, this.drawn] = [spec, snapshot];
    if (isFirst) this.listen();
    this.parts.name.textContent = titleOf(focus, isSingle(shapeOf(focus.view, snapshot.models)));
    this.parts.quantity.textContent = `${quantityLine(focus)}${adapterNote(focus.view)}`;
    this.parts.hint.textContent = hintLine(focus, spec, snapshot.view);
    this.parts.plot.setAttribute("aria-label", nameHeatmap(focus));
    this.mark();
    this.setReady();
  }

  mark() {
    const snapshot = this.store.get();
    const { pointer, view } = snapshot;
    const focus = this.drawn?.focus; // a newer answer's words may not fit the picture yet
    if (!this.spec || !focus) return;
    const { geometry, window, grid } = this.spec;
    const [read, wholeColumn] = [rowRead(snapshot) ?? 0, columnRead(snapshot)];
    this.marks.place(geometry, window, {
      wholeColumn,
      lockedRow: view.row ?? (pointer.row === null && wholeColumn === null ? read : null),
      lockedColumn: view.column,
      hoverRow: pointer.row,
      hoverColumn: pointer.column,
      factor: grid.factor,
      rowLabel: axisLabel(rowNames(focus, view)[pointer.row ?? view.row ?? read], geometry.ticks.rows.stride),
      columnLabel: axisLabel(focus.keyTokens[pointer.column ?? view.column ?? 0], geometry.ticks.columns.stride),
      tip: describePointer(focus, grid, pointer, view),
    });
  }

  setReady() {
    const snapshot = this.store.get();
    const isDrawn = this.drawn !== null && !needsDrawing(snapshot, this.drawn);
    const isNewest = isDrawn && isFocusFresh(snapshot) && !isDetailPending(snapshot);
    this.element.toggleAttribute("data-ready", isEmpty(snapshot) || snapshot.status.phase === "error" || isNewest);
  }

  /** @param {import("../plot/geometry.js").Window | null} window */
  zoomTo(window) {
    const { focus, view } = this.store.get();
    if (!focus) return;
    const zoom = window && zoomOf(window, focus.queryTokens.length, focus.keyTokens.length);
    this.store.set({ view: { ...view, zoom } });
  }

  /** @param {number} factor */
  zoomAround(factor) {
    const { focus, view } = this.store.get();
    if (!focus || !this.spec) return;
    const { rowStart, rowStop, columnStart, columnStop } = this.spec.window;
    const middle = { row: view.row ?? (rowStart + rowStop) / 2, column: view.column ?? (columnStart + columnStop) / 2 };
    this.zoomTo(zoomBy(this.spec.window, factor, middle, countsOf(focus)));
  }

  listen() {
    onPlot(this.parts.plot, "plotly_relayout", (change) => {
      const { focus } = this.store.get();
      if (!focus || change["xaxis.range[0]"] === undefined) return;
      const columns = /** @type {const} */ ([change["xaxis.range[0]"], change["xaxis.range[1]"]]);
      const rows = /** @type {const} */ ([change["yaxis.range[0]"], change["yaxis.range[1]"]]);
      this.zoomTo(windowFromRanges(columns, rows, countsOf(focus)));
    });
    onPlot(this.parts.plot, "plotly_doubleclick", () => this.zoomTo(null));
  }

  followPointer() {
    return followPointer(this.parts.frame, {
      find: (x, y) => (this.spec ? cellAt(this.spec.geometry, this.spec.window, x, y) : null),
      hover: (cell) => this.store.set({ pointer: cell ?? { row: null, column: null } }),
      choose: ({ row, column }) => {
        const { view } = this.store.get();
        if (row !== null) this.store.set({ view: column === null ? lockRow(view, row) : selectCell(view, row, column) });
        else if (column !== null) this.store.set({ view: toggleColumn(view, column) });
        this.parts.plot.focus({ preventScroll: true });
      },
    });
  }

  dispose() {
    for (const stop of this.stops) stop();
    this.marks.dispose();
    erase(this.parts.plot);
  }
}

/** @param {Decoded} focus */
const countsOf = (focus) => ({ rows: focus.queryTokens.length, columns: focus.keyTokens.length });

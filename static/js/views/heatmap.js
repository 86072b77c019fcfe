// @ts-check
/**
 * The head in focus: draw it, follow the pointer, choose cells, zoom.
 *
 * Lives here: the wiring between store, figure and marks. Not here: the figure
 * (plot/heatmap.js), the marks over it (plot/marks.js), the keys (keys.js).
 */

import { covers, detailWindowOf, windowOf, zoomOf } from "../plot/cells.js";
import { axisLabel, describePointer, hintLine, quantityLine } from "../plot/captions.js";
import { heatmapParts, isTouch, roomFor, waitingLine, whenResized } from "../plot/frame.js";
import { cellAt } from "../plot/geometry.js";
import { specifyHeatmap } from "../plot/heatmap.js";
import { createMarks } from "../plot/marks.js";
import { draw, erase, onPlot } from "../plot/plotly.js";
import { followPointer } from "../plot/pointer.js";
import { readTheme, watchTheme } from "../plot/theme.js";
import { windowFromRanges, zoomBy } from "../plot/zoom.js";
import { isEmpty, isFocusFresh } from "../state/fresh.js";
import { lockRow, rowRead, selectCell } from "../state/selection.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../plot/heatmap.js").HeatmapSpec} HeatmapSpec
 */

/** Wider windows stay pooled (details.js). */
const WIDEST_DETAIL = 512;

/**
 * @param {HTMLElement} element
 * @param {Store} store
 * @returns {() => void}
 */
export function mount(element, store) {
  const parts = heatmapParts(element);
  const marks = createMarks(parts.frame);
  /** @type {HeatmapSpec | null} */
  let spec = null;
  /** @type {import("../types.js").Decoded | null} what the figure shows */
  let drawn = null;
  let isListening = false;
  let drawing = 0;

  /** Draw the newest answer; an older drawing that ends later changes nothing. */
  async function render() {
    const snapshot = store.get();
    const { focus, view } = snapshot;
    parts.waiting.textContent = waitingLine(snapshot);
    parts.waiting.hidden = focus !== null;
    parts.frame.hidden = focus === null;
    drawn = focus === null ? null : drawn;
    if (!focus) return setReady(snapshot);
    const turn = (drawing += 1);
    const detail = snapshot.detail?.view === focus.view ? snapshot.detail : null;
    const next = specifyHeatmap({ overview: focus, detail, view, theme: readTheme(element), room: roomFor(parts.frame, focus.queryTokens.length) });
    next.layout.dragmode = isTouch() ? false : "zoom";
    try {
      await draw(parts.plot, next);
    } catch (error) {
      parts.waiting.textContent = error instanceof Error ? error.message : String(error);
      parts.waiting.hidden = false;
      return;
    }
    if (turn !== drawing) return;
    [spec, drawn] = [next, focus];
    if (!isListening) listen();
    say(store.get(), next);
    mark();
    setReady(store.get());
  }

  /** @param {Snapshot} snapshot @param {HeatmapSpec} figure */
  function say({ focus }, figure) {
    if (!focus) return;
    const [layer, head] = [focus.answer.layers[0], focus.answer.heads[0]];
    parts.name.textContent = `Layer ${layer}, head ${head}`;
    parts.quantity.textContent = quantityLine(focus);
    parts.hint.textContent = hintLine(focus, figure.grid);
    const size = `${focus.queryTokens.length} by ${focus.keyTokens.length}`;
    parts.plot.setAttribute("aria-label", `Heatmap of layer ${layer}, head ${head}, ${size}. Arrow keys move the cell, T opens the table.`);
  }

  function mark() {
    const snapshot = store.get();
    const { focus, pointer, view } = snapshot;
    if (!spec || !focus) return;
    const { row, column } = pointer;
    const shownRow = row ?? view.row;
    const shownColumn = column ?? view.column;
    marks.place(spec.geometry, spec.window, {
      lockedRow: view.row ?? (row === null ? rowRead(snapshot) : null),
      lockedColumn: view.row === null ? null : view.column,
      hoverRow: row,
      hoverColumn: column,
      factor: spec.grid.factor,
      rowLabel: axisLabel(focus.queryTokens[shownRow ?? rowRead(snapshot) ?? 0], spec.geometry.ticks.rows.stride),
      columnLabel: axisLabel(focus.keyTokens[shownColumn ?? 0], spec.geometry.ticks.columns.stride),
      tip: describePointer(focus, spec.grid, pointer),
    });
  }

  /** @param {Snapshot} snapshot */
  function setReady(snapshot) {
    const { focus, status } = snapshot;
    const isDrawn = focus === drawn && isFocusFresh(snapshot) && !isAwaitingDetail(snapshot);
    element.toggleAttribute("data-ready", isEmpty(snapshot) || status.phase === "error" || isDrawn);
  }

  /** @param {import("../plot/geometry.js").Window | null} window */
  function zoomTo(window) {
    const { focus, view } = store.get();
    if (!focus) return;
    const zoom = window && zoomOf(window, focus.queryTokens.length, focus.keyTokens.length);
    store.set({ view: { ...view, zoom } });
  }

  function listen() {
    isListening = true;
    onPlot(parts.plot, "plotly_relayout", (change) => {
      const { focus } = store.get();
      if (!focus || change["xaxis.range[0]"] === undefined) return;
      const counts = { rows: focus.queryTokens.length, columns: focus.keyTokens.length };
      const columns = /** @type {const} */ ([change["xaxis.range[0]"], change["xaxis.range[1]"]]);
      const rows = /** @type {const} */ ([change["yaxis.range[0]"], change["yaxis.range[1]"]]);
      zoomTo(windowFromRanges(columns, rows, counts));
    });
    onPlot(parts.plot, "plotly_doubleclick", () => zoomTo(null));
  }

  /** @param {number} factor */
  function zoomAround(factor) {
    const snapshot = store.get();
    const { focus, view } = snapshot;
    if (!focus || !spec) return;
    const { window } = spec;
    const row = view.row ?? (window.rowStart + window.rowStop) / 2;
    const column = view.column ?? (window.columnStart + window.columnStop) / 2;
    zoomTo(zoomBy(window, factor, { row, column }, { rows: focus.queryTokens.length, columns: focus.keyTokens.length }));
  }

  const stopPointer = followPointer(parts.frame, {
    find: (x, y) => (spec ? cellAt(spec.geometry, spec.window, x, y) : null),
    hover: (cell) => store.set({ pointer: cell ?? { row: null, column: null } }),
    choose: (cell) => {
      const { view } = store.get();
      if (cell.row === null) return;
      store.set({ view: cell.column === null ? lockRow(view, cell.row) : selectCell(view, cell.row, cell.column) });
      parts.plot.focus({ preventScroll: true });
    },
  });
  parts.zoomIn.addEventListener("click", () => zoomAround(0.5));
  parts.zoomOut.addEventListener("click", () => zoomAround(2));
  parts.zoomAll.addEventListener("click", () => zoomTo(null));
  const unsubscribe = store.subscribe((now, before) => {
    const isRedrawn =
      now.focus !== before.focus ||
      now.detail !== before.detail ||
      now.view.zoom !== before.view.zoom ||
      now.view.scale !== before.view.scale ||
      (now.focus === null && now.status !== before.status);
    if (isRedrawn) void render();
    else mark();
    setReady(now);
    parts.zoomAll.hidden = now.view.zoom === null;
  });
  const unwatch = watchTheme(() => void render());
  const stopResize = whenResized(element, () => void render());
  parts.zoomAll.hidden = store.get().view.zoom === null;
  void render();
  return () => {
    for (const stop of [stopPointer, unsubscribe, unwatch, stopResize, marks.dispose]) stop();
    erase(parts.plot);
  };
}

/**
 * Whether exact cells of the zoom window are still on their way.
 * @param {Snapshot} snapshot
 */
function isAwaitingDetail({ focus, detail, view }) {
  if (!focus || focus.factor === 1 || view.zoom === null) return false;
  const { queryTokens, keyTokens } = focus;
  const window = windowOf(view.zoom, queryTokens.length, keyTokens.length);
  if (Math.max(window.rowStop - window.rowStart, window.columnStop - window.columnStart) > WIDEST_DETAIL) return false;
  const covered = detail?.view === focus.view ? detailWindowOf(detail) : null;
  return covered === null || !covers(covered, window);
}

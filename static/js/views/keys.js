// @ts-check
/**
 * Turn keys into changes of the view.
 *
 * Keys that other views own (the table, the help) press the button that says so
 * with `data-key`. Nothing fires while a person types.
 */

import { windowOf, zoomOf } from "../plot/cells.js";
import { shiftTo, zoomBy } from "../plot/zoom.js";
import { modelOf, nextPart, shapeOf } from "../state/parts.js";
import { freeRow, moveCell, nextHead, nextLayer, rowRead, selectCell } from "../state/selection.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../types.js").View} View
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @type {Record<string, (snapshot: Snapshot) => View>} */
const CHANGES = {
  "[": ({ view, models }) => nextHead(view, -1, shapeOf(view, models)),
  "]": ({ view, models }) => nextHead(view, 1, shapeOf(view, models)),
  "{": ({ view, models }) => nextLayer(view, -1, shapeOf(view, models)),
  "}": ({ view, models }) => nextLayer(view, 1, shapeOf(view, models)),
  w: ({ view }) => ({ ...view, merge: view.merge === "tokens" ? "words" : "tokens" }),
  s: ({ view, models }) => ({ ...view, hide: view.hide === "none" ? hiddenKind(view, models) : "none" }),
  q: ({ view, models }) => ({
    ...view,
    quantity: view.quantity === "weights" && hasScores(view, models) ? "scores" : "weights",
  }),
  l: ({ view }) => (view.quantity === "scores" ? view : { ...view, scale: nextScale(view.scale) }),
  p: ({ view, models }) => nextPart(view, modelOf(view, models)),
  n: ({ view }) => (view.part === "decoder" || view.part === "cross" ? { ...view, named: view.named === "read" ? "written" : "read" } : view),
  "+": (snapshot) => zoomed(snapshot, 0.5),
  "=": (snapshot) => zoomed(snapshot, 0.5),
  "-": (snapshot) => zoomed(snapshot, 2),
  0: ({ view }) => ({ ...view, zoom: null }),
  Escape: ({ view }) => freeRow(view),
};

/**
 * @param {HTMLElement} root
 * @param {Store} store
 * @returns {() => void}
 */
export function mount(root, store) {
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open], :popover-open")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (isTyping(target)) {
      if (event.key === "Escape") leaveField(target);
      return;
    }
    if (press(event.key) || change(event.key, target)) event.preventDefault();
  }

  /**
   * @param {string} key
   * @param {HTMLElement} target
   */
  function change(key, target) {
    const snapshot = store.get();
    if (key in ARROWS) {
      // A radio button's arrows choose among its group.
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || !snapshot.focus) return false;
      store.set({ view: moved(snapshot, ...ARROWS[key]), pointer: { row: null, column: null } });
      return true;
    }
    const make = CHANGES[key];
    if (!make) return false;
    store.set({ view: make(snapshot), ...(key === "Escape" ? { pointer: { row: null, column: null } } : {}) });
    return true;
  }

  document.addEventListener("keydown", onKey);
  root.toggleAttribute("data-ready", true);
  return () => document.removeEventListener("keydown", onKey);
}

/** @param {HTMLElement} target */
function isTyping(target) {
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/**
 * Leave the field for the heatmap, where the other keys work.
 * @param {HTMLElement} field
 */
function leaveField(field) {
  field.blur();
  const plot = document.querySelector(".heatmap-plot");
  if (plot instanceof HTMLElement) plot.focus({ preventScroll: true });
}

/**
 * Press the button that owns a key.
 * @param {string} key
 */
function press(key) {
  if (key === "/") {
    const field = document.getElementById("text");
    field?.focus();
    return field !== null;
  }
  const help = document.getElementById("keys-help");
  if (key === "?" && help instanceof HTMLDialogElement) {
    help.showModal();
    return true;
  }
  const button = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!(button instanceof HTMLElement)) return false;
  button.click();
  return true;
}

/**
 * Move the cell, and the zoom window with it where it would leave it.
 * @param {Snapshot} snapshot
 * @param {number} dRow
 * @param {number} dColumn
 * @returns {View}
 */
function moved(snapshot, dRow, dColumn) {
  const { view, focus } = snapshot;
  const counts = countsOf(snapshot);
  if (!focus || view.zoom === null) return moveCell(view, dRow, dColumn, counts, rowRead(snapshot) ?? 0);
  const shown = windowOf(view.zoom, counts.rows, counts.columns);
  // The first move starts where the eye is: in the window.
  const isNew = view.row === null || view.column === null;
  const next = isNew
    ? selectCell(view, view.row ?? shown.rowStart, shown.columnStart)
    : moveCell(view, dRow, dColumn, counts);
  if (next.row === null || next.column === null) return next;
  const window = shiftTo(shown, next.row, next.column);
  return { ...next, zoom: zoomOf(window, counts.rows, counts.columns) };
}

/**
 * @param {Snapshot} snapshot
 * @param {number} factor
 * @returns {View}
 */
function zoomed(snapshot, factor) {
  const { view, focus } = snapshot;
  if (!focus) return view;
  const counts = countsOf(snapshot);
  const window = windowOf(view.zoom, counts.rows, counts.columns);
  const middle = {
    row: view.row ?? Math.floor((window.rowStart + window.rowStop) / 2),
    column: view.column ?? Math.floor((window.columnStart + window.columnStop) / 2),
  };
  return { ...view, zoom: zoomOf(zoomBy(window, factor, middle, counts), counts.rows, counts.columns) };
}

/** @param {Snapshot} snapshot */
const countsOf = ({ focus }) => ({ rows: focus?.queryTokens.length ?? 0, columns: focus?.keyTokens.length ?? 0 });

/** @param {View} view @param {Snapshot["models"]} models @returns {View["hide"]} */
const hiddenKind = (view, models) => (modelOf(view, models)?.has_special_tokens === false ? "first" : "special");

/** @param {View} view @param {Snapshot["models"]} models */
const hasScores = (view, models) => modelOf(view, models)?.capture !== "eager";

/** @param {View["scale"]} scale @returns {View["scale"]} */
const nextScale = (scale) => (scale === "unit" ? "head" : scale === "head" ? "log" : "unit");

// @ts-check
/**
 * Build the elements around a heatmap: title, hint, zoom buttons, frame.
 *
 * The server sends the title and the hint; they are kept and filled in.
 */

import { isSingle, shapeOf } from "../state/parts.js";
import { headTitle } from "./titles.js";

/** @typedef {import("../types.js").Snapshot} Snapshot */

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/**
 * @param {string} text
 * @param {string} label
 */
function makeButton(text, label) {
  const button = /** @type {HTMLButtonElement} */ (make("button", "quiet heatmap-zoom-button", text));
  button.type = "button";
  button.title = label;
  button.ariaLabel = label;
  return button;
}

/**
 * @param {HTMLElement} parent
 * @param {string} selector
 * @param {() => HTMLElement} create
 * @returns {HTMLElement}
 */
function findOrAdd(parent, selector, create) {
  const found = parent.querySelector(selector);
  if (found instanceof HTMLElement) return found;
  const made = create();
  parent.append(made);
  return made;
}

/** @param {HTMLElement} element the view's */
export function heatmapParts(element) {
  const title = findOrAdd(element, ".title", () => make("h2", "title"));
  const name = findOrAdd(title, "b", () => make("b", ""));
  const quantity = findOrAdd(title, ".muted", () => make("span", "muted"));
  const hint = findOrAdd(element, ".hint", () => make("p", "hint muted"));
  const [zoomIn, zoomOut] = [makeButton("+", "Zoom in (+)"), makeButton("\u2212", "Zoom out (\u2212)")];
  const zoomAll = makeButton("show all", "Show the whole heatmap (0)");
  const zoom = make("div", "heatmap-zoom");
  zoom.setAttribute("role", "group");
  zoom.ariaLabel = "Zoom";
  zoom.append(zoomAll, zoomOut, zoomIn);
  const frame = make("div", "heatmap-frame");
  const plot = make("div", "heatmap-plot");
  plot.tabIndex = 0;
  plot.setAttribute("role", "img");
  frame.append(plot);
  const waiting = make("p", "heatmap-waiting muted");
  element.append(zoom, frame, waiting);
  return { name, quantity, hint, frame, plot, waiting, zoom, zoomIn, zoomOut, zoomAll };
}

/**
 * Show the picture, or what its place waits for; what would say or do something
 * with a picture that isn't there stays away.
 * @param {ReturnType<typeof heatmapParts>} parts
 * @param {Snapshot} snapshot
 */
export function setWaiting({ waiting, frame, zoom, zoomAll, name, quantity, hint }, snapshot) {
  const { focus, view, status, models } = snapshot;
  waiting.textContent = waitingLine(snapshot);
  waiting.hidden = focus !== null;
  frame.hidden = focus === null;
  zoom.hidden = focus === null;
  zoomAll.hidden = view.zoom === null;
  if (focus) return;
  name.textContent = status.isChoosing ? "One head" : headTitle({ ...view, isSingle: isSingle(shapeOf(view, models)) });
  if (status.isChoosing) quantity.textContent = "";
  hint.textContent = "";
}

/**
 * Say what a place without a heatmap waits for; it is never blank.
 * @param {Snapshot} snapshot
 */
function waitingLine({ view, status }) {
  if (status.phase === "loading") return status.message ?? "Reading the attention\u2026";
  if (status.phase === "error") return "No heatmap yet: see what went wrong above.";
  if (view.text === "") return "Type a sentence above, and its attention appears here.";
  return "Reading the attention\u2026";
}

/** Whether fingers do the pointing: a drag then scrolls the page. */
export function isTouch() {
  return matchMedia("(pointer: coarse)").matches;
}

/**
 * Measure the room for a figure: the column's width, and what the window
 * leaves below the column's top; long texts may take more and scroll.
 * @param {HTMLElement} frame
 * @param {number} count tokens a side
 * @param {boolean} isJoint both sides on both axes need more
 */
export function roomFor(frame, count, isJoint) {
  const column = frame.parentElement ?? frame;
  const width = Math.floor(column.clientWidth);
  if (width < 520) return { width, height: 2 * width };
  const left = window.innerHeight - (column.getBoundingClientRect().top + window.scrollY) - 150;
  return { width, height: Math.max(count > (isJoint ? 24 : 48) ? 620 : 440, Math.min(width + 60, left)) };
}

/**
 * Call back when the room changes, once a frame.
 * @param {HTMLElement} element
 * @param {() => void} listener
 * @returns {() => void} stops watching
 */
export function whenResized(element, listener) {
  let request = 0;
  let width = element.clientWidth;
  const later = () => {
    cancelAnimationFrame(request);
    request = requestAnimationFrame(listener);
  };
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    later();
  });
  observer.observe(element);
  window.addEventListener("resize", later);
  return () => {
    cancelAnimationFrame(request);
    observer.disconnect();
    window.removeEventListener("resize", later);
  };
}

/**
 * Whether two snapshots differ in what the figure shows.
 * @param {Snapshot} now
 * @param {Snapshot} before
 */
export function needsDrawing(now, before) {
  const isNew = now.focus !== before.focus || now.detail !== before.detail;
  const isOther = now.view.zoom !== before.view.zoom || now.view.scale !== before.view.scale || now.view.named !== before.view.named;
  return isNew || isOther || (now.focus === null && now.status !== before.status);
}

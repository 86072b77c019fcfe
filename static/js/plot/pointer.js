// @ts-check
/**
 * Tell which cell the pointer is on, at most once a frame, and which one is
 * chosen by a click or a tap (a drag is neither).
 */

/** A press that moves further than this is a drag, pixels. */
const STILL = 4;

/** @typedef {{ row: number | null, column: number | null }} Cell a row's or a column's label knows one */

/**
 * @param {HTMLElement} frame the plot lies at its top left
 * @param {object} callbacks
 * @param {(x: number, y: number) => Cell | null} callbacks.find pixels inside the frame
 * @param {(cell: Cell | null) => void} callbacks.hover
 * @param {(cell: Cell) => void} callbacks.choose
 * @returns {() => void} stops following
 */
export function followPointer(frame, { find, hover, choose }) {
  /** @type {{ x: number, y: number } | null} */
  let pressedAt = null;
  /** @type {Cell | null} */
  let last = null;
  let frameRequest = 0;

  /** @param {PointerEvent} event */
  const cellUnder = (event) => {
    const { left, top } = frame.getBoundingClientRect();
    return find(event.clientX - left, event.clientY - top);
  };
  /** @param {Cell | null} cell */
  const tell = (cell) => {
    if (cell?.row === last?.row && cell?.column === last?.column) return;
    last = cell;
    hover(cell);
  };
  /** @param {PointerEvent} event */
  const onMove = (event) => {
    if (event.pointerType === "touch") return;
    cancelAnimationFrame(frameRequest);
    frameRequest = requestAnimationFrame(() => tell(cellUnder(event)));
  };
  const onLeave = () => {
    cancelAnimationFrame(frameRequest);
    tell(null);
  };
  /** @param {PointerEvent} event */
  const onDown = (event) => {
    pressedAt = event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
  };
  /** @param {PointerEvent} event */
  const onUp = (event) => {
    const start = pressedAt;
    pressedAt = null;
    if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL) return;
    const cell = cellUnder(event);
    if (cell) choose(cell);
  };
  const onCancel = () => {
    pressedAt = null;
  };

  // Plotly covers the page while a button is down, so the release is heard there.
  frame.addEventListener("pointermove", onMove);
  frame.addEventListener("pointerleave", onLeave);
  frame.addEventListener("pointerdown", onDown, true);
  window.addEventListener("pointerup", onUp, true);
  window.addEventListener("pointercancel", onCancel, true);
  return () => {
    cancelAnimationFrame(frameRequest);
    frame.removeEventListener("pointermove", onMove);
    frame.removeEventListener("pointerleave", onLeave);
    frame.removeEventListener("pointerdown", onDown, true);
    window.removeEventListener("pointerup", onUp, true);
    window.removeEventListener("pointercancel", onCancel, true);
  };
}

/**
 * Find the cell under a point of the figure. Over the labels only the row or
 * only the column is known; null elsewhere.
 * @param {import("./geometry.js").Geometry} geometry
 * @param {import("./geometry.js").Window} window
 * @param {number} x pixels from the figure's left edge
 * @param {number} y pixels from its top
 * @returns {{ row: number | null, column: number | null } | null}
 */
export function cellAt({ margin, cellWidth, cellHeight }, window, x, y) {
  const [right, down] = [Math.floor((x - margin.l) / cellWidth), Math.floor((y - margin.t) / cellHeight)];
  const isRow = down >= 0 && down < window.rowStop - window.rowStart;
  const isColumn = right >= 0 && right < window.columnStop - window.columnStart;
  const row = isRow && (isColumn || right < 0) ? window.rowStart + down : null;
  const column = isColumn && (isRow || down < 0) ? window.columnStart + right : null;
  return row === null && column === null ? null : { row, column };
}

// @ts-check
/**
 * Paint a mask: a click or a drag opens and closes cells, the arrow keys move
 * between them, space opens or closes. One stop of the Tab key.
 *
 * What padding closes isn't painted: the position is marked elsewhere.
 */
import { drawPainting } from "../../../learn/masks-painting.js";
import { maskOf, MOST_PAINTED, painting, toCells, fitted, withMask } from "../../../learn/masks-pattern.js";
import { find, scopeOf } from "../../../learn/paths.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @typedef {import("../../../lesson-types.js").LessonStore} LessonStore */

/** @param {HTMLElement} element @param {LessonStore} store */
export function mount(element, store) {
  const { prefix = "", words: path = "", shape: shapePath = "", chosen = "" } = element.dataset;
  const table = /** @type {HTMLTableElement} */ (element.querySelector("table"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".paint-said"));

  function words() {
    return /** @type {string[]} */ (find(scopeOf(store.get()), path) ?? []);
  }

  /** What is open before padding counts. @returns {boolean[][]} */
  function shape() {
    const mask = maskOf(store.get().state, prefix);
    if (mask.kind === "painted") return toCells(fitted(mask.painted, words().length));
    return find(scopeOf(store.get()), shapePath) ?? [];
  }

  function draw() {
    const { state } = store.get();
    const tokens = words();
    const isTooLong = tokens.length > MOST_PAINTED;
    table.hidden = isTooLong;
    element.toggleAttribute("data-blocked", isTooLong && maskOf(state, prefix).kind === "painted");
    if (isTooLong) {
      said.textContent = `Your sentence has ${tokens.length} tokens; cells can be painted up to ${MOST_PAINTED}. Choose one of the other masks.`;
    } else {
      if (table.tBodies[0].rows.length !== tokens.length) said.textContent = "";
      drawPainting(table, { tokens, shape: shape(), padded: state[`${prefix}padded`], chosen: state[chosen] });
    }
    element.dataset.ready = "";
  }

  /** @param {number} row @param {number} key @param {boolean} isOpen */
  function paint(row, key, isOpen) {
    const { state } = store.get();
    if (state[`${prefix}padded`].includes(key)) {
      said.textContent = `${words()[key]} counts as padding: its column is closed to every query.`;
      return;
    }
    said.textContent = "";
    const now = shape();
    if (now[row]?.[key] === isOpen || !now[row]) return;
    store.set({ state: withMask(state, prefix, painting(now, row, key, isOpen)) });
  }

  listen(table, { isOpen: (row, key) => shape()[row]?.[key] ?? false, paint });
  draw();
  return store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
}

/**
 * Turn pointers and keys into strokes. A finger that slides down scrolls the
 * page; it paints when it moves to another cell, or is lifted on the first.
 * @param {HTMLTableElement} table
 * @param {{isOpen: (row: number, key: number) => boolean, paint: (row: number, key: number, isOpen: boolean) => void}} canvas
 */
function listen(table, { isOpen, paint }) {
  /** @type {{cell: HTMLElement, isOpen: boolean, isPainting: boolean}|null} */
  let stroke = null;

  /** @param {HTMLElement} cell */
  function dab(cell) {
    if (stroke) paint(...placeOf(cell), stroke.isOpen);
  }

  table.tBodies[0].addEventListener("pointerdown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0) return;
    stroke = { cell, isOpen: !isOpen(...placeOf(cell)), isPainting: event.pointerType !== "touch" };
    if (stroke.isPainting) dab(cell);
  });
  const move = (/** @type {PointerEvent} */ event) => {
    const cell = stroke && cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!stroke || !cell || !table.contains(cell)) return;
    if (!stroke.isPainting && cell !== stroke.cell) {
      stroke.isPainting = true;
      dab(stroke.cell);
    }
    if (stroke.isPainting) dab(cell);
  };
  const lift = () => {
    if (stroke && !stroke.isPainting) dab(stroke.cell);
    stroke = null;
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", () => {
    stroke = null;
  });
  // Keys and screen readers click without a pointer; pointers are done already.
  table.tBodies[0].addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (cell && event.detail === 0) paint(...placeOf(cell), !isOpen(...placeOf(cell)));
  });
  table.tBodies[0].addEventListener("keydown", (event) => step(table, event));
  table.tBodies[0].addEventListener("focusin", ({ target }) => {
    for (const cell of table.querySelectorAll("button")) cell.tabIndex = cell === target ? 0 : -1;
  });
}

/** @param {HTMLTableElement} table @param {KeyboardEvent} event */
function step(table, event) {
  const cell = cellOf(event.target);
  const by = MOVES[/** @type {"ArrowUp"} */ (event.key)];
  if (!cell || !by) return;
  event.preventDefault();
  event.stopPropagation();
  const [row, key] = placeOf(cell);
  table.tBodies[0].rows[row + by[0]]?.cells[key + by[1] + 1]?.querySelector("button")?.focus();
}

/** @param {EventTarget|null} target @returns {HTMLElement|null} */
function cellOf(target) {
  return target instanceof Element ? target.closest("tbody td button") : null;
}

/** @param {HTMLElement} cell @returns {[number, number]} */
function placeOf(cell) {
  const box = /** @type {HTMLTableCellElement} */ (cell.closest("td"));
  return [/** @type {HTMLTableRowElement} */ (box.parentElement).sectionRowIndex, box.cellIndex - 1];
}

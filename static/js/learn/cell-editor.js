// @ts-check
/**
 * Edit a table's cells by keyboard as a spreadsheet does: arrows move between
 * cells, typing or Enter edits, Enter or leaving keeps, Escape restores. One
 * stop of the Tab key a table.
 */
import { readFigure } from "./figures.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * @param {HTMLTableElement} table
 * @param {object} cells
 * @param {(row: number, column: number) => number} cells.read
 * @param {(row: number, column: number, value: number) => void} cells.write
 * @param {() => void} cells.redraw
 */
export function editCells(table, { read, write, redraw }) {
  let before = 0;

  /** @param {HTMLInputElement} input @returns {[number, number]} */
  function placeOf(input) {
    const cell = /** @type {HTMLTableCellElement} */ (input.closest("td"));
    const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
    return [row.sectionRowIndex, cell.cellIndex - 1];
  }

  /** @param {HTMLInputElement} input */
  function startTyping(input) {
    if (input.dataset.typing !== undefined) return;
    before = read(...placeOf(input));
    input.dataset.typing = "";
  }

  /** @param {HTMLInputElement} input */
  function stopTyping(input) {
    delete input.dataset.typing;
    input.removeAttribute("aria-invalid");
    redraw();
  }

  /** @param {HTMLInputElement} input @param {number} down @param {number} right */
  function move(input, down, right) {
    const [row, column] = placeOf(input);
    const next = table.tBodies[0].rows[row + down]?.cells[column + 1 + right]?.querySelector("input");
    next?.focus();
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = input.dataset.typing !== undefined;
    const step = MOVES[/** @type {"ArrowUp"} */ (event.key)];
    if (event.key === "Enter") {
      if (isTyping) stopTyping(input);
      else startTyping(input);
      if (isTyping) input.select();
      else input.setSelectionRange(input.value.length, input.value.length);
    } else if (event.key === "Escape" && isTyping) {
      write(...placeOf(input), before);
      stopTyping(input);
      input.select();
    } else if (step && (!isTyping || step[0] !== 0)) {
      move(input, step[0], step[1]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Event} event */
  function type(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    startTyping(input);
    const value = readFigure(input.value);
    if (value === null) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (value !== null) write(...placeOf(input), value);
  }

  table.addEventListener("keydown", press);
  table.addEventListener("input", type);
  table.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    setStop(table, target);
    target.select();
  });
  // A click sets the caret after the focus has chosen everything.
  table.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.typing === undefined) target.select();
  });
  table.addEventListener("focusout", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.typing !== undefined) stopTyping(target);
  });
}

/**
 * Let the Tab key stop at one cell only.
 * @param {HTMLTableElement} table @param {HTMLInputElement|null} [stop]
 */
export function setStop(table, stop = null) {
  const inputs = [...table.querySelectorAll("input")];
  const kept = stop ?? inputs.find((input) => input.tabIndex === 0) ?? inputs[0];
  for (const input of inputs) input.tabIndex = input === kept ? 0 : -1;
}

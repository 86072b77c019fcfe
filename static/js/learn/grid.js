// @ts-check
/**
 * Draw a matrix as the table of `templates/learn/_matrix.html`.
 *
 * Lives here: rows, headers, shades, masks. Not here: what is drawn and what
 * editing does (`views/learn/matrix.js`, `cell-editor.js`).
 */
import { formatFigure, shareOf } from "./figures.js";

/**
 * @typedef {object} Grid
 * @property {any[][]} cells null: masked
 * @property {any[][]} open True where a cell exists; empty: everywhere
 * @property {string[]} rowLabels
 * @property {string[]} columnLabels
 * @property {string} title
 * @property {string} rowName
 * @property {string} columnName
 * @property {[number, number]} ends of the color scale
 * @property {number} digits
 * @property {boolean} isEditable
 * @property {number|null} chosen
 */

/** @param {HTMLTableElement} table @param {Grid} grid */
export function drawGrid(table, grid) {
  const body = /** @type {HTMLTableSectionElement} */ (table.tBodies[0]);
  const [nRows, nColumns] = [grid.cells.length, grid.cells[0]?.length ?? 0];
  if (body.rows.length !== nRows || (body.rows[0]?.cells.length ?? 1) - 1 !== nColumns) rebuild(table, nRows, nColumns);
  drawHeaders(table, grid);
  grid.cells.forEach((line, row) => {
    const element = body.rows[row];
    element.toggleAttribute("data-chosen", grid.chosen === row);
    setText(element.cells[0], grid.rowLabels[row]);
    line.forEach((cell, column) => drawCell(element.cells[column + 1], cell, row, column, grid));
  });
}

/** @param {HTMLTableElement} table @param {number} nRows @param {number} nColumns */
function rebuild(table, nRows, nColumns) {
  const header = /** @type {HTMLTableSectionElement} */ (table.tHead).rows;
  const axis = /** @type {HTMLTableCellElement} */ (header[0].cells[1]);
  axis.colSpan = Math.max(1, nColumns);
  fill(header[1], nColumns + 1, () => headerCell("col"));
  const body = table.tBodies[0];
  while (body.rows.length > nRows) body.deleteRow(-1);
  while (body.rows.length < nRows) body.insertRow().append(headerCell("row"));
  for (const row of body.rows) fill(row, nColumns + 1, () => document.createElement("td"));
}

/** @param {HTMLTableRowElement} row @param {number} count @param {() => HTMLElement} makeCell */
function fill(row, count, makeCell) {
  while (row.cells.length > count) row.deleteCell(-1);
  while (row.cells.length < count) row.append(makeCell());
}

/** @param {"row"|"col"} scope */
function headerCell(scope) {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.append(document.createElement("bdi"));
  return cell;
}

/** @param {HTMLTableElement} table @param {Grid} grid */
function drawHeaders(table, { columnLabels }) {
  const row = /** @type {HTMLTableSectionElement} */ (table.tHead).rows[1];
  columnLabels.forEach((label, column) => setText(row.cells[column + 1], label));
}

/** @param {HTMLTableCellElement} cell @param {string} text */
function setText(cell, text) {
  const place = cell.querySelector("bdi") ?? cell;
  if (place.textContent !== text) place.textContent = text;
}

/**
 * @param {HTMLTableCellElement} element @param {any} cell
 * @param {number} row @param {number} column @param {Grid} grid
 */
function drawCell(element, cell, row, column, grid) {
  const isMasked = cell === null || (grid.open.length > 0 && !grid.open[row]?.[column]);
  element.toggleAttribute("data-masked", isMasked);
  element.style.setProperty("--share", shareOf(cell, ...grid.ends));
  if (!grid.isEditable) {
    const text = formatFigure(cell, grid.digits);
    if (element.textContent !== text) element.textContent = text;
    return;
  }
  const input = element.querySelector("input") ?? element.appendChild(newInput());
  input.ariaLabel = `${grid.title}, ${grid.rowName} ${grid.rowLabels[row]}, ${grid.columnName} ${grid.columnLabels[column]}`;
  // What is being typed is the person's until it is left.
  if (input.dataset.typing === undefined) input.value = formatFigure(cell, 6);
}

function newInput() {
  const input = document.createElement("input");
  input.type = "text";
  input.inputMode = "decimal";
  input.autocomplete = "off";
  input.spellcheck = false;
  return input;
}

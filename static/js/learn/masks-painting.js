// @ts-check
/**
 * Draw a mask that can be painted, as the table of
 * `templates/learn/masks/_painter.html`: a button a cell.
 */
/**
 * @typedef {object} Painting
 * @property {string[]} tokens
 * @property {boolean[][]} shape what is open before padding counts
 * @property {number[]} padded
 * @property {number|undefined} chosen the row that is read elsewhere
 */

/** @param {HTMLTableElement} table @param {Painting} painting */
export function drawPainting(table, { tokens, shape, padded, chosen }) {
  const body = table.tBodies[0];
  if (body.rows.length !== tokens.length) rebuild(table, tokens.length);
  const headers = /** @type {HTMLTableSectionElement} */ (table.tHead).rows[1].cells;
  tokens.forEach((token, place) => {
    name(headers[place + 1], token, padded.includes(place));
    const row = body.rows[place];
    name(row.cells[0], token, padded.includes(place));
    row.toggleAttribute("data-chosen", place === chosen);
    tokens.forEach((key, column) => {
      drawCell(row.cells[column + 1], token, key, cellState(shape[place]?.[column], padded.includes(column)));
    });
  });
  const cells = [...table.querySelectorAll("button")];
  for (const cell of cells) cell.disabled = false;
  if (!cells.some((cell) => cell.tabIndex === 0) && cells[0]) cells[0].tabIndex = 0;
}

/** @param {boolean|undefined} isOpen @param {boolean} isPadding */
function cellState(isOpen, isPadding) {
  if (isPadding) return "padding";
  return isOpen ? "open" : "closed";
}

/** @param {HTMLTableCellElement} box @param {string} query @param {string} key @param {string} state */
function drawCell(box, query, key, state) {
  if (box.dataset.cell !== state) box.dataset.cell = state;
  const button = /** @type {HTMLButtonElement} */ (box.firstElementChild);
  button.setAttribute("aria-pressed", String(state === "open"));
  button.title = `${query} → ${key}: ${state}`;
  button.ariaLabel = `query ${query}, key ${key}: ${state}`;
}

/** @param {HTMLTableCellElement} header @param {string} token @param {boolean} isPadding */
function name(header, token, isPadding) {
  header.toggleAttribute("data-padding", isPadding);
  const place = header.querySelector("bdi") ?? header;
  if (place.textContent !== token) place.textContent = token;
}

/** @param {HTMLTableElement} table @param {number} count */
function rebuild(table, count) {
  const [axis, names] = /** @type {HTMLTableSectionElement} */ (table.tHead).rows;
  axis.cells[1].colSpan = Math.max(1, count);
  names.replaceChildren(names.cells[0], ...times(count, () => header("col")));
  table.tBodies[0].replaceChildren(...times(count, () => line(count)));
}

/** @param {number} count */
function line(count) {
  const row = document.createElement("tr");
  row.append(header("row"), ...times(count, cell));
  return row;
}

/** @param {"row"|"col"} scope */
function header(scope) {
  const element = document.createElement("th");
  element.scope = scope;
  element.append(document.createElement("bdi"));
  return element;
}

function cell() {
  const element = document.createElement("td");
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1;
  element.append(button);
  return element;
}

/** @template T @param {number} count @param {() => T} make */
function times(count, make) {
  return Array.from({ length: count }, make);
}

// @ts-check
/**
 * A small heatmap whose cells choose: the row is one field of the state, the
 * column another.
 */
import { make } from "../../../dom.js";
import { formatFigure, shareOf } from "../../../learn/figures.js";
import { find, scopeOf } from "../../../learn/paths.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { path = "", row: rowField = "", column: columnField = "", values = "", digits = "2" } = element.dataset;
  const names = values === "" ? null : values.split(",");
  const table = /** @type {HTMLTableElement} */ (element.querySelector("table"));
  const ends = element.querySelectorAll(".matrix-scale > span:not(.matrix-bar)");

  const chosen = () => {
    const { state } = store.get();
    return { row: state[rowField], column: names ? names.indexOf(state[columnField]) : state[columnField] };
  };

  /** @param {number} row @param {number} column */
  function choose(row, column) {
    const { state } = store.get();
    store.set({ state: { ...state, [rowField]: row, [columnField]: names ? names[column] : column } });
  }

  function draw() {
    /** @type {number[][]|undefined} */
    const cells = find(scopeOf(store.get()), path);
    if (!cells) return;
    const largest = Math.max(...cells.flat());
    const hadFocus = table.contains(document.activeElement);
    const now = chosen();
    const lines = cells.map((line, row) => {
      const made = line.map((cell, column) => cellOf(cell, largest, row, column, now));
      return make("tr", {}, make("th", { scope: "row" }, String(row)), ...made);
    });
    table.tBodies[0].replaceChildren(...lines);
    if (hadFocus) focusOn(now);
    ends.forEach((end, place) => (end.textContent = formatFigure(place === 0 ? 0 : largest, Number(digits))));
    element.dataset.ready = "";
  }

  /** @param {number} cell @param {number} largest @param {number} row @param {number} column @param {{row: number, column: number}} now */
  function cellOf(cell, largest, row, column, now) {
    const isChosen = row === now.row && column === now.column;
    const text = formatFigure(cell, Number(digits));
    const across = table.tHead?.rows[1].cells[column + 1].textContent ?? "";
    const name = `${element.dataset.rowName} ${row}, ${element.dataset.columnName} ${across}: ${text}`;
    const button = make("button", { type: "button", "aria-pressed": String(isChosen), "aria-label": name, tabindex: isChosen ? 0 : -1 }, text);
    button.addEventListener("click", () => choose(row, column));
    const made = make("td", {}, button);
    made.style.setProperty("--share", shareOf(cell, 0, largest));
    return made;
  }

  /** @param {{row: number, column: number}} at */
  function focusOn({ row, column }) {
    table.tBodies[0].rows[row]?.cells[column + 1]?.querySelector("button")?.focus();
  }

  table.addEventListener("keydown", (event) => {
    const move = MOVES[/** @type {"ArrowUp"} */ (event.key)];
    if (!move) return;
    event.preventDefault();
    const now = chosen();
    const { rows } = table.tBodies[0];
    const row = Math.min(rows.length - 1, Math.max(0, now.row + move[0]));
    const column = Math.min(rows[0].cells.length - 2, Math.max(0, now.column + move[1]));
    choose(row, column);
    focusOn({ row, column });
  });
  draw();
  return store.subscribe((now, before) => {
    const isMoved = [rowField, columnField].some((field) => now.state[field] !== before.state[field]);
    if (isMoved || now.numbers !== before.numbers) draw();
  });
}

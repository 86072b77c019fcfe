// @ts-check
/**
 * Read one row aloud in numbers: top keys, the rest, and what they amount to.
 *
 * Lives here: which row, and when. Not here: the numbers (plot/row.js), their
 * words (plot/words.js) and elements (plot/row-elements.js).
 */

import { element } from "../plot/elements.js";
import { makeColumnFacts, makeColumnTable, readColumnNumbers } from "../plot/column.js";
import { makeFacts, makeKeyTable } from "../plot/row-elements.js";
import { readNumbers } from "../plot/row.js";
import { formatWeight, noteOf, sayComparison } from "../plot/words.js";
import { makeWriting } from "../plot/writing.js";
import { isEmpty, isFocusFresh } from "../state/fresh.js";
import { rowNames } from "../state/naming.js";
import { borderOf } from "../state/parts.js";
import { readColumn, readRow } from "../state/reading.js";
import { columnRead, selectCell } from "../state/selection.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").Decoded} Decoded
 */

const CAUTION =
  "A weight says where this head looked, not whether it mattered (Jain and Wallace 2019; Wiegreffe and Pinter 2019).";

/**
 * @param {HTMLElement} root
 * @param {Store} store
 * @returns {() => void}
 */
export function mount(root, store) {
  const title = element("h2", "title reading-title");
  const body = element("div", "reading-body");
  const caution = element("p", "reading-caution muted", CAUTION);
  root.replaceChildren(title, body, caution);

  function render() {
    const snapshot = store.get();
    const { focus, status, view } = snapshot;
    const [column, reading] = [readColumn(snapshot), readRow(snapshot)];
    root.hidden = focus === null;
    if (focus && column) {
      fillTitle(title, focus.keyTokens, column.column, "is looked at by");
      refill(body, columnContent(focus, column, view));
    } else if (focus && reading) {
      fillTitle(title, rowNames(focus, view), reading.row, focus.answer.quantity === "scores" ? "scores highest" : "looks at");
      const waiting = [element("p", "muted", "Reading the exact row\u2026")];
      refill(body, [...makeWriting(snapshot, reading.row), ...(reading.exact ? content(focus, reading, view) : waiting)]);
    }
    const isExact = reading === null || reading.exact;
    const isDrawn = isEmpty(snapshot) || status.phase === "error" || (isFocusFresh(snapshot) && isExact);
    root.toggleAttribute("data-ready", isDrawn);
  }

  /** @param {Event} event */
  function choose(event) {
    const button = event.target instanceof Element ? event.target.closest("button[data-column]") : null;
    if (!(button instanceof HTMLElement)) return;
    const { row, column } = button.dataset;
    store.set({ view: selectCell(store.get().view, Number(row), Number(column)) });
  }

  body.addEventListener("click", choose);
  const unsubscribe = store.subscribe((now, before) => {
    const isSame =
      now.focus === before.focus &&
      now.exactRow === before.exactRow &&
      now.view === before.view &&
      now.translation === before.translation &&
      now.pointer.row === before.pointer.row &&
      columnRead(now) === columnRead(before) &&
      now.status.phase === before.status.phase;
    if (!isSame) render();
  });
  render();
  return unsubscribe;
}

/**
 * Replace the content; a key that has the keyboard's focus keeps it.
 * @param {HTMLElement} body
 * @param {HTMLElement[]} children
 */
function refill(body, children) {
  const active = document.activeElement;
  const column = active instanceof HTMLElement && body.contains(active) ? active.dataset.column : undefined;
  body.replaceChildren(...children);
  const again = column === undefined ? null : body.querySelector(`button[data-column="${column}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} title
 * @param {readonly import("../types.js").Token[]} tokens of its axis
 * @param {number} place
 * @param {string} verb
 */
function fillTitle(title, tokens, place, verb) {
  const token = tokens[place];
  const note = noteOf(token, tokens);
  const which = note ? [" ", element("small", "reading-note", note)] : [];
  title.replaceChildren(element("b", "reading-query", token.text, { dir: "auto" }), ...which, element("span", "", ` ${verb}`));
  title.title = `position ${token.index}`;
}

/**
 * @param {Decoded} focus
 * @param {import("../state/reading.js").ColumnReading} reading
 * @param {import("../types.js").View} view
 * @returns {HTMLElement[]}
 */
function columnContent(focus, { column, values, exact }, view) {
  const numbers = readColumnNumbers(focus, column, values, rowNames(focus, view));
  if (!exact) return [element("p", "muted", "Cells are pooled here: lock a row, or zoom in, to read exact numbers.")];
  if (numbers.allowedCount === 0) return [element("p", "muted", "No row may look here.")];
  return [makeColumnTable(numbers, focus.keyTokens[column]), makeColumnFacts(numbers)];
}

/**
 * Read a row of the joint picture: a target row holds two distributions.
 * @param {Decoded} focus
 * @param {import("../state/reading.js").RowReading} reading
 * @param {number} border
 * @param {number | null} column
 * @returns {HTMLElement[]}
 */
function jointContent(focus, { row, values }, border, column) {
  const sides = /** @type {const} */ (["source", "target"]);
  return sides.flatMap((side) => {
    const within = (/** @type {number} */ place) => place < border === (side === "source");
    const numbers = readNumbers(focus, row, values, { column, within, wanted: 4 });
    if (numbers.isFullyMasked) return [element("p", "reading-side muted", `The source never sees the ${side}.`)];
    const sum = numbers.sum === null ? "" : `, which adds up to ${formatWeight(numbers.sum)}`;
    return [element("h3", "reading-side muted", `in the ${side}${sum}`), makeKeyTable(numbers, column)];
  });
}

/**
 * @param {Decoded} focus
 * @param {import("../state/reading.js").RowReading} reading
 * @param {import("../types.js").View} view
 * @returns {HTMLElement[]}
 */
function content(focus, { row, values }, view) {
  const column = view.row === row ? view.column : null;
  const border = borderOf(focus);
  if (border !== null) return jointContent(focus, { row, values, exact: true }, border, column);
  const numbers = readNumbers(focus, row, values, { column });
  if (numbers.isFullyMasked) return [element("p", "muted", "Fully masked: this row may look at nothing.")];
  const chosen = numbers.entries.find((entry) => entry.column === column) ?? numbers.entries[0];
  const isComparable = numbers.quantity === "weights" && chosen && focus.statistics.column_mean;
  const comparison = isComparable
    ? [element("p", "reading-comparison", sayComparison(chosen.token.text, chosen.comparison))]
    : [];
  return [makeKeyTable(numbers, column), ...comparison, makeFacts(numbers, focus)];
}

// @ts-check
/**
 * Read one row aloud in numbers: top keys, the rest, and what they amount to.
 *
 * Lives here: which row, and when. Not here: the numbers (plot/row.js), their
 * words (plot/words.js) and elements (plot/row-elements.js).
 */

import { element } from "../plot/elements.js";
import { makeFacts, makeKeyTable } from "../plot/row-elements.js";
import { readNumbers } from "../plot/row.js";
import { noteOf, sayComparison } from "../plot/words.js";
import { isEmpty, isFocusFresh } from "../state/fresh.js";
import { readRow } from "../state/reading.js";
import { selectCell } from "../state/selection.js";

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
    const reading = readRow(snapshot);
    root.hidden = focus === null;
    if (focus && reading) {
      fillTitle(title, focus, reading.row);
      refill(
        body,
        reading.exact ? content(focus, reading, view) : [element("p", "muted", "Reading the exact row\u2026")],
      );
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
      now.pointer.row === before.pointer.row &&
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
 * @param {Decoded} focus
 * @param {number} row
 */
function fillTitle(title, focus, row) {
  const query = focus.queryTokens[row];
  const verb = focus.answer.quantity === "scores" ? " scores highest" : " looks at";
  const note = noteOf(query, focus.queryTokens);
  const place = note ? [" ", element("small", "reading-note", note)] : [];
  title.replaceChildren(element("b", "reading-query", query.text, { dir: "auto" }), ...place, element("span", "", verb));
  title.title = `query ${query.index}`;
}

/**
 * @param {Decoded} focus
 * @param {import("../state/reading.js").RowReading} reading
 * @param {import("../types.js").View} view
 * @returns {HTMLElement[]}
 */
function content(focus, { row, values }, view) {
  const column = view.row === row ? view.column : null;
  const numbers = readNumbers(focus, row, values, { column });
  if (numbers.isFullyMasked) return [element("p", "muted", "Fully masked: this row may look at nothing.")];
  const chosen = numbers.entries.find((entry) => entry.column === column) ?? numbers.entries[0];
  const isComparable = numbers.quantity === "weights" && chosen && focus.statistics.column_mean;
  const comparison = isComparable
    ? [element("p", "reading-comparison", sayComparison(chosen.token.text, chosen.comparison))]
    : [];
  return [makeKeyTable(numbers, column), ...comparison, makeFacts(numbers, focus)];
}

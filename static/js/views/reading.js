// @ts-check
/**
 * Read one row aloud in numbers: top keys, the rest, and what they amount to.
 *
 * Lives here: the elements. Not here: the numbers (plot/row.js) and their words
 * (plot/words.js).
 */

import { element, figureLine, term } from "../plot/elements.js";
import { readNumbers } from "../plot/row.js";
import { formatPercent, formatTimes, formatWeight, listNames, plural, sayComparison } from "../plot/words.js";
import { isEmpty, isFocusFresh } from "../state/fresh.js";
import { readRow } from "../state/reading.js";
import { selectCell } from "../state/selection.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../plot/row.js").RowNumbers} RowNumbers
 * @typedef {import("../plot/row.js").Entry} Entry
 */

const CAUTION = "A weight says where this head looked, not whether it mattered (Jain and Wallace 2019; Wiegreffe and Pinter 2019).";

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
      const numbers = reading.exact ? readNumbers(focus, reading.row, reading.values) : null;
      const query = focus.queryTokens[reading.row];
      const verb = focus.answer.quantity === "scores" ? " scores highest" : " looks at";
      title.replaceChildren(element("b", "reading-query", query.text, { dir: "auto" }), element("span", "", verb));
      title.title = `query ${query.index}`;
      refill(body, numbers ? content(numbers, focus, view) : [element("p", "muted", "Reading the exact row\u2026")]);
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
      now.focus === before.focus && now.exactRow === before.exactRow && now.view === before.view &&
      now.pointer.row === before.pointer.row && now.status.phase === before.status.phase;
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
 * @param {RowNumbers} numbers
 * @param {Decoded} focus
 * @param {import("../types.js").View} view
 * @returns {HTMLElement[]}
 */
function content(numbers, focus, view) {
  if (numbers.isFullyMasked) return [element("p", "muted", "Fully masked: this row may look at nothing.")];
  const chosen = numbers.entries.find((entry) => entry.column === view.column) ?? numbers.entries[0];
  const comparison = numbers.quantity === "weights" && chosen && focus.statistics.column_mean
    ? [element("p", "reading-comparison", sayComparison(chosen.token.text, chosen.comparison))]
    : [];
  return [entryTable(numbers, view.column), ...comparison, facts(numbers, focus)];
}

/**
 * @param {RowNumbers} numbers
 * @param {number | null} column the chosen one
 */
function entryTable(numbers, column) {
  const table = element("table", "reading-keys");
  table.append(element("caption", "spoken", `What ${numbers.token.text} looks at`));
  const isWeights = numbers.quantity === "weights";
  const head = element("tr", "");
  head.append(element("th", "", "key", { scope: "col" }), element("td", ""), element("th", "", isWeights ? "weight" : "score", { scope: "col" }));
  if (isWeights) {
    const times = element("th", "", "", { scope: "col" });
    times.append(term("\u00d7 others", "specific"));
    head.append(times);
  }
  const thead = element("thead", "");
  thead.append(head);
  const tbody = element("tbody", "");
  const top = numbers.entries[0]?.value ?? 1;
  const low = isWeights ? 0 : (numbers.lowest);
  const share = (/** @type {number} */ value) => (top > low ? (value - low) / (top - low) : 1);
  tbody.append(...numbers.entries.map((entry) => entryRow(numbers, entry, share(entry.value), entry.column === column)));
  if (numbers.others) tbody.append(othersRow(numbers.others, share(numbers.others.sum)));
  table.append(thead, tbody);
  return table;
}

/** @param {number} share */
function bar(share) {
  const cell = element("td", "reading-bar");
  const fill = element("span", "");
  fill.style.inlineSize = `${Math.max(0, Math.min(1, share)) * 100}%`;
  cell.append(fill);
  return cell;
}

/**
 * @param {RowNumbers} numbers
 * @param {Entry} entry
 * @param {number} share of the longest bar
 * @param {boolean} isChosen
 */
function entryRow(numbers, entry, share, isChosen) {
  const row = element("tr", "", "", isChosen ? { "aria-current": "true" } : {});
  const name = element("th", "", "", { scope: "row" });
  const button = element("button", "reading-key", entry.token.text, { type: "button", dir: "auto" });
  button.dataset.row = String(numbers.row);
  button.dataset.column = String(entry.column);
  button.title = `${entry.token.text}, key ${entry.token.index}`;
  button.toggleAttribute("data-special", entry.token.special);
  name.append(button);
  row.append(name, bar(share), element("td", "number", formatWeight(entry.value)));
  if (numbers.quantity === "weights") row.append(timesCell(entry));
  return row;
}

/** @param {Entry} entry */
function timesCell({ comparison, token }) {
  const says = sayComparison(token.text, comparison);
  const text = comparison?.times == null ? "\u2013" : formatTimes(comparison.times);
  return element("td", "number reading-times", text, { title: says, ...(comparison ? { "data-kind": comparison.kind } : {}) });
}

/**
 * @param {{ count: number, sum: number }} others
 * @param {number} share
 */
function othersRow(others, share) {
  const row = element("tr", "reading-others");
  const name = element("th", "", plural(others.count, "other"), { scope: "row" });
  row.append(name, bar(share), element("td", "number", formatWeight(others.sum)), element("td", ""));
  return row;
}

/**
 * @param {RowNumbers} numbers
 * @param {Decoded} focus
 */
function facts(numbers, focus) {
  const list = element("dl", "reading-facts");
  const { sum, entropyNats, entropyShare, special, distance, hiddenShare, maskedCount, allowedCount } = numbers;
  if (hiddenShare !== null) list.append(...figureLine("Hidden tokens", formatPercent(hiddenShare)));
  if (sum !== null) list.append(...figureLine(sum < 0.9995 ? "Sum; the rest goes to a sink" : "Sum of the row", formatWeight(sum)));
  if (entropyNats !== null) {
    const share = entropyShare === null ? "" : `, ${formatPercent(entropyShare)}`;
    const title = element("span", "");
    title.append(term(focus.answer.quantity === "scores" ? "Entropy of the weights" : "Entropy", "entropy"));
    if (share) title.append(`, share of ln ${allowedCount}`);
    list.append(...figureLine(title, `${entropyNats.toFixed(2)} nats${share}`));
  }
  if (special && hiddenShare === null) {
    const isMany = special.names.length > 3;
    const names = special.isFirst ? "the first token" : isMany ? "special tokens" : listNames(special.names);
    list.append(...figureLine(term(`Goes to ${names}`, special.isFirst ? "sink" : "special"), formatPercent(special.share)));
  }
  if (distance !== null) list.append(...figureLine(term("Distance on average", "distance"), `${distance.toFixed(1)} ${focus.answer.merge}`));
  if (maskedCount > 0) list.append(...figureLine(term("Masked: may not look", "masked"), plural(maskedCount, "key")));
  return list;
}

// @ts-check
/**
 * Make the elements of a row's reading: the table of keys, the list of facts.
 */

import { element, figureLine, term } from "./elements.js";
import { formatPercent, formatTimes, formatWeight, listNames, plural, sayComparison } from "./words.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("./row.js").RowNumbers} RowNumbers
 * @typedef {import("./row.js").Entry} Entry
 */

/**
 * @param {RowNumbers} numbers
 * @param {number | null} column the chosen one
 */
export function makeKeyTable(numbers, column) {
  const table = element("table", "reading-keys");
  table.append(element("caption", "spoken", `What ${numbers.token.text} looks at`));
  const isWeights = numbers.quantity === "weights";
  const head = element("tr", "");
  head.append(
    element("th", "", "key", { scope: "col" }),
    element("td", ""),
    element("th", "", isWeights ? "weight" : "score", { scope: "col" }),
  );
  const isCompared = numbers.isComparable;
  if (isCompared) {
    const times = element("th", "", "", { scope: "col" });
    times.append(term("\u00d7 others", "specific"));
    head.append(times);
  }
  const thead = element("thead", "");
  thead.append(head);
  const tbody = element("tbody", "");
  const top = numbers.entries[0]?.value ?? 1;
  const low = isWeights ? 0 : numbers.lowest;
  const share = (/** @type {number} */ value) => (top > low ? (value - low) / (top - low) : 1);
  tbody.append(
    ...numbers.entries.map((entry) => entryRow(numbers, entry, share(entry.value), entry.column === column)),
  );
  if (numbers.others) tbody.append(othersRow(numbers, numbers.others, share(numbers.others.sum)));
  table.append(thead, tbody);
  return table;
}

/** Draw a share of the longest bar. @param {number} share */
export function bar(share) {
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
  if (entry.note) button.append(" ", element("small", "reading-note", entry.note));
  name.append(button);
  row.append(name, bar(share), element("td", "number", formatWeight(entry.value)));
  if (numbers.isComparable) row.append(timesCell(entry));
  return row;
}

/** @param {Entry} entry */
function timesCell({ comparison, token }) {
  const says = sayComparison(token.text, comparison);
  const text = comparison?.times == null ? "\u2013" : formatTimes(comparison.times);
  return element("td", "number reading-times", text, {
    title: says,
    ...(comparison ? { "data-kind": comparison.kind } : {}),
  });
}

/**
 * @param {RowNumbers} numbers
 * @param {{ count: number, sum: number }} others
 * @param {number} share
 */
function othersRow({ isComparable }, others, share) {
  const row = element("tr", "reading-others");
  const name = element("th", "", plural(others.count, "other"), { scope: "row" });
  row.append(name, bar(share), element("td", "number", formatWeight(others.sum)));
  if (isComparable) row.append(element("td", ""));
  return row;
}

/**
 * @param {RowNumbers} numbers
 * @param {Decoded} focus
 */
export function makeFacts(numbers, focus) {
  const list = element("dl", "reading-facts");
  const { sum, entropyNats, entropyShare, special, distance, hiddenShare, maskedCount, allowedCount } = numbers;
  if (hiddenShare !== null) list.append(...figureLine("Hidden tokens", formatPercent(hiddenShare)));
  if (sum !== null)
    list.append(...figureLine(sum < 0.9995 ? "Sum; the rest goes to a sink" : "Sum of the row", formatWeight(sum)));
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
    list.append(
      ...figureLine(term(`Goes to ${names}`, special.isFirst ? "sink" : "special"), formatPercent(special.share)),
    );
  }
  if (distance !== null)
    list.append(...figureLine(term("Distance on average", "distance"), `${distance.toFixed(1)} ${focus.answer.merge}`));
  if (maskedCount > 0) list.append(...figureLine(term("Masked: may not look", "masked"), plural(maskedCount, "key")));
  return list;
}

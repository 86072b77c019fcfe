// @ts-check
/**
 * Work out and write down who looks at one key: the rows of a column.
 */
import { bar } from "./row-elements.js";
import { element, figureLine } from "./elements.js";
import { formatWeight, noteOf, plural } from "./words.js";

/**
 * @typedef {import("../types.js").Token} Token
 *
 * @typedef {object} ColumnNumbers
 * @property {number} column
 * @property {"weights"|"scores"} quantity
 * @property {{row: number, token: Token, note: string, value: number}[]} entries largest first
 * @property {number} othersCount
 * @property {number} allowedCount rows that may look here
 * @property {number|null} mean of their weights; null for scores
 * @property {number} lowest
 */

/**
 * @param {import("../types.js").Decoded} focus
 * @param {number} column
 * @param {Float32Array} values one a row; NaN where it may not look
 * @param {readonly Token[]} names of the rows
 * @param {number} [wanted] how many rows are listed
 * @returns {ColumnNumbers}
 */
export function readColumnNumbers(focus, column, values, names, wanted = 8) {
  const allowed = [...values.keys()].filter((row) => !Number.isNaN(values[row]));
  const ranked = [...allowed].sort((one, other) => values[other] - values[one] || one - other);
  const top = ranked.slice(0, ranked.length === wanted + 1 ? ranked.length : wanted);
  const { quantity } = focus.answer;
  const sum = allowed.reduce((total, row) => total + values[row], 0);
  return {
    column,
    quantity,
    entries: top.map((row) => ({ row, token: names[row], note: noteOf(names[row], names), value: values[row] })),
    othersCount: ranked.length - top.length,
    allowedCount: allowed.length,
    mean: quantity === "weights" && allowed.length > 0 ? sum / allowed.length : null,
    lowest: ranked.length > 0 ? values[ranked[ranked.length - 1]] : 0,
  };
}

/**
 * @param {ColumnNumbers} numbers
 * @param {Token} key
 */
export function makeColumnTable(numbers, key) {
  const table = element("table", "reading-keys");
  const isWeights = numbers.quantity === "weights";
  table.append(element("caption", "spoken", `Who looks at ${key.text}`));
  const head = element("tr", "");
  head.append(
    element("th", "", "query", { scope: "col" }),
    element("td", ""),
    element("th", "", isWeights ? "weight" : "score", { scope: "col" }),
  );
  const [thead, tbody] = [element("thead", ""), element("tbody", "")];
  thead.append(head);
  const top = numbers.entries[0]?.value ?? 1;
  const low = isWeights ? 0 : numbers.lowest;
  tbody.append(...numbers.entries.map((entry) => entryRow(entry, numbers.column, top > low ? (entry.value - low) / (top - low) : 1)));
  table.append(thead, tbody);
  return table;
}

/** @param {ColumnNumbers["entries"][number]} entry @param {number} column @param {number} share */
function entryRow({ row, token, note, value }, column, share) {
  const line = element("tr", "");
  const name = element("th", "", "", { scope: "row" });
  const button = element("button", "reading-key", token.text, { type: "button", dir: "auto", title: `${token.text}, query ${token.index}` });
  Object.assign(button.dataset, { row: String(row), column: String(column) });
  button.toggleAttribute("data-special", token.special);
  if (note) button.append(" ", element("small", "reading-note", note));
  name.append(button);
  line.append(name, bar(share), element("td", "number", formatWeight(value)));
  return line;
}

/** @param {ColumnNumbers} numbers */
export function makeColumnFacts({ mean, allowedCount, othersCount }) {
  const list = element("dl", "reading-facts");
  if (othersCount > 0) list.append(...figureLine("Not listed", plural(othersCount, "row")));
  if (mean !== null) list.append(...figureLine(`Average of ${plural(allowedCount, "row")}`, formatWeight(mean)));
  return list;
}

// @ts-check
/**
 * Make the elements of a prediction: likely words with bars and numbers, in the
 * form of the reading panel.
 */
import { element } from "./elements.js";
import { bar } from "./row-elements.js";
import { formatWeight } from "./words.js";

/** @typedef {import("../types.js").Likely} Likely */

/**
 * List likely words; each is a button that puts it into the text.
 * @param {string} caption for screen readers
 * @param {readonly Likely[]} words likeliest first
 * @param {(word: Likely) => string|null} adds what a click does, in words; null:
 *   it can't stand alone
 * @param {Record<string, string>} data what tells this list from others
 */
export function makeLikelyTable(caption, words, adds, data) {
  const table = element("table", "reading-keys predicted-words");
  table.append(element("caption", "spoken", caption));
  const head = element("tr", "");
  head.append(element("th", "", "word", { scope: "col" }), element("td", ""), element("th", "", "probability", { scope: "col" }));
  const thead = element("thead", "spoken");
  thead.append(head);
  const body = element("tbody", "");
  const rest = Math.max(0, 1 - words.reduce((sum, { probability }) => sum + probability, 0));
  const longest = words[0]?.probability ?? 1;
  body.append(
    ...words.map((word, rank) => wordRow(word, word.probability / longest, adds(word), { ...data, "data-rank": String(rank) })),
    restRow(rest),
  );
  table.append(thead, body);
  return table;
}

/**
 * @param {Likely} word @param {number} share of the longest bar
 * @param {string|null} says @param {Record<string, string>} data
 */
function wordRow({ text, raw, probability }, share, says, data) {
  const row = element("tr", "");
  const name = element("th", "", "", { scope: "row" });
  const button = element("button", "reading-key", text.trim() === "" ? raw : text, { type: "button", dir: "auto", ...data });
  button.title = says ?? "part of a character: it can't stand alone";
  button.disabled = says === null;
  name.append(button);
  row.append(name, bar(share), element("td", "number", formatWeight(probability)));
  return row;
}

/** All that isn't listed; a bar would be the longest by far. @param {number} sum */
function restRow(sum) {
  const row = element("tr", "reading-others");
  row.append(element("th", "", "all others", { scope: "row" }), element("td", ""), element("td", "number", formatWeight(sum)));
  return row;
}

/**
 * Draw one probability.
 * @param {string} name @param {number} probability
 */
export function makeChance(name, probability) {
  const table = element("table", "reading-keys predicted-chance");
  const row = element("tr", "");
  row.append(element("th", "", name, { scope: "row" }), bar(probability), element("td", "number", formatWeight(probability)));
  const body = element("tbody", "");
  body.append(row);
  table.append(body);
  return table;
}

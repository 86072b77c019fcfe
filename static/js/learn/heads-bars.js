// @ts-check
/**
 * Say which bars show a column of one head, and a row before and after a change.
 * Pure.
 */

/**
 * @typedef {object} BarRow
 * @property {string} label
 * @property {number[]} values a bar each
 * @property {"chosen"|"own"|""} kind the row that looks, the key's own row, or neither
 *
 * @typedef {object} Bars
 * @property {string} title for those who listen
 * @property {string} rowName
 * @property {string[]} names of the bars of a row
 * @property {BarRow[]} rows
 * @property {number|null} average of the rows that are neither
 */

/**
 * Show who looks at a key: its column, and the average over the other rows.
 * @param {{tokens: string[], weights: number[][][]}} layer
 * @param {{head: number, row: number, column: number}} choice
 * @returns {Bars}
 */
export function columnBars({ tokens, weights }, { head, row, column }) {
  const values = weights[head].map((line) => line[column]);
  const others = values.filter((_, query) => query !== row && query !== column);
  const average = others.length === 0 ? null : others.reduce((total, value) => total + value, 0) / others.length;
  return {
    title: `Weight on ${tokens[column]} from each token`,
    rowName: "query",
    names: [`weight on ${tokens[column]}`],
    rows: values.map((value, query) => ({
      label: tokens[query],
      values: [value],
      kind: query === row ? "chosen" : query === column ? "own" : "",
    })),
    average,
  };
}

/**
 * Show one row of one head in two sentences of equal length.
 * @param {{tokens: string[], rows: number[][][]}} before
 * @param {{tokens: string[], rows: number[][][]}} after
 * @param {{layer: number, head: number}} choice
 * @returns {Bars}
 */
export function changeBars(before, after, { layer, head }) {
  const place = before.tokens.findIndex((token, key) => token !== after.tokens[key]);
  const words = [before.tokens[place], after.tokens[place]];
  return {
    title: `Weights of the row with ${words.join(" and with ")}`,
    rowName: "key",
    names: words.map((word) => `with ${word}`),
    rows: before.tokens.map((token, key) => ({
      label: key === place ? words.join(" / ") : token,
      values: [before.rows[layer][head][key], after.rows[layer][head][key]],
      kind: "",
    })),
    average: null,
  };
}

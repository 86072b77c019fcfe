// @ts-check
/**
 * Write a matrix as CSV that a spreadsheet reads and never runs.
 */

/**
 * Write a float32 with the fewest digits that give it back exactly.
 * @param {number} value
 */
export function shortestFloat32(value) {
  if (!Number.isFinite(value)) return "";
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/**
 * Quote a label. A leading = + - @ (or tab, or return) would start a formula in
 * a spreadsheet, so an apostrophe goes before it.
 * @param {string} text
 */
export function quoteLabel(text) {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * Write one line a query, one column a key; a masked cell is empty.
 *
 * A column is named by position and label, so that repeated words stay apart.
 * Where a query goes on to write a token, that stands beside it.
 * @param {object} matrix
 * @param {readonly { index: number, text: string }[]} matrix.queryTokens
 * @param {readonly { index: number, text: string }[]} matrix.keyTokens
 * @param {readonly ({ text: string } | null)[] | null} [matrix.nextTokens]
 * @param {(query: number, key: number) => number} matrix.at NaN or infinite: masked
 * @returns {string} with a byte order mark, so that spreadsheets read UTF-8
 */
export function toCsv({ queryTokens, keyTokens, nextTokens = null, at }) {
  const lines = [
    ["query_position", "query", ...(nextTokens ? ["writes"] : []), ...keyTokens.map((token) => quoteLabel(`${token.index} ${token.text}`))],
    ...queryTokens.map((token, query) => [
      String(token.index),
      quoteLabel(token.text),
      ...(nextTokens ? [nextTokens[query] ? quoteLabel(nextTokens[query].text) : ""] : []),
      ...keyTokens.map((_, key) => shortestFloat32(at(query, key))),
    ]),
  ];
  return `\ufeff${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}

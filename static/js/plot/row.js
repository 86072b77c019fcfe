// @ts-check
/**
 * Work out what one row says: top keys, the rest, and how specific each is.
 *
 * Everything is computed in float64 from the answer's own values and
 * statistics; what they can't tell is null, with the reason. Pure.
 */

import { noteOf } from "./words.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").Statistic} Statistic
 * @typedef {import("../types.js").Token} Token
 */

/** At least so many times the other rows' average: specific to this row. */
export const SPECIFIC_TIMES = 3;
/** Under so many times: popular, other rows look there as well. */
export const POPULAR_TIMES = 2;
/** Fewer other rows than this are no ground to call a key one or the other. */
const FEWEST_ROWS = 2;

/**
 * A weight beside the average its key gets from the other rows.
 * @typedef {object} Comparison
 * @property {number} othersMean
 * @property {number} otherRows how many other rows may look at this key, its own left out
 * @property {number | null} times null where the others give it nothing
 * @property {"specific" | "popular" | "between" | "less" | "alone" | "few"} kind
 */

/**
 * @typedef {object} Entry
 * @property {number} column place in keyTokens
 * @property {Token} token
 * @property {string} note what tells the key from others that look the same
 * @property {number} value
 * @property {Comparison | null} comparison
 */

/**
 * @typedef {object} RowNumbers
 * @property {number} row
 * @property {Token} token
 * @property {"weights" | "scores"} quantity
 * @property {Entry[]} entries largest first
 * @property {{ count: number, sum: number } | null} others null for scores
 * @property {number | null} sum of all weights of the row, hidden ones too
 * @property {number} allowedCount keys it may look at, of those shown
 * @property {number} maskedCount keys this row may not look at
 * @property {number | null} entropyNats
 * @property {number | null} entropyShare of the most it could be, ln n
 * @property {{ share: number, names: string[], isFirst: boolean } | null} special
 * @property {number | null} distance in tokens (or words)
 * @property {number | null} hiddenShare
 * @property {number} lowest value the row may look at
 * @property {boolean} isFullyMasked
 * @property {boolean} isComparable whether keys can be set beside other rows
 */

/**
 * Compare a weight with the average its key gets from the other rows. What a
 * token gives to itself says nothing of how popular it is, so the column's mean
 * and count leave the key's own row out.
 * @param {number} weight
 * @param {number} mean of the column over the rows that may look at it
 * @param {number} rows how many those are
 * @param {boolean} isOwnRow whether the weight is the key's look at itself
 * @returns {Comparison | null} null where no other row may look at it
 */
export function compareWithOthers(weight, mean, rows, isOwnRow) {
  if (!Number.isFinite(weight) || !Number.isFinite(mean)) return null;
  const otherRows = isOwnRow ? rows : rows - 1;
  if (otherRows < 1) return null;
  const total = mean * rows;
  const rest = isOwnRow ? total : total - weight;
  // The mean came as float32: what is left of a difference below its step is
  // noise, not attention.
  const othersMean = rest > total * 2 ** -20 ? rest / otherRows : 0;
  const times = othersMean > 0 ? weight / othersMean : null;
  return { othersMean, otherRows, times, kind: kindOf(times, otherRows) };
}

/**
 * @param {number | null} times
 * @param {number} otherRows
 * @returns {Comparison["kind"]}
 */
function kindOf(times, otherRows) {
  if (times === null) return "alone";
  if (otherRows < FEWEST_ROWS) return "few";
  if (times >= SPECIFIC_TIMES) return "specific";
  if (times < 1) return "less";
  return times < POPULAR_TIMES ? "popular" : "between";
}

/**
 * Read one statistic of the head in focus, or null where the answer lacks it.
 * @param {Decoded} focus
 * @param {string} name
 * @param {number} place along its last axis
 */
function statistic(focus, name, place) {
  const found = focus.statistics[name];
  if (!found) return null;
  const value = found.at(...found.axes.slice(0, -1).map(() => 0), place);
  return Number.isFinite(value) ? value : null;
}

/**
 * Name the special tokens a row can look at, or the first token where the
 * model adds none, with the share of the weight that goes there.
 * @param {Decoded} focus
 * @param {number} row
 * @param {Float32Array} values
 */
function specialOf(focus, row, values) {
  const hidden = focus.answer.hidden?.kind;
  const names = [...new Set(focus.keyTokens.filter((token) => token.special).map((token) => token.text))];
  if (names.length > 0 || hidden === "special") {
    const share = statistic(focus, "row_special_share", row);
    return share === null ? null : { share, names, isFirst: false };
  }
  const first = focus.keyTokens[0];
  const share = statistic(focus, "row_sink_share", row);
  if (share === null || first?.index !== 0 || Number.isNaN(values[0])) return null;
  return { share, names: [first.text], isFirst: true };
}

/**
 * Read a row.
 * @param {Decoded} focus the head, with statistics of rows and columns
 * @param {number} row place in queryTokens
 * @param {Float32Array} values exact, one a key; NaN where masked
 * @param {{ wanted?: number, column?: number | null, within?: (column: number) => boolean }} [options]
 *   how many top keys, which key is listed whatever its rank, and which keys count
 * @returns {RowNumbers}
 */
export function readNumbers(focus, row, values, { wanted = 6, column: chosen = null, within = () => true } = {}) {
  const { quantity } = focus.answer;
  const inside = [...values.keys()].filter(within);
  const allowed = inside.filter((column) => !Number.isNaN(values[column]));
  const ranked = [...allowed].sort((one, other) => values[other] - values[one] || one - other);
  // A single leftover takes the same room as "1 other", and says more.
  const most = ranked.length === wanted + 1 ? ranked.length : wanted;
  const isListed = (/** @type {number} */ column, /** @type {number} */ rank) => rank < most || column === chosen;
  const top = ranked.filter(isListed);
  const rest = ranked.filter((column, rank) => !isListed(column, rank));
  /** @param {number[]} columns */
  const sumOf = (columns) => columns.reduce((sum, column) => sum + values[column], 0);
  const isWeights = quantity === "weights";
  const hiddenShare = focus.answer.hidden ? statistic(focus, "row_hidden_share", row) : null;
  const shownSum = sumOf(ranked);
  const entropyNats = statistic(focus, "row_entropy_nats", row);
  const largestEntropy = focus.answer.hidden ? 0 : Math.log(allowed.length);
  return {
    row,
    token: focus.queryTokens[row],
    quantity,
    entries: top.map((column) => entryOf(focus, row, column, values[column])),
    others: isWeights && rest.length > 0 ? { count: rest.length, sum: sumOf(rest) } : null,
    sum: isWeights && (!focus.answer.hidden || hiddenShare !== null) ? shownSum + (hiddenShare ?? 0) : null,
    allowedCount: allowed.length,
    maskedCount: inside.length - allowed.length,
    entropyNats,
    entropyShare: entropyNats !== null && largestEntropy > 0 ? entropyNats / largestEntropy : null,
    special: specialOf(focus, row, values),
    distance: statistic(focus, "row_distance", row),
    hiddenShare,
    lowest: ranked.length > 0 ? values[ranked[ranked.length - 1]] : 0,
    isFullyMasked: allowed.length === 0,
    isComparable: isWeights && focus.answer.part !== "joint",
  };
}

/**
 * @param {Decoded} focus
 * @param {number} row
 * @param {number} column
 * @param {number} value
 * @returns {Entry}
 */
function entryOf(focus, row, column, value) {
  const mean = statistic(focus, "column_mean", column);
  const rows = statistic(focus, "column_rows", column);
  // Between two sides no row is a key's own.
  const isOwnRow = focus.answer.part !== "cross" && focus.queryTokens[row]?.index === focus.keyTokens[column]?.index;
  const isComparable = focus.answer.quantity === "weights" && mean !== null && rows !== null;
  return {
    column,
    token: focus.keyTokens[column],
    note: noteOf(focus.keyTokens[column], focus.keyTokens),
    value,
    comparison: isComparable ? compareWithOthers(value, mean, rows, isOwnRow) : null,
  };
}

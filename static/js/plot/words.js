// @ts-check
/**
 * Write numbers and readings the way the page says them.
 */

/** @param {number} value */
export function formatWeight(value) {
  return value.toFixed(3).replace("-", "\u2212");
}

/** @param {number} share */
export function formatPercent(share) {
  const percent = share * 100;
  if (percent > 0 && percent < 0.5) return "under 1 %";
  return `${Math.round(percent)} %`;
}

/**
 * Say how many times, with one decimal up to 100.
 * @param {number} times
 */
export function formatTimes(times) {
  return times >= 100 ? `${Math.round(times)}` : times.toFixed(1);
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Say that a list goes on.
 * @param {number} left how many tokens it leaves out
 */
export function sayMore(left) {
  const all = left === 1 ? "it too" : "all of them";
  return `and ${plural(left, "more token")}; the heatmap shows ${all}`;
}

/**
 * Tell a token from others that look the same: by the part of a character that
 * it is, by its position, or both; empty where nothing looks like it.
 * @param {import("../types.js").Token} token
 * @param {readonly import("../types.js").Token[]} tokens
 */
export function noteOf(token, tokens) {
  const hasTwin = tokens.some(
    (other) => other.index !== token.index && other.text === token.text && other.piece === token.piece,
  );
  return [token.piece ?? "", hasTwin ? `${token.index}` : ""].filter(Boolean).join(", ");
}

/**
 * Join names as a sentence does: "a", "a and b", "a, b and c".
 * @param {readonly string[]} names
 */
export function listNames(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/**
 * Say one cell: "it looks at animal: 0.640"; of a row that is named by what it
 * writes: "writing il, looks at it: 0.640".
 * @param {{ query: string, key: string, value: number | null, quantity: string, isWritten?: boolean }} cell
 *   value null: masked
 */
export function sayCell({ query, key, value, quantity, isWritten = false }) {
  const row = isWritten ? `writing ${query},` : query;
  if (value === null) return `${row} may not look at ${key}: masked`;
  return quantity === "scores" ? `${row} scores ${key}: ${formatWeight(value)}` : `${row} looks at ${key}: ${formatWeight(value)}`;
}

/**
 * Say what a comparison means, with its numbers.
 * @param {string} key
 * @param {import("./row.js").Comparison | null} comparison
 */
export function sayComparison(key, comparison) {
  if (!comparison) return `${key}: no other row may look at it, so there is nothing to compare with.`;
  const { othersMean, otherRows, times, kind } = comparison;
  if (times === null) {
    return otherRows === 1
      ? `${key}: the one other row gives it no weight.`
      : `${key}: no other row gives it any weight.`;
  }
  if (kind === "few") {
    return `${key}: ${formatTimes(times)} times what the one other row gives it (${formatWeight(othersMean)}); one row is too few to call it specific or popular.`;
  }
  const what = `${key}: ${formatTimes(times)} times the average of the ${otherRows} other rows (${formatWeight(othersMean)})`;
  if (kind === "specific") return `${what}: specific to this row.`;
  if (kind === "less") return `${what}: the others look there more.`;
  if (kind === "popular") return `${what}: popular, other rows look there too.`;
  return `${what}: between specific and popular.`;
}

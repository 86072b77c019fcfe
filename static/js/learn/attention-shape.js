// @ts-check
/**
 * Change the words of lesson 1 and the sizes of its matrices. Pure: each gives
 * a new state in which everything fits together.
 */

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

export const LARGEST_SIDE = 8;
const PER_TOKEN = ["query", "key", "value", "inputs"];

/**
 * Take other words: rows stay with the words that stay, new words have zeros.
 * @param {LessonState} state @param {string[]} tokens
 * @returns {LessonState}
 */
export function withTokens(state, tokens) {
  if (tokens.length === 0 || tokens.length > LARGEST_SIDE) return state;
  const before = /** @type {string[]} */ (state.tokens);
  const most = Math.min(before.length, tokens.length);
  let start = 0;
  while (start < most && before[start] === tokens[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === tokens[tokens.length - 1 - end]) end += 1;
  const [gone, come] = [before.length - start - end, tokens.length - start - end];
  /** @type {LessonState} */
  const next = { ...state, tokens, row: Math.min(state.row, tokens.length - 1) };
  // Words that were only spelled anew keep their rows.
  const kept = Math.min(gone, come);
  for (const name of PER_TOKEN) {
    const rows = /** @type {number[][]} */ (state[name]);
    const fresh = Array.from({ length: come - kept }, () => rows[0].map(() => 0));
    next[name] = [...rows.slice(0, start + kept), ...fresh, ...rows.slice(start + gone)];
  }
  return next;
}

/**
 * The sizes that can be changed, and the matrices they change, by mode.
 * @type {Record<string, Record<string, string[]>>}
 */
const COLUMNS = {
  qkv: { key: ["query", "key"], value: ["value"] },
  projections: { key: ["query_weights", "key_weights"], value: ["value_weights"], input: ["inputs"] },
};

/**
 * Count the features of "key", "value" or "input".
 * @param {LessonState} state @param {string} side
 * @returns {number|null} null: not in this mode
 */
export function sizeOf(state, side) {
  const name = COLUMNS[state.mode]?.[side]?.[0];
  return name === undefined ? null : state[name][0].length;
}

/**
 * Give "key", "value" or "input" so many features: cut, or add zeros.
 * @param {LessonState} state @param {string} side @param {number} size
 * @returns {LessonState}
 */
export function withSize(state, side, size) {
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_SIDE) return state;
  const next = { ...state };
  for (const name of COLUMNS[state.mode]?.[side] ?? []) {
    next[name] = state[name].map((/** @type {number[]} */ row) => fit(row, size, 0));
  }
  if (side !== "input") return next;
  for (const name of ["query_weights", "key_weights", "value_weights"]) {
    next[name] = fit(state[name], size, state[name][0].map(() => 0));
  }
  return next;
}

/**
 * @template T
 * @param {T[]} list @param {number} size @param {T} blank
 * @returns {T[]}
 */
function fit(list, size, blank) {
  return Array.from({ length: size }, (_, place) => list[place] ?? blank);
}

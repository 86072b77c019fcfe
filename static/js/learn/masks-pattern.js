// @ts-check
/**
 * Say and change masks: the kinds with what they need, and patterns drawn by
 * hand, spelled as `app/lessons/masks_pattern.py` reads them. Pure.
 *
 * A lesson's state holds two masks, that of the small example and that of the
 * reader's sentence; the fields of the second begin with `real_`.
 */

/** @typedef {import("../lesson-types.js").LessonState} LessonState */
/** @typedef {{kind: string, window: number, prefix: number, cut: number, causal: boolean, padded: number[], painted: string}} MaskChoice */

/** A longer sentence has the kinds, but no cells to paint. */
export const MOST_PAINTED = 24;
const FIELDS = ["kind", "window", "prefix", "cut", "causal", "padded", "painted"];

/**
 * Read one of the two masks of a state.
 * @param {LessonState} state @param {string} [prefix] "" or "real_"
 */
export function maskOf(state, prefix = "") {
  return /** @type {MaskChoice} */ (Object.fromEntries(FIELDS.map((name) => [name, state[prefix + name]])));
}

/**
 * Change one of the two masks of a state.
 * @param {LessonState} state @param {string} prefix @param {Partial<MaskChoice>} patch
 * @returns {LessonState}
 */
export function withMask(state, prefix, patch) {
  const named = Object.entries(patch).map(([name, value]) => [prefix + name, value]);
  return { ...state, ...Object.fromEntries(named) };
}

/**
 * Say a kind's shape for `count` tokens as the API takes it; null for a
 * pattern that was drawn. Padding is not counted.
 * @param {MaskChoice} mask @param {number} count
 */
export function shapeOf({ kind, window, prefix, cut, causal }, count) {
  if (kind === "painted") return null;
  if (kind === "sliding_window") return { kind, window: Math.min(window, count), causal };
  if (kind === "prefix_lm") return { kind, prefix_length: Math.min(prefix, count) };
  if (kind === "packed") return { kind, segments: Array.from({ length: count }, (_, place) => Number(place >= cut)), causal };
  return { kind };
}

/**
 * Say a mask for `count` tokens as the API takes it, padding counted.
 * @param {MaskChoice} mask @param {number} count
 */
export function maskFor(mask, count) {
  const padded = mask.padded.filter((place) => place < count);
  const shape = shapeOf(mask, count);
  if (shape === null) return withPadding(toCells(fitted(mask.painted, count)), padded);
  if (padded.length === 0) return shape;
  const kind = { none: "padding", causal: "causal_padding" }[shape.kind] ?? shape.kind;
  return { ...shape, kind, padded_positions: padded };
}

/** Close the columns of padding. @param {boolean[][]} cells @param {number[]} padded */
export function withPadding(cells, padded) {
  return cells.map((row) => row.map((isOpen, key) => isOpen && !padded.includes(key)));
}

/** @param {string} painted such as "100-110-111" @returns {boolean[][]} */
export function toCells(painted) {
  return painted === "" ? [] : painted.split("-").map((row) => [...row].map((cell) => cell === "1"));
}

/** @param {boolean[][]} cells */
export function toPattern(cells) {
  return cells.map((row) => row.map(Number).join("")).join("-");
}

/** @param {string} painted */
export function sideOf(painted) {
  return painted === "" ? 0 : painted.split("-").length;
}

/**
 * Cut a pattern to `count` tokens, or open what is new.
 * @param {string} painted @param {number} count
 */
export function fitted(painted, count) {
  const cells = toCells(painted);
  return toPattern(Array.from({ length: count }, (_, row) => Array.from({ length: count }, (_, key) => cells[row]?.[key] ?? true)));
}

/**
 * Open or close one cell of a mask; its shape is then a drawn one.
 * @param {boolean[][]} shape what is open now, padding not counted
 * @param {number} row @param {number} key @param {boolean} isOpen
 * @returns {Partial<MaskChoice>}
 */
export function painting(shape, row, key, isOpen) {
  const cells = shape.map((line, r) => line.map((cell, k) => (r === row && k === key ? isOpen : cell)));
  return { kind: "painted", painted: toPattern(cells) };
}

/** Mark a position as padding, or no longer. @param {number[]} padded @param {number} place */
export function togglePadding(padded, place) {
  return padded.includes(place) ? padded.filter((each) => each !== place) : [...padded, place].sort((a, b) => a - b);
}

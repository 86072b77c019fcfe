// @ts-check
/**
 * Find numbers by paths such as `worked.weights.{row}.0`, as
 * `app/lessons/figures.py` does. Pure.
 */

/** @typedef {import("../lesson-types.js").LessonSnapshot} LessonSnapshot */

/**
 * What paths look in: the state and, by source, the numbers.
 * @param {LessonSnapshot} snapshot
 * @returns {Record<string, any>}
 */
export function scopeOf({ state, numbers }) {
  return { ...state, ...numbers };
}

/**
 * Follow a path; undefined where nothing is (null is a masked score).
 * @param {any} tree @param {string} path
 * @returns {any}
 */
export function find(tree, path) {
  let found = tree;
  for (const part of fillPath(tree, path).split(".")) {
    if (found === null || typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return found;
}

/**
 * Put the choices of the tree into a path: `{row}` becomes `1`, and so on from
 * the innermost.
 * @param {any} tree @param {string} path
 * @returns {string}
 */
export function fillPath(tree, path) {
  let filled = path;
  while (/\{[^{}]*\}/.test(filled)) {
    filled = filled.replaceAll(/\{([^{}]*)\}/g, (_, name) => String(find(tree, name) ?? ""));
  }
  return filled;
}

/**
 * Find a matrix; a single list is a matrix of one row; absent, no rows.
 * @param {any} tree @param {string} path
 * @returns {any[][]}
 */
export function rowsOf(tree, path) {
  const found = find(tree, path);
  if (!Array.isArray(found) || found.length === 0) return [];
  return Array.isArray(found[0]) ? found : [found];
}

/**
 * Name the rows or columns of a matrix: a path to words, `count`, or `count:k`
 * for k0, k1, k2; `at:` and a path gives them all one name.
 * @param {any} tree @param {string} wanted @param {number} count
 * @returns {string[]}
 */
export function labelsOf(tree, wanted, count) {
  const [kind, prefix = ""] = wanted.split(":");
  if (kind === "at") return Array(count).fill(String(find(tree, prefix) ?? ""));
  const words = kind === "count" ? null : find(tree, wanted);
  return Array.from({ length: count }, (_, place) =>
    kind === "count" ? `${prefix}${place}` : String(words?.[place] ?? place),
  );
}

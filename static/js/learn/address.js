// @ts-check
/**
 * Write a lesson's state into its address: `app/lessons/address.py` reads it,
 * `tests/golden/lesson_addresses.json` holds both to the same strings. Pure.
 */

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

/**
 * Write a state as a query string, without the "?"; defaults are left out, 0,
 * false and empty survive.
 * @param {LessonState} state @param {LessonState} defaults
 */
export function toSearch(state, defaults) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    const spelled = spell(value);
    if (spelled !== spell(defaults[key])) query.set(key, spelled);
  }
  // Commas, colons and semicolons are plain in a query; escaped, hard to read.
  return query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%3B", ";");
}

/**
 * Spell one value.
 * @param {any} value
 * @returns {string}
 */
export function spell(value) {
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) return String(value).replace("e+", "e");
  if (value.some(Array.isArray)) return value.map(spell).join(";");
  if (value.some((item) => typeof item === "string")) {
    return value.map((token) => token.replaceAll(/\s/g, "\u00a0")).join(" ");
  }
  return value.map(spell).join(",");
}

// @ts-check
/**
 * Leave times in the browser's performance timeline, under `headlight:`.
 *
 * Lives here: what developer tools and the benchmark read. Only the newest
 * entry of a name is kept, so that hours of typing leave no pile.
 */

/**
 * Do something and leave behind how long it took.
 * @template T
 * @param {"decode"|"draw heatmap"|"draw mosaic"} name
 * @param {() => T} work
 * @returns {T}
 */
export function timed(name, work) {
  const start = performance.now();
  const result = work();
  leaveTime(name, start);
  return result;
}

/**
 * Leave behind the time from `start`, a `performance.now()`, until now.
 * @param {string} name @param {number} start
 */
export function leaveTime(name, start) {
  const entry = `headlight:${name}`;
  performance.clearMeasures(entry);
  performance.measure(entry, { start, end: performance.now() });
}

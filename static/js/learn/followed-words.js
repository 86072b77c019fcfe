// @ts-check
/**
 * Keep a place on its word while the sentence around it is edited. Pure.
 */

/**
 * Find where a word has gone. What both sentences begin and end with has stayed;
 * a word that was itself edited leaves the place to what stands there now.
 * @param {string[]} before @param {string[]} after @param {number} place
 * @returns {number}
 */
export function followWord(before, after, place) {
  if (after.length === 0) return place;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (place < head) return place;
  const last = after.length - 1 - tail;
  const isInTail = place >= before.length - tail && place < before.length;
  // What was edited leaves its place to what was edited, as long as there is any.
  const moved = isInTail ? place + after.length - before.length : Math.min(place, Math.max(head, last));
  return Math.min(after.length - 1, Math.max(0, moved));
}

// @ts-check
/**
 * Tell what is added up for each token of two sentences, and what the model
 * says of the pair. Pure.
 */

/**
 * @param {any} answer of `/next-sentence`
 * @param {string} first @param {string} second
 */
export function describePair({ is_next_probability, input_tokens }, first, second) {
  // A special token belongs to the segment that it ends; [CLS] to the first.
  let last = 0;
  const tokens = input_tokens.map((/** @type {any} */ { raw, id, segment, special }, /** @type {number} */ position) => {
    last = segment ?? last;
    return { text: raw, id, position, segment: last, special };
  });
  const counts = [0, 1].map((segment) => tokens.filter((/** @type {any} */ token) => token.segment === segment).length);
  return {
    first,
    second,
    probability: is_next_probability,
    not_probability: 1 - is_next_probability,
    tokens,
    n_tokens: tokens.length,
    n_first: counts[0],
    n_second: counts[1],
  };
}

/**
 * The same sentences the other way round.
 * @param {any} answer @param {string} first @param {string} second
 * @param {{first: string, second: string, probability: number}|undefined} pair as typed
 */
export function describeSwapped(answer, first, second, pair) {
  const swapped = describePair(answer, second, first);
  const change = pair ? swapped.probability - pair.probability : undefined;
  return { ...swapped, change, band: change === undefined ? undefined : bandOf(change) };
}

/** It falls by half or more, by less, or hardly moves or rises. @param {number} change */
function bandOf(change) {
  if (change <= -0.5) return 0;
  return change <= -0.1 ? 1 : 2;
}

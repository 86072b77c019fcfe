// @ts-check
/**
 * Draw vectors of +1 and -1 from a seed, as `app/lessons/attention_coins.py` does;
 * `tests/golden/coin_flips.json` holds both to the same dot products. Pure.
 */

const MOST_FEATURES = 512;

/**
 * Draw vectors of 512 coins each, as 16 words of 32 bits.
 * @param {number} seed @param {number} count
 * @returns {number[][]}
 */
export function drawVectors(seed, count) {
  let state = (Math.imul(seed, 2654435761) + 1) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  return Array.from({ length: count }, () => Array.from({ length: MOST_FEATURES / 32 }, next));
}

/**
 * Multiply the first components and add up: equal coins less unequal ones.
 * @param {number[]} one @param {number[]} other @param {number} nFeatures
 */
export function dot(one, other, nFeatures) {
  let unequal = 0;
  for (let place = 0; place < nFeatures; place += 32) {
    const width = Math.min(32, nFeatures - place);
    const kept = width === 32 ? 0xffffffff : 2 ** width - 1;
    unequal += countBits((one[place / 32] ^ other[place / 32]) & kept);
  }
  return nFeatures - 2 * unequal;
}

/** @param {number} word */
function countBits(word) {
  let count = 0;
  for (let rest = word >>> 0; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

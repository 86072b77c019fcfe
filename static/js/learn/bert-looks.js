// @ts-check
/**
 * Set where heads look from a mask beside what its prediction rests on. Pure.
 */

/**
 * @typedef {object} Looks from one mask
 * @property {number} position
 * @property {number[][][]} weights (layer, head, token)
 * @property {number[][]} best (layer, head): which other token gets most
 *
 * @typedef {{place: number, token: string, kl: number, change: number}} Influence
 *
 * @typedef {object} Measured of one mask
 * @property {number} position
 * @property {Influence[]} influences of the other tokens
 * @property {Influence|undefined} most the largest of them
 * @property {number|undefined} right the largest to its right, if anything stands there
 * @property {number|undefined} left the largest to its left
 */

/**
 * @param {any} answer of `/attention`: rows of every head, from `first` on
 * @param {number[]} positions of the masks
 */
export function describeLooks({ attention, key_tokens }, positions) {
  const [first] = positions;
  const masks = positions.map((position) => {
    /** @type {number[][][]} */
    const weights = attention.map((/** @type {number[][][]} */ layer) => layer.map((rows) => rows[position - first]));
    return { position, weights, best: weights.map((layer) => layer.map((row) => largestOther(row, position))) };
  });
  return { tokens: key_tokens.map((/** @type {{raw: string}} */ { raw }) => raw), masks };
}

/** @param {number[]} row @param {number} own */
function largestOther(row, own) {
  return row.reduce((best, weight, place) => (place !== own && (best < 0 || weight > row[best]) ? place : best), -1);
}

/**
 * Tell how far each prediction moves without each of the other tokens.
 * @param {any} answer of `/fill-mask` with influences
 * @param {{masks: Looks[]}|undefined} looks from the same masks
 */
export function describeInfluences({ masks, input_tokens }, looks) {
  const tokens = input_tokens.map((/** @type {{raw: string}} */ { raw }) => raw);
  const measured = masks.map((/** @type {any} */ mask) => measure(mask, tokens));
  return { masks: measured.map((/** @type {Measured} */ mask, /** @type {number} */ place) => ({ ...mask, ...compare(mask, looks?.masks[place]) })) };
}

/** @param {any} mask @param {string[]} tokens @returns {Measured} */
function measure({ position, influences }, tokens) {
  /** @type {Influence[]} */
  const measured = influences.map((/** @type {any} */ one) => ({ place: one.position, token: tokens[one.position], kl: one.kl, change: one.log_probability_change }));
  return {
    position,
    influences: measured,
    most: largest(measured),
    left: largest(measured.filter(({ place }) => place < position))?.kl,
    right: largest(measured.filter(({ place }) => place > position))?.kl,
  };
}

/** @param {Influence[]} influences @returns {Influence|undefined} */
function largest(influences) {
  return influences.toSorted((one, other) => other.kl - one.kl)[0];
}

/**
 * Count the heads that look most at what matters most.
 * @param {Measured} mask @param {Looks|undefined} looks
 */
function compare({ influences, most }, looks) {
  if (!looks) return {};
  const looked = looks.best.flat();
  const nSame = looked.filter((place) => place === most?.place).length;
  const ranks = looks.best.map((layer) => layer.map((place) => rankOf(place, influences)));
  return { n_same: nSame, n_heads: looked.length, band: bandOf(nSame / looked.length), ranks };
}

/** All of them, half or more, fewer. @param {number} share */
function bandOf(share) {
  if (share === 1) return 0;
  return share >= 0.5 ? 1 : 2;
}

/** From 1: which influence a token's is. @param {number} place @param {Influence[]} influences */
function rankOf(place, influences) {
  const own = influences.find((one) => one.place === place);
  return own && 1 + influences.filter(({ kl }) => kl > own.kl).length;
}

// @ts-check
/**
 * Work every score of an alignment out again, term by term, from the model's
 * own vectors. Pure.
 *
 *     additive        score = sum over f of v_f tanh(query_f + key_f)
 *     multiplicative  score = sum over f of query_f key_f
 */

const N_TERMS = 3;
const N_FEATURES = 3;
const N_PARTS = 3;

/**
 * One term of a score.
 * @typedef {object} Term
 * @property {number} feature
 * @property {number} query
 * @property {number} key
 * @property {number} sum
 * @property {number} bent tanh of the sum
 * @property {number} factor v of the feature
 * @property {number} product
 *
 * @typedef {object} Cell
 * @property {number[]} products every term, by feature
 * @property {number} above what the positive ones add up to
 * @property {number} below what the negative ones add up to
 * @property {Term[]} terms the largest ones
 * @property {number} rest what the others add up to
 * @property {number} n_rest
 * @property {number} total of all terms, added up here
 * @property {number} score the model's own
 * @property {number} exponent the same, less the largest score of the row
 * @property {number} weight
 */

/**
 * @param {Record<string, any>} tensors of `/tensors`, as lists of lists
 * @param {{text: string}[]} source
 */
export function additiveFacts(tensors, source) {
  const { queries, keys, attention_vector: vector } = tensors;
  // tanh stays between -1 and 1, so no score can leave this range.
  const bound = sum(vector.map(Math.abs));
  const facts = factsOf(tensors, source, (row, column) =>
    vector.map((/** @type {number} */ factor, /** @type {number} */ feature) => {
      const [query, key] = [queries[row][feature], keys[column][feature]];
      const bent = Math.tanh(query + key);
      return { feature, query, key, sum: query + key, bent, factor, product: factor * bent };
    }),
  );
  return { ...facts, bound };
}

/**
 * @param {Record<string, any>} tensors
 * @param {{text: string}[]} source
 */
export function multiplicativeFacts(tensors, source) {
  const { queries, keys } = tensors;
  return factsOf(tensors, source, (row, column) =>
    queries[row].map((/** @type {number} */ query, /** @type {number} */ feature) => {
      const key = keys[column][feature];
      return { feature, query, key, sum: query + key, bent: 0, factor: 1, product: query * key };
    }),
  );
}

/**
 * @param {Record<string, any>} tensors @param {{text: string}[]} source
 * @param {(row: number, column: number) => Term[]} termsOf
 */
function factsOf({ scores, weights, keys, encoder_states: states }, source, termsOf) {
  const words = source.map(({ text }) => text);
  const rows = scores.map((/** @type {number[]} */ line, /** @type {number} */ row) => {
    // The largest is taken off all of them: that changes no weight.
    const highest = Math.max(...line);
    const total = sum(line.map((score) => Math.exp(score - highest)));
    return {
      highest,
      lowest: Math.min(...line),
      scores: line.map((score) => [score]),
      weights: weights[row].map((/** @type {number} */ weight) => [weight]),
      total,
      cells: line.map((score, column) => ({
        ...cellOf(termsOf(row, column)),
        score,
        exponent: score - highest,
        weight: weights[row][column],
      })),
      context: contextOf(weights[row], states, words),
    };
  });
  return { rows, n_features: keys[0].length, d_state: states[0].length };
}

/** @param {Term[]} all */
function cellOf(all) {
  const terms = [...all].sort((one, other) => Math.abs(other.product) - Math.abs(one.product)).slice(0, N_TERMS);
  const products = all.map(({ product }) => product);
  const total = sum(products);
  const shown = sum(terms.map(({ product }) => product));
  const [above, below] = [products.filter((product) => product > 0), products.filter((product) => product < 0)].map(sum);
  const rest = { rest: total - shown, n_rest: all.length - terms.length };
  return { products, above, below, terms, ...rest, total };
}

/**
 * The context vector: the encoder's states, each by its weight. The words with
 * the largest weights are written out, for the first features.
 * @param {number[]} weights @param {number[][]} states @param {string[]} words
 */
function contextOf(weights, states, words) {
  const order = weights.map((_, place) => place).sort((one, other) => weights[other] - weights[one]);
  const places = order.slice(0, N_PARTS);
  const features = Array.from({ length: Math.min(N_FEATURES, states[0].length) }, (_, feature) => {
    const parts = places.map((place) => ({ word: words[place], weight: weights[place], state: states[place][feature] }));
    const shown = sum(parts.map(({ weight, state }) => weight * state));
    const total = sum(weights.map((weight, place) => weight * states[place][feature]));
    return { parts, rest: total - shown, total };
  });
  const share = sum(places.map((place) => weights[place]));
  return { features, n_rest: words.length - places.length, left: 1 - share, share };
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

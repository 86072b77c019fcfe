// @ts-check
/**
 * Reshape a distribution of next tokens: temperature, top-k, top-p, as
 * `app/lessons/gpt_reweighing.py` does, which says why the bounds hold. Pure.
 */

/**
 * @typedef {object} Following what may come next, at temperature 1
 * @property {string} text
 * @property {string[]} words likeliest first
 * @property {boolean[]} joins whether it goes on in the middle of a word
 * @property {number[]} log_probabilities
 * @property {number} outside the mass of the tokens that aren't listed
 * @property {number} entropy
 * @property {number} n_tokens of the text
 * @property {number} n_vocabulary
 *
 * @typedef {object} Exact what the server says of the likeliest token
 * @property {string} text
 * @property {number} temperature
 * @property {number} log_probability
 * @property {number} entropy
 *
 * @typedef {{temperature: number, top_k: number|null, top_p: number, n_shown: number}} Rules
 */

/**
 * Give every shown token its new share, and say who is left.
 * @param {Following} following
 * @param {Exact|null|undefined} exact of another temperature or text: not known yet
 * @param {Rules} rules
 */
export function reweigh(following, exact, { temperature, top_k, top_p, n_shown }) {
  const { log_probabilities: logs, n_vocabulary, words, joins } = following;
  const exponents = logs.map((log) => (log - logs[0]) / temperature);
  const powers = exponents.map(Math.exp);
  const known = exact && exact.text === following.text && exact.temperature === temperature ? exact : null;
  const [low, high] = known ? Array(2).fill(Math.exp(-known.log_probability)) : endsOfTotal(following, powers, temperature);
  const total = (low + high) / 2;
  const shares = powers.map((power) => power / total);
  const sums = addUp(shares);
  const kept = countKept(sums, top_k, top_p, n_vocabulary);
  const mass = keptMass(sums, kept, top_p, n_vocabulary);
  const rows = shares.slice(0, n_shown).map((share, place) => {
    const isKept = kept === null || place < kept;
    return {
      word: words[place],
      joins: joins[place],
      log_probability: logs[place],
      plain: Math.exp(logs[place]),
      exponent: exponents[place],
      power: powers[place],
      probability: share,
      rank: place + 1,
      before: sums[place] - share,
      sum: sums[place],
      is_kept: isKept,
      final: isKept ? share / mass : 0,
    };
  });
  const entropy = known ? known.entropy : entropyOf(shares, n_vocabulary);
  return {
    temperature,
    total,
    error: (high - low) / 2 / total,
    is_exact: known !== null,
    rows,
    n_kept: kept === null ? `more than ${sums.length.toLocaleString("en")}` : kept,
    is_cut: kept === null || kept < n_vocabulary,
    kept_mass: mass,
    n_rest: n_vocabulary - rows.length,
    rest: Math.max(0, 1 - sumOf(rows.map(({ probability }) => probability))),
    final_rest: Math.max(0, 1 - sumOf(rows.map((row) => row.final))),
    entropy,
    choices: Math.exp(entropy),
    ratio: shares.length > 1 ? shares[0] / shares[1] : 1,
    plain_ratio: logs.length > 1 ? Math.exp(logs[0] - logs[1]) : 1,
  };
}

/**
 * Bound the sum of all weights, the likeliest token's being 1.
 * @param {Following} following @param {number[]} powers @param {number} temperature
 * @returns {[number, number]}
 */
export function endsOfTotal({ n_vocabulary, log_probabilities: logs, outside }, powers, temperature) {
  const listed = sumOf(powers);
  const nOutside = n_vocabulary - powers.length;
  const mass = outside / Math.exp(logs[0]);
  if (nOutside <= 0 || mass <= 0) return [listed, listed];
  const sharpness = 1 / temperature;
  const even = nOutside * (mass / nOutside) ** sharpness;
  const steep = mass * Math.exp((logs[logs.length - 1] - logs[0]) * (sharpness - 1));
  return [listed + Math.min(even, steep), listed + Math.max(even, steep)];
}

/**
 * Count who is left; null: more than are listed.
 * @param {number[]} sums @param {number|null} topK @param {number} topP @param {number} nVocabulary
 */
function countKept(sums, topK, topP, nVocabulary) {
  const nK = topK ?? nVocabulary;
  if (topP >= 1) return nK;
  const place = sums.findIndex((reached) => reached >= topP);
  if (place >= 0) return Math.min(nK, place + 1);
  return nK <= sums.length ? nK : null;
}

/**
 * Add up who is left; past the list that is top-p itself, all but exactly.
 * @param {number[]} sums @param {number|null} kept @param {number} topP @param {number} nVocabulary
 */
function keptMass(sums, kept, topP, nVocabulary) {
  if (kept === null) return topP;
  return kept >= nVocabulary ? 1 : sums[Math.min(kept, sums.length) - 1];
}

/**
 * Estimate it from the list; those outside count as equally likely.
 * @param {number[]} shares @param {number} nVocabulary
 */
function entropyOf(shares, nVocabulary) {
  const listed = -sumOf(shares.map((share) => (share > 0 ? share * Math.log(share) : 0)));
  const [rest, nOutside] = [1 - sumOf(shares), nVocabulary - shares.length];
  return rest <= 0 || nOutside <= 0 ? listed : listed - rest * Math.log(rest / nOutside);
}

/** @param {number[]} numbers */
function addUp(numbers) {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

/** @param {number[]} numbers */
function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

// @ts-check
/**
 * Count what the recipe has hidden so far, and what it should. Pure.
 */

/**
 * One share of the recipe.
 * @typedef {object} Share
 * @property {number} count
 * @property {number} of how many could have been
 * @property {number|undefined} percent undefined while there is nothing to count
 * @property {number} expected percent
 * @property {number|undefined} spread percent: two standard errors
 * @property {boolean|undefined} is_within whether chance allows it
 */

/** What the recipe says, in percent: of the tokens, then of the selected. */
export const EXPECTED = { selected: 15, mask: 80, random: 10, keep: 10 };
export const SHARES = /** @type {("selected"|"mask"|"random"|"keep")[]} */ (["selected", "mask", "random", "keep"]);

/**
 * @param {any} answer of `/masked-corruption`
 * @param {{seed: number, rounds: number}} state
 */
export function describeRecipe({ input_tokens, corrupted_tokens, selected, counts, by_round }, { seed, rounds }) {
  const action = new Map(selected.map((/** @type {any} */ one) => [one.position, one.action]));
  const cells = input_tokens.map((/** @type {any} */ token, /** @type {number} */ place) => ({
    text: token.raw,
    now: corrupted_tokens[place].raw,
    action: action.get(place) ?? (token.special ? "special" : "none"),
  }));
  const shares = Object.fromEntries(SHARES.map((name) => [name, shareOf(name, counts[name], name === "selected" ? counts.tokens : counts.selected)]));
  const nTokens = counts.tokens / counts.rounds;
  return {
    seed,
    rounds,
    cells,
    shares,
    n_tokens: nTokens,
    n_selected: selected.length,
    expected_selected: (nTokens * EXPECTED.selected) / 100,
    n_empty: by_round.selected.filter((/** @type {number} */ count) => count === 0).length,
    expected_empty: 100 * (1 - EXPECTED.selected / 100) ** nTokens,
    empty_percent: (100 * by_round.selected.filter((/** @type {number} */ count) => count === 0).length) / counts.rounds,
    curves: curvesOf(by_round, nTokens),
    has_selected: selected.length > 0,
  };
}

/** @param {keyof typeof EXPECTED} name @param {number} count @param {number} of @returns {Share} */
function shareOf(name, count, of) {
  const expected = EXPECTED[name];
  if (of === 0) return { count, of, percent: undefined, expected, spread: undefined, is_within: undefined };
  const percent = (100 * count) / of;
  const spread = spreadOf(expected, of);
  return { count, of, percent, expected, spread, is_within: Math.abs(percent - expected) <= spread };
}

/**
 * Say how far a share of so many draws strays by chance, 19 times of 20: two
 * standard errors, in percent.
 * @param {number} expected percent @param {number} of
 */
export function spreadOf(expected, of) {
  return 2 * Math.sqrt((expected * (100 - expected)) / of);
}

/**
 * Follow each share from round to round: percent of all rounds so far; null
 * while there is nothing to count.
 * @param {Record<string, number[]>} byRound @param {number} nTokens of one round
 * @returns {Record<string, (number|null)[]>}
 */
function curvesOf(byRound, nTokens) {
  const sums = Object.fromEntries(SHARES.map((name) => [name, running(byRound[name])]));
  const rows = SHARES.map((name) => {
    const curve = sums[name].map((sum, round) => {
      const of = name === "selected" ? nTokens * (round + 1) : sums.selected[round];
      return of === 0 ? null : (100 * sum) / of;
    });
    return [name, curve];
  });
  return Object.fromEntries(rows);
}

/** @param {number[]} numbers */
function running(numbers) {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

// @ts-check
/**
 * Tell which pronoun a translation has, and what each head does for it. Pure.
 */

const PAIRS = [
  ["il", "elle"],
  ["ils", "elles"],
];
/** A smaller change of the log-odds is next to none. */
const SMALL = 0.1;
const N_TOP = 5;
const FEW = 3;
export const PART_NAMES = { encoder: "encoder self-attention", decoder: "decoder self-attention", cross: "cross attention" };

/**
 * @param {any} answer of `/translations`
 * @param {string} asked the sentence
 */
export function describePronoun(answer, asked) {
  const place = answer.steps.findIndex((/** @type {any} */ { token }) => pairOf(token.text));
  if (place < 0) return { asked, text: answer.text, has_pronoun: false };
  const { token, alternatives } = answer.steps[place];
  const [masculine, feminine] = /** @type {string[]} */ (pairOf(token.text));
  const share = (/** @type {string} */ word) => alternatives.find((/** @type {any} */ { text }) => text === word)?.probability;
  return {
    asked,
    text: answer.text,
    has_pronoun: true,
    place,
    written: token.text,
    token: masculine,
    other_token: feminine,
    masculine: share(masculine),
    feminine: share(feminine),
  };
}

/** @param {string} word */
function pairOf(word) {
  return PAIRS.find((pair) => pair.includes(word));
}

/**
 * @typedef {object} HeadEffect
 * @property {"encoder"|"decoder"|"cross"} part
 * @property {string} name
 * @property {number} layer
 * @property {number} head
 * @property {number|undefined} row where Explore finds the place; an encoder has none
 * @property {number} effect
 * @property {number} after the log-odds without the head
 * @property {boolean} is_target whether its rows are the target's
 * @property {boolean} is_flipped whether the other word is the likelier one then
 */

/**
 * @param {any} answer of `/head-effects`
 * @param {string} asked the sentence
 */
export function describeEffects({ log_odds, effect, place }, asked) {
  const all = Object.entries(effect).flatMap(([part, layers]) =>
    layers.flatMap((/** @type {number[]} */ heads, /** @type {number} */ layer) =>
      heads.map((change, head) => describeHead(/** @type {"cross"} */ (part), layer, head, change, log_odds, place)),
    ),
  );
  const top = [...all].sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect)).slice(0, N_TOP);
  const nFlips = all.filter((one) => one.is_flipped).length;
  return {
    asked,
    place,
    log_odds,
    effect,
    largest: Math.abs(top[0].effect),
    top,
    n_heads: all.length,
    n_small: all.filter((one) => Math.abs(one.effect) < SMALL).length,
    n_flips: nFlips,
    flips_choice: nFlips === 0 ? 0 : nFlips <= FEW ? 1 : 2,
    sum: all.reduce((total, one) => total + one.effect, 0),
  };
}

/**
 * @param {"encoder"|"decoder"|"cross"} part @param {number} layer @param {number} head
 * @param {number} effect @param {number} before @param {number} place
 * @returns {HeadEffect}
 */
function describeHead(part, layer, head, effect, before, place) {
  const after = before + effect;
  const name = `${PART_NAMES[part]}, layer ${layer}, head ${head}`;
  const is_target = part !== "encoder";
  const row = is_target ? place : undefined;
  return { part, name, layer, head, row, effect, after, is_target, is_flipped: after * before < 0 };
}

/**
 * Say where a head looks from the place that writes the pronoun.
 * @param {any} answer of `/attention` for that head and row
 */
export function describeLook({ attention, query_tokens, key_tokens }) {
  const row = attention[0][0][0];
  const weight = Math.max(...row);
  return { read: query_tokens[0].text, word: key_tokens[row.indexOf(weight)].text, weight };
}

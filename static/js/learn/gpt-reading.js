// @ts-check
/**
 * Read what `/next-token` answers. Pure.
 */

export const MOST_LISTED = 1000;
export const N_VOCABULARY = 49_152;
/** So many continuations of a prompt are shown. */
const N_SHOWN = 5;

/**
 * What may come next at temperature 1, as `ask` of `app/lessons/gpt.py` has it.
 * @param {any} answer @param {string} text
 * @returns {import("./gpt-reweighing.js").Following}
 */
export function describeFollowing({ tokens, listed_probability, entropy, input_tokens }, text) {
  return {
    text,
    words: tokens.map((/** @type {any} */ token) => token.text),
    joins: tokens.map((/** @type {any} */ { raw, text: word }) => !raw.startsWith("Ġ") && /^[\p{L}\p{N}]/u.test(word)),
    log_probabilities: tokens.map((/** @type {any} */ token) => token.log_probability),
    outside: Math.max(0, 1 - listed_probability),
    entropy,
    n_tokens: input_tokens.length,
    n_vocabulary: N_VOCABULARY,
  };
}

/**
 * A prompt's tokens and the likeliest continuations.
 * @param {any} answer @param {string} text
 */
export function describePrompt({ tokens, input_tokens }, text) {
  return {
    text,
    tokens: input_tokens,
    n_tokens: input_tokens.length,
    ids: tokens.map((/** @type {any} */ { id }) => id),
    probabilities: tokens.map((/** @type {any} */ { probability }) => probability),
    rows: tokens.slice(0, N_SHOWN).map((/** @type {any} */ { id, text: word, probability }) => ({ id, word, probability })),
  };
}

/** @typedef {{is_listed: boolean, probability: number, rank: number, rank_text: string}} Found */

/**
 * Set the right answer's chances side by side: how much the examples bring, and
 * whether closing them takes it away again.
 * @param {(Found|null)[]} found without examples, with them, with them closed
 */
export function compareShots(...[zero, few, closed]) {
  const gain = zero && few ? few.probability / zero.probability : undefined;
  return {
    zero,
    few,
    closed,
    ...(gain === undefined ? {} : { gain, range: gain <= 1 ? 0 : gain <= 2 ? 1 : 2 }),
    ...(few && closed ? { loss: closed.probability < few.probability / 2 ? 1 : 0 } : {}),
  };
}

/**
 * Find the right answer among the continuations.
 * @param {any} prompt of `describePrompt` @param {{id: number}|undefined} answered
 * @returns {Found|null}
 */
export function findAnswer(prompt, answered) {
  if (!prompt || !answered) return null;
  const place = prompt.ids.indexOf(answered.id);
  const last = prompt.probabilities[prompt.probabilities.length - 1];
  if (place < 0) return { is_listed: false, probability: last, rank: prompt.ids.length, rank_text: `beyond ${prompt.ids.length.toLocaleString("en")}` };
  return { is_listed: true, probability: prompt.probabilities[place], rank: place + 1, rank_text: String(place + 1) };
}

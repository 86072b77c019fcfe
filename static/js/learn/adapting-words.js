// @ts-check
/**
 * Read what a model makes of a masked word, and follow words from one strength
 * of an adapter to the next. Pure.
 */

/**
 * @typedef {{id: number, text: string, raw: string, probability: number}} Likely
 * @typedef {{position: number, entropy: number, tokens: Likely[]}} Mask
 * @typedef {{text: string, masks: Mask[]}} Guess
 * @typedef {{id: number, text: string, values: number[]}} Line of one word
 */

/** So many words are shown at one strength, and followed over all of them. */
export const N_SHOWN = 6;
const N_FOLLOWED = 8;
/** How many of the likeliest words of each strength are followed. */
const N_FIRST = 2;

/** @param {any} answer of `/fill-mask` @param {string} text */
export function readGuess({ masks, input_tokens }, text) {
  /** @param {Mask} mask @param {number} place */
  const nameOf = ({ position }, place) => `${place + 1}, after ${input_tokens[position - 1]?.text ?? ""}`;
  return { text, masks, names: masks.map(nameOf), is_several: masks.length > 1, said: masks.map(sayMask) };
}

/** What prose says of one mask. @param {Mask} mask */
function sayMask({ tokens: [first, second], entropy }) {
  return {
    first: labelOf(first),
    first_probability: first.probability,
    second: labelOf(second),
    second_probability: second.probability,
    entropy,
    // So many equally likely words would be as uncertain.
    as_many: Math.exp(entropy),
  };
}

/** The mask that is chosen; the last there is where there are fewer. @param {Guess} guess @param {number} mask */
export function maskOf({ masks }, mask) {
  return masks[Math.min(mask, masks.length - 1)];
}

/**
 * List the likeliest words of one guess beside what they have in another.
 * @param {Guess} guess @param {Guess|undefined} base @param {number} mask
 */
export function besideBase(guess, base, mask) {
  const known = base && base.text === guess.text ? maskOf(base, mask) : undefined;
  const words = maskOf(guess, mask).tokens.slice(0, N_SHOWN);
  return words.map(({ id, probability, ...word }) => ({
    text: labelOf(word),
    probability,
    base: known ? probabilityOf(known, id) : null,
  }));
}

/**
 * Follow the words that come first at any of the strengths.
 * @param {Guess[]} guesses by strength @param {number} mask
 * @returns {Line[]} the likeliest first
 */
export function followWords(guesses, mask) {
  const masks = guesses.map((guess) => maskOf(guess, mask));
  /** @type {Map<number, Likely>} */
  const words = new Map();
  for (const { tokens } of masks) for (const token of tokens.slice(0, N_FIRST)) words.set(token.id, token);
  const lines = [...words.values()].map((word) => ({
    id: word.id,
    text: labelOf(word),
    values: masks.map((one) => probabilityOf(one, word.id)),
  }));
  lines.sort((one, other) => Math.max(...other.values) - Math.max(...one.values));
  return lines.slice(0, N_FOLLOWED);
}

/** A word that isn't among the listed ones has next to nothing. @param {Mask} mask @param {number} id */
export function probabilityOf({ tokens }, id) {
  return tokens.find((token) => token.id === id)?.probability ?? 0;
}

/** @param {{text: string, raw: string}} word */
export function labelOf({ text, raw }) {
  return text.trim() === "" ? raw : text;
}

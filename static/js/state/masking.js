// @ts-check
/**
 * Hide a word of the text behind the model's mask token, and bring it back. Pure.
 *
 * The text holds the masks; the words behind them are remembered beside it, in
 * order, and lost where the text around them is typed anew.
 */

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../types.js").Masked} Masked
 * @typedef {"text"|"pair"} Field
 *
 * A word of the text, or a mask in it.
 * @typedef {object} Spot
 * @property {Field} field
 * @property {number} start in code points
 * @property {number} end
 * @property {number|null} nth which mask of its field it is; null: a word
 */

/** @param {Token} token @param {string} maskToken */
const isMask = (token, maskToken) => token.special && token.typed && token.raw.trim() === maskToken;

/**
 * Find the word that a token belongs to, with all its pieces, or the mask that it
 * is; null for what the tokenizer adds.
 * @param {readonly Token[]} tokens @param {number} place @param {string} maskToken
 * @returns {Spot|null}
 */
export function spotAt(tokens, place, maskToken) {
  const token = tokens[place];
  if (!token || token.start === null || token.end === null) return null;
  /** @type {Field} */
  const field = token.segment === 1 ? "pair" : "text";
  const { start, end, word, segment } = token;
  if (isMask(token, maskToken)) {
    const before = tokens.slice(0, place).filter((other) => other.segment === segment && isMask(other, maskToken));
    return { field, start, end, nth: before.length };
  }
  if (token.special) return null;
  const pieces = tokens.filter((other) => word !== null && other.word === word && other.segment === segment && other.start !== null);
  return {
    field,
    start: Math.min(start, ...pieces.map((piece) => piece.start ?? start)),
    end: Math.max(end, ...pieces.map((piece) => piece.end ?? end)),
    nth: null,
  };
}

/**
 * Put one mask in the place of a word.
 * @param {View} view @param {Masked} masked @param {Spot} spot @param {string} maskToken
 * @returns {{view: View, masked: Masked}}
 */
export function maskWord(view, masked, { field, start, end }, maskToken) {
  const letters = [...(view[field] ?? "")];
  const [head, word] = [letters.slice(0, start).join(""), letters.slice(start, end).join("")];
  const nth = count(head, maskToken);
  const words = wordsOf(view, masked, field, maskToken);
  return settle(view, masked, field, head + maskToken + letters.slice(end).join(""), words.toSpliced(nth, 0, word));
}

/**
 * Put a word in the place of a mask.
 * @param {View} view @param {Masked} masked @param {Field} field @param {number} nth
 * @param {string} word @param {string} maskToken
 * @param {boolean} [joins] whether it goes on with the word before
 * @returns {{view: View, masked: Masked}}
 */
export function fillMask(view, masked, field, nth, word, maskToken, joins = false) {
  const parts = (view[field] ?? "").split(maskToken);
  const head = parts.slice(0, nth + 1).join(maskToken);
  const words = wordsOf(view, masked, field, maskToken);
  const text = (joins ? head.trimEnd() : head) + word + parts.slice(nth + 1).join(maskToken);
  return settle(view, masked, field, text, words.toSpliced(nth, 1));
}

/**
 * The word behind a mask; null where nobody knows it.
 * @param {Masked} masked @param {Field} field @param {number} nth
 */
export function wordBehind(masked, field, nth) {
  return masked.words[field][nth] ?? null;
}

/**
 * Let the words follow their masks through an edit: those before and after it
 * stay, those inside it are forgotten.
 * @param {Masked} masked @param {View} view the newest
 * @param {string|null} maskToken
 * @returns {Masked}
 */
export function followMasks(masked, { text, pair }, maskToken) {
  if (masked.text === text && masked.pair === pair) return masked;
  const follow = (/** @type {Field} */ field, /** @type {string|null} */ now) =>
    maskToken === null ? [] : followed(masked.words[field], masked[field] ?? "", now ?? "", maskToken);
  return { text, pair, words: { text: follow("text", text), pair: follow("pair", pair) } };
}

/**
 * @param {readonly (string|null)[]} words @param {string} before @param {string} after
 * @param {string} maskToken
 */
function followed(words, before, after, maskToken) {
  const shortest = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shortest && before[prefix] === after[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < shortest - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  const [old, next] = [placesOf(before, maskToken), placesOf(after, maskToken)];
  return next.map((place) => {
    const isBefore = place + maskToken.length <= prefix;
    const isAfter = place >= after.length - suffix;
    const was = isBefore ? place : isAfter ? place - after.length + before.length : -1;
    return words[old.indexOf(was)] ?? null;
  });
}

/** @param {View} view @param {Masked} masked @param {Field} field @param {string} maskToken */
function wordsOf(view, masked, field, maskToken) {
  const known = followMasks(masked, view, maskToken).words[field];
  return Array.from({ length: count(view[field] ?? "", maskToken) }, (_, nth) => known[nth] ?? null);
}

/**
 * @param {View} view @param {Masked} masked @param {Field} field
 * @param {string} changed @param {(string|null)[]} words
 */
function settle(view, masked, field, changed, words) {
  const next = { ...view, [field]: changed };
  return { view: next, masked: { text: next.text, pair: next.pair, words: { ...masked.words, [field]: words } } };
}

/** @param {string} text @param {string} part */
const count = (text, part) => text.split(part).length - 1;

/** @param {string} text @param {string} part */
function placesOf(text, part) {
  const places = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

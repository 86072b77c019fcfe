// @ts-check
/**
 * Hide words of a text, and lay its words and pieces out. Pure.
 */
import { followWord } from "./followed-words.js";

/**
 * @typedef {import("../types.js").Token} Token
 *
 * A part of the text: a word (from 0) with its pieces, or what stands between.
 * @typedef {{text: string, word: number|null, n_pieces: number}} Part
 *
 * @typedef {object} Words
 * @property {string} text that was asked about
 * @property {Token[]} tokens
 * @property {(number|null)[]} word_of each token; null for special ones
 * @property {Part[]} parts which add up to the text
 * @property {string[]} names of the words
 */

export const MASK = "[MASK]";
/** With more tokens, or more masks, nobody measures influences. */
export const MOST_MEASURED = 64;
export const MOST_HIDDEN = 8;

/** @param {Token[]} tokens @param {string} text @returns {Words} */
export function describeWords(tokens, text) {
  const words = byWord(tokens);
  const parts = partsOf(words, text);
  const placeOf = new Map(words.flatMap((pieces, word) => pieces.map((piece) => [piece.index, word])));
  return {
    text,
    tokens,
    word_of: tokens.map(({ index }) => placeOf.get(index) ?? null),
    parts,
    names: parts.filter(({ word }) => word !== null).map((part) => part.text),
  };
}

/** List the pieces of each word, in order. @param {Token[]} tokens @returns {Token[][]} */
export function byWord(tokens) {
  /** @type {Token[][]} */
  const words = [];
  for (const token of tokens) {
    if (token.word === null || token.special) continue;
    const last = words.at(-1);
    if (last && last[0].word === token.word) last.push(token);
    else words.push([token]);
  }
  return words;
}

/** Cut the text at its words. @param {Token[][]} words @param {string} text @returns {Part[]} */
function partsOf(words, text) {
  const letters = [...text];
  /** @type {Part[]} */
  const parts = [];
  let end = 0;
  words.forEach((pieces, word) => {
    const [start, stop] = [pieces[0].start ?? end, pieces[pieces.length - 1].end ?? end];
    if (start > end) parts.push({ text: letters.slice(end, start).join(""), word: null, n_pieces: 0 });
    parts.push({ text: letters.slice(start, stop).join(""), word, n_pieces: pieces.length });
    end = stop;
  });
  if (end < letters.length) parts.push({ text: letters.slice(end).join(""), word: null, n_pieces: 0 });
  return parts;
}

/**
 * Write the text with a mask for each piece of each hidden word.
 * @param {Words} words @param {number[]} hidden
 */
export function hideWords({ parts }, hidden) {
  return parts.map(({ text, word, n_pieces }) => (word !== null && hidden.includes(word) ? MASK.repeat(n_pieces) : text)).join("");
}

/**
 * List what the masks of the hidden text stand for, in order: a token, or null
 * where the reader has typed the mask.
 * @param {Words} words @param {number[]} hidden @returns {(Token|null)[]}
 */
export function hiddenTokens({ tokens, word_of }, hidden) {
  return tokens.flatMap((token, place) => {
    if (token.special && token.raw === MASK) return [null];
    const word = word_of[place];
    return word !== null && hidden.includes(word) ? [token] : [];
  });
}

/** Hide a word, or bring it back. @param {number[]} hidden @param {number} word */
export function toggleWord(hidden, word) {
  if (hidden.includes(word)) return hidden.filter((one) => one !== word);
  return hidden.length >= MOST_HIDDEN ? hidden : [...hidden, word].sort((a, b) => a - b);
}

/**
 * Keep what is hidden hidden while the text around it is edited.
 * @param {string[]} before @param {string[]} after @param {number[]} hidden
 */
export function followHidden(before, after, hidden) {
  const places = hidden.map((word) => followWord(before, after, word)).filter((word) => word < after.length);
  return [...new Set(places)].sort((a, b) => a - b);
}

/**
 * Tell how each word is split: what was left, and the piece that was taken.
 * @param {Token[]} tokens @param {string} text
 */
export function describePieces(tokens, text) {
  const letters = [...text];
  const words = byWord(tokens);
  const steps = words.flatMap((pieces) => {
    const end = pieces[pieces.length - 1].end ?? 0;
    return pieces.map(({ raw, id, start, end: stop }, place) => ({
      left: letters.slice(start ?? 0, end).join(""),
      piece: raw,
      id,
      from: start,
      to: stop,
      is_first: place === 0,
      is_unknown: raw === "[UNK]",
    }));
  });
  const nUnknown = steps.filter((step) => step.is_unknown).length;
  return { text, steps, n_words: words.length, n_pieces: steps.length, n_unknown: nUnknown, has_unknown: nUnknown > 0 };
}

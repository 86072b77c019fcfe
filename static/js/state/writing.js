// @ts-check
/**
 * Change the text as a click does: put a predicted word into it, and take the
 * last such change back. Pure.
 */

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Edit} Edit
 * @typedef {import("../types.js").Snapshot} Snapshot
 */

/** Byte 0 to 255 as byte-level tokenizers write it: what prints is itself. */
const BYTES = byteAlphabet();

/** Earlier changes than this are not taken back. */
const MOST_EDITS = 50;

/**
 * The text that a piece of a decoder's vocabulary stands for, with its space;
 * null where it is no whole character.
 * @param {string} raw the tokenizer's own piece
 */
export function exactText(raw) {
  const one = /^<0x([0-9A-F]{2})>$/.exec(raw);
  if (one) return decodeBytes([Number.parseInt(one[1], 16)]);
  if (raw.includes("\u2581")) return raw.replaceAll("\u2581", " ");
  const bytes = [...raw].map((letter) => BYTES.get(letter));
  return bytes.includes(undefined) ? raw : decodeBytes(/** @type {number[]} */ (bytes));
}

/**
 * Whether a masked word goes on with the word before it: WordPiece says so, other
 * vocabularies mark the pieces that begin a word.
 * @param {string} raw @param {readonly string[]} others pieces of the same list
 */
export function joinsBefore(raw, others) {
  if (raw.startsWith("##")) return true;
  const begins = (/** @type {string} */ piece) => /^[\u0120\u2581]/.test(piece);
  return others.some(begins) && !begins(raw);
}

/**
 * Remember a change, so that it can be taken back, the words behind the masks too.
 * @param {Pick<Snapshot, "edits"|"masked">} before @param {View} from @param {View} to
 * @returns {Edit[]}
 */
export function remember({ edits, masked }, from, to) {
  const keep = (/** @type {View} */ { text, pair, row, column }) => ({ text, pair, row, column });
  return [...edits, { from: keep(from), to: keep(to), masked }].slice(-MOST_EDITS);
}

/** The change that is taken back next; null where the text is another by now. @param {Snapshot} snapshot */
export function lastEdit({ edits, view }) {
  const last = edits.at(-1);
  return last && last.to.text === view.text && last.to.pair === view.pair ? last : null;
}

/** @param {number[]} bytes */
function decodeBytes(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes));
  } catch {
    return null;
  }
}

function byteAlphabet() {
  const prints = (/** @type {number} */ byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  /** @type {Map<string, number>} */
  const bytes = new Map();
  let next = 256;
  for (let byte = 0; byte < 256; byte += 1) {
    bytes.set(String.fromCodePoint(prints(byte) ? byte : next), byte);
    if (!prints(byte)) next += 1;
  }
  return bytes;
}

// @ts-check
/**
 * Let a choice follow its token from one answer into the next. Pure.
 */
import { differs } from "./fresh.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../types.js").Decoded} Decoded
 */

/**
 * Let row and column follow their tokens; a zoom lasts while the cut does.
 * @param {View} view @param {Decoded} before @param {Decoded} after
 * @returns {View}
 */
export function carry(view, before, after) {
  const isSameText = !differs(before.view, after.view, ["text", "pair"]);
  const isSameCut = !differs(before.view, after.view, ["model", "merge", "hide"]);
  if (isSameText && isSameCut) return view;
  const follow = isSameText ? carryToken : carryIndex;
  const row = follow(view.row, before.queryTokens, after.queryTokens);
  const column = row === null ? null : follow(view.column, before.keyTokens, after.keyTokens);
  return { ...view, row, column, zoom: isSameCut ? view.zoom : null };
}

/**
 * Follow a token through an edit: the parts before and after the edit keep
 * their tokens; inside it the index stays, even past the end, so that the lock
 * is there again when the words come back.
 * @param {number|null} index
 * @param {readonly Token[]} before @param {readonly Token[]} after
 * @returns {number|null}
 */
export function carryIndex(index, before, after) {
  if (index === null || index >= before.length) return index;
  const shortest = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shortest && isSame(before[prefix], after[prefix])) prefix += 1;
  if (index < prefix) return index;
  let suffix = 0;
  while (
    suffix < shortest - prefix &&
    isSame(before[before.length - 1 - suffix], after[after.length - 1 - suffix])
  ) {
    suffix += 1;
  }
  return index >= before.length - suffix ? index + after.length - before.length : index;
}

/**
 * Follow a token of the same text into another cut: words instead of pieces,
 * special tokens hidden, another model. Where the text stands, it is found by
 * its place; a special token by its name.
 * @param {number|null} index
 * @param {readonly Token[]} before @param {readonly Token[]} after
 * @returns {number|null}
 */
export function carryToken(index, before, after) {
  const token = index === null ? undefined : before[index];
  if (!token) return index;
  const { start, segment, text } = token;
  const found =
    start === null
      ? after.findIndex((other) => other.start === null && other.text === text)
      : after.findLastIndex((other) => other.segment === segment && other.start !== null && other.start <= start);
  return found === -1 ? null : found;
}

/** @param {Token|undefined} one @param {Token|undefined} other */
function isSame(one, other) {
  return one?.id === other?.id && one?.text === other?.text && one?.segment === other?.segment;
}

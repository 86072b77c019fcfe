// @ts-check
/**
 * Let a choice follow its token from one answer into the next. Pure.
 */
import { differs } from "./fresh.js";
import { axisSide, sideOf } from "./parts.js";

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
  const isSameText = !differs(before.view, after.view, ["text", "pair", "target"]);
  const isSameCut = !differs(before.view, after.view, ["model", "merge", "hide", "part"]);
  if (isSameText && isSameCut) return view;
  const [row, column] = followCell(view, before, after);
  const isLost = view.row !== null && row === null;
  return { ...view, row, column: isLost ? null : column, zoom: isSameCut ? view.zoom : null };
}

/**
 * @param {View} view @param {Decoded} before @param {Decoded} after
 * @returns {[number|null, number|null]}
 */
function followCell({ row, column }, before, after) {
  const isSameModel = !differs(before.view, after.view, ["model"]);
  if (isSameModel && before.answer.part !== after.answer.part) {
    return [carrySide(row, "query", before, after), carrySide(column, "key", before, after)];
  }
  const isSameText = !differs(before.view, after.view, ["text", "pair", "target"]);
  const follow = isSameText ? carryToken : carryIndex;
  // What is a source in one model may be a target in another.
  const isSame = (/** @type {"query"|"key"} */ axis) => axisSide(before.answer, axis) === axisSide(after.answer, axis);
  return [
    isSame("query") ? follow(row, before.queryTokens, after.queryTokens) : null,
    isSame("key") ? follow(column, before.keyTokens, after.keyTokens) : null,
  ];
}

/**
 * Follow a token into another part of the same model: it stands on the same
 * side, as the same one there, or not at all.
 * @param {number|null} place @param {"query"|"key"} axis
 * @param {Decoded} before @param {Decoded} after
 * @returns {number|null}
 */
export function carrySide(place, axis, before, after) {
  /** @type {"queryTokens"|"keyTokens"} */
  const tokens = axis === "query" ? "queryTokens" : "keyTokens";
  const token = place === null ? undefined : before[tokens][place];
  if (place === null || !token) return null;
  const side = sideOf(before.answer, axis, token);
  const isThere = (/** @type {Decoded} */ { answer }) => (/** @type {Token} */ one) => sideOf(answer, axis, one) === side;
  const nth = before[tokens].slice(0, place).filter(isThere(before)).length;
  const found = [...after[tokens].keys()].filter((other) => isThere(after)(after[tokens][other]))[nth];
  return found ?? null;
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

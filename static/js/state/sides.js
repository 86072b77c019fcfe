// @ts-check
/**
 * Lay the tokens of an answer out in strips: one, or source and target. Pure.
 */
import { rowNames } from "./naming.js";
import { borderOf } from "./parts.js";

/**
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").Snapshot} Snapshot
 *
 * A strip: its tokens, and where the first one stands among the rows and the
 * columns of the head in focus; null where its tokens are not on that axis.
 * @typedef {object} Strip
 * @property {"source"|"target"|null} side
 * @property {readonly Token[]} tokens
 * @property {number|null} row
 * @property {number|null} column
 */

/**
 * @param {Snapshot} snapshot
 * @returns {Strip[]}
 */
export function stripsOf(snapshot) {
  const { focus, translation } = snapshot;
  if (focus === null) return translation?.view.model === snapshot.view.model ? writtenStrips(translation.answer) : [];
  const { source_tokens: source, part } = focus.answer;
  const { queryTokens, keyTokens } = focus;
  if (!source) return [{ side: null, tokens: queryTokens, row: 0, column: 0 }];
  const names = rowNames(focus, snapshot.view);
  const border = borderOf(focus);
  if (part === "joint" && border !== null) {
    return [
      { side: "source", tokens: queryTokens.slice(0, border), row: 0, column: 0 },
      { side: "target", tokens: queryTokens.slice(border), row: border, column: border },
    ];
  }
  if (part === "cross") {
    return [
      { side: "source", tokens: keyTokens, row: null, column: 0 },
      { side: "target", tokens: names, row: 0, column: null },
    ];
  }
  if (part === "decoder") {
    return [
      { side: "source", tokens: source, row: null, column: null },
      { side: "target", tokens: names, row: 0, column: isSame(names, keyTokens) ? 0 : null },
    ];
  }
  const target = focus.answer.target_tokens ?? ownTarget(snapshot);
  return [
    { side: "source", tokens: queryTokens, row: 0, column: 0 },
    { side: "target", tokens: target, row: null, column: null },
  ];
}

/** @param {import("../types.js").TranslationAnswer} answer @returns {Strip[]} */
function writtenStrips({ source_tokens: source, target_tokens: target }) {
  return [
    { side: "source", tokens: source, row: null, column: null },
    { side: "target", tokens: target, row: null, column: null },
  ];
}

/** What the model writes, while only its encoder is looked at. @param {Snapshot} snapshot */
function ownTarget({ translation, view }) {
  return translation?.view.model === view.model ? translation.answer.target_tokens : [];
}

/** @param {readonly Token[]} names @param {readonly Token[]} keys */
function isSame(names, keys) {
  return names.length === keys.length && names.every((name, place) => name.id === keys[place].id);
}

// @ts-check
/**
 * Name the rows of a head: by the token read there, or by the one that was
 * about to be written. Pure.
 */

/**
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").View} View
 */

/** Whether rows can be named by what was written. @param {Decoded|null} focus */
export function canNameWritten(focus) {
  const { part, next_tokens: next } = focus?.answer ?? {};
  return Boolean(next) && (part === "decoder" || part === "cross");
}

/** Whether rows are named so just now. @param {Decoded|null} focus @param {Pick<View, "named">} view */
export function isNamedWritten(focus, { named }) {
  return named === "written" && canNameWritten(focus);
}

/**
 * The tokens that name the rows; each keeps the position of its row.
 * @param {Decoded} focus
 * @param {Pick<View, "named">} view
 * @returns {Token[]}
 */
export function rowNames(focus, view) {
  if (!isNamedWritten(focus, view)) return focus.queryTokens;
  const next = focus.answer.next_tokens ?? [];
  return focus.queryTokens.map((token, row) => ({ ...(next[row] ?? token), index: token.index }));
}

/**
 * What a row was about to write, and what it had read; null where the answer
 * doesn't tell, or the row writes nothing.
 * @param {Decoded} focus
 * @param {number} row
 * @returns {{read: Token, written: Token}|null}
 */
export function writingOf(focus, row) {
  const [read, written] = [focus.queryTokens[row], focus.answer.next_tokens?.[row]];
  return read && written ? { read, written } : null;
}

/**
 * How likely the model's own next token was, and what else it might have been;
 * known for its own target only.
 * @param {import("../types.js").Snapshot} snapshot
 * @param {number} row of the head in focus
 * @returns {import("../types.js").TranslationStep|null}
 */
export function stepOf({ focus, translation }, row) {
  const [written, place] = [focus?.answer.next_tokens?.[row], focus?.queryTokens[row]?.index];
  if (!focus || !translation || !written || place === undefined || focus.answer.target?.forced !== false) return null;
  if (translation.view.text !== focus.view.text || translation.view.model !== focus.view.model) return null;
  const { steps } = translation.answer;
  const { source_tokens: source, target_tokens: target, part } = focus.answer;
  const inTarget = part === "joint" ? place - (source?.length ?? 0) : place;
  // The decoder starts from one token or more, of which only the last writes.
  const ahead = (target?.length ?? 0) - steps.length;
  const found = [ahead, ahead - 1].map((more) => steps[inTarget - more]);
  return found.find((step) => step?.token.id === written.id) ?? null;
}

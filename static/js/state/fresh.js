// @ts-check
/**
 * Tell whether data answer the view of just now. Pure.
 */

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Snapshot} Snapshot
 */

/** Another value of these needs another answer for all heads. */
export const MOSAIC_FIELDS = /** @type {const} */ (["model", "text", "pair", "target", "part", "quantity", "merge", "hide", "adapter", "strength"]);
/** Another value of these needs another answer for the head in focus. */
export const FOCUS_FIELDS = /** @type {const} */ ([...MOSAIC_FIELDS, "layer", "head"]);

/** Whether the head in focus is drawn from its newest data. @param {Snapshot} snapshot */
export function isFocusFresh({ focus, view }) {
  return focus !== null && !differs(focus.view, view, FOCUS_FIELDS);
}

/** Whether the mosaic is drawn from its newest data. @param {Snapshot} snapshot */
export function isMosaicFresh({ mosaic, view }) {
  return mosaic !== null && !differs(mosaic.view, view, MOSAIC_FIELDS);
}

/** Whether there is nothing to show, by the person's own choice. @param {Snapshot} snapshot */
export function isEmpty({ focus, status }) {
  return focus === null && status.phase === "idle";
}

/**
 * Whether a problem stands where the first answer should: there is nothing to
 * show, until an answer comes.
 * @param {Snapshot} snapshot
 */
export function isBare({ focus, status }) {
  return focus === null && status.problem !== null;
}

/** @param {View} one @param {View} other @param {readonly (keyof View)[]} fields */
export function differs(one, other, fields) {
  return fields.some((field) => one[field] !== other[field]);
}

// @ts-check
/**
 * Know what a model predicts for a view, and what to ask for it. Pure.
 */
import { isFocusFresh } from "./fresh.js";
import { modelOf } from "./parts.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Model} Model
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../types.js").Token} Token
 *
 * What to ask; null: nothing to ask.
 * @typedef {object} Questions
 * @property {Record<string, any>|null} masks of `/fill-mask`
 * @property {Record<string, any>|null} next of `/next-token`
 * @property {Record<string, any>|null} follows of `/next-sentence`
 */

const N_LISTED = 6;

/** @param {Snapshot} snapshot @returns {Questions} */
export function questionsOf(snapshot) {
  const { view, models } = snapshot;
  const model = modelOf(view, models);
  const does = (/** @type {string} */ objective) => model?.available === true && model.objectives.includes(objective);
  const { text, pair } = view;
  const asked = { model: view.model, text, ...(pair ? { text_pair: pair } : {}) };
  const isEmpty = text.trim() === "";
  return {
    masks: does("fill-mask") && hasMask(view, model) ? { ...asked, ...adapterFor("fill-mask", view, model), top_k: N_LISTED } : null,
    next: does("next-token") && !isEmpty ? { model: view.model, text: fromHere(snapshot).text, top_k: N_LISTED } : null,
    follows: does("next-sentence") && !isEmpty && pair?.trim() ? { ...asked, ...adapterFor("next-sentence", view, model) } : null,
  };
}

/** Whether there is anything to ask. @param {Questions} questions */
export function asksNothing({ masks, next, follows }) {
  return masks === null && next === null && follows === null;
}

/** @param {Pick<View, "text"|"pair">} view @param {Model|undefined} model */
export function hasMask({ text, pair }, model) {
  const mask = model?.mask_token;
  return Boolean(mask) && `${text}\n${pair ?? ""}`.includes(/** @type {string} */ (mask));
}

/** Whether a word of the view can be masked, to see what the model puts there. @param {Snapshot} snapshot */
export function canMask({ view, models }) {
  const model = modelOf(view, models);
  return Boolean(model?.mask_token) && model?.objectives.includes("fill-mask") === true;
}

/** Whether the model can go on with the text. @param {Snapshot} snapshot */
export function canContinue({ view, models }) {
  return modelOf(view, models)?.objectives.includes("next-token") === true;
}

/**
 * Where a decoder goes on: after the row that is locked, else at the end.
 * @param {Snapshot} snapshot
 * @returns {{text: string, token: Token|null}} the token it comes after; null: the
 *   last one
 */
export function fromHere(snapshot) {
  const { view, focus } = snapshot;
  const token = view.row === null || !isFocusFresh(snapshot) ? null : (focus?.queryTokens[view.row] ?? null);
  const isLast = token === null || token.end === null || token === focus?.queryTokens.at(-1);
  if (isLast || token === null) return { text: view.text, token: null };
  return { text: [...view.text].slice(0, token.end ?? 0).join(""), token };
}

/** Whether the predictions on show are those of this view. @param {Snapshot} snapshot */
export function arePredictionsFresh(snapshot) {
  return snapshot.predictions.answer?.key === keyOf(questionsOf(snapshot));
}

/** Tells questions apart. @param {Questions} questions */
export const keyOf = (questions) => JSON.stringify(questions);

/**
 * The adapter of the view, where it has a head for the objective; else the server
 * takes the one that has.
 * @param {string} objective @param {View} view @param {Model|undefined} model
 */
function adapterFor(objective, { adapter, strength }, model) {
  const chosen = model?.adapters.find(({ id }) => id === adapter);
  if (!chosen?.objectives.includes(objective)) return {};
  return { adapter: chosen.id, adapter_scale: strength };
}

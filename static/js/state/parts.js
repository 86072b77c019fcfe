// @ts-check
/**
 * Know what kinds of attention a model has, and between which sides. Pure.
 * `app/page_view.py` decides the same on the server.
 */

/**
 * @typedef {import("../types.js").Model} Model
 * @typedef {import("../types.js").Part} Part
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").Token} Token
 * @typedef {Pick<Model, "family"|"parts"|"objectives"|"n_layers"|"n_heads">} Parted
 */

/** Which side the rows of a part are on, and which its columns. */
const SIDES = /** @type {Record<"encoder"|"decoder"|"cross", readonly [Side, Side]>} */ ({
  encoder: ["source", "source"],
  decoder: ["target", "target"],
  cross: ["target", "source"],
});

/** Whether a model writes a target from a source. @param {Pick<Model, "family">|undefined} model */
export function isTranslator(model) {
  return model?.family === "encoder-decoder" || model?.family === "rnn";
}

/** Whether it can write one by itself. @param {Pick<Model, "family"|"objectives">|undefined} model */
export function canWrite(model) {
  return model !== undefined && isTranslator(model) && model.objectives.includes("translation");
}

/** Whether there is nothing to draw. @param {Pick<Model, "family"|"parts">|undefined} model */
export function hasNoAttention(model) {
  return model !== undefined && isTranslator(model) && model.parts.length === 0;
}

/**
 * The part that goes without saying: cross attention where there is a target.
 * @param {Parted|undefined} model
 * @param {string|null} target
 * @returns {Part|null}
 */
export function defaultPart(model, target) {
  if (!model || !isTranslator(model) || model.parts.length === 0) return null;
  const hasTarget = target !== null || canWrite(model);
  const wanted = hasTarget ? "cross" : "encoder";
  return (model.parts.find(({ part }) => part === wanted) ?? model.parts[0]).part;
}

/**
 * Bring target, part and row names to what a model has.
 * @param {View} view
 * @param {Parted|undefined} model
 * @returns {View}
 */
export function fitParts(view, model) {
  // What an unavailable model would have is not known.
  if (!model || model.family === null) return view;
  if (!isTranslator(model)) return { ...view, target: null, part: null, named: "read" };
  if (hasNoAttention(model)) return { ...view, target: null, part: null };
  const isThere = model.parts.some(({ part }) => part === view.part);
  return { ...view, part: isThere ? view.part : defaultPart(model, view.target) };
}

/**
 * How many layers and heads the part on show has.
 * @param {Parted|undefined} model
 * @param {Part|null} part
 * @returns {{n_layers: number|null, n_heads: number|null}}
 */
export function partShape(model, part) {
  if (!model) return { n_layers: null, n_heads: null };
  const found = part === null ? undefined : model.parts.find((one) => one.part === part);
  const { n_layers, n_heads } = found ?? model;
  return { n_layers, n_heads };
}

/**
 * The shape of what a view shows.
 * @param {View} view @param {readonly Model[]} models
 */
export function shapeOf(view, models) {
  return partShape(modelOf(view, models), view.part);
}

/** Step to the next part, round and round. @param {View} view @param {Parted|undefined} model @returns {View} */
export function nextPart(view, model) {
  const parts = model && isTranslator(model) ? model.parts : [];
  const place = parts.findIndex(({ part }) => part === view.part);
  return place === -1 ? view : { ...view, part: parts[(place + 1) % parts.length].part };
}

/** Heads are remembered by part; the joint picture has those of its middle. @param {View} view */
export const roomOf = ({ model, part }) => `${model} ${part === "joint" ? "cross" : part}`;

/** @param {Pick<View, "model">} view @param {readonly Model[]} models */
export function modelOf(view, models) {
  return models.find((model) => model.id === view.model);
}

/** Whether there is one head, so none to choose. @param {{n_layers: number|null, n_heads: number|null}} shape */
export function isSingle({ n_layers: nLayers, n_heads: nHeads }) {
  return nLayers === 1 && nHeads === 1;
}

/**
 * Say on which side a token of an answer stands; null where there is one only.
 * @param {Decoded["answer"]} answer
 * @param {"query"|"key"} axis
 * @param {Pick<Token, "segment">} token
 * @returns {Side|null}
 */
export function sideOf(answer, axis, { segment }) {
  if (!answer.source_tokens) return null;
  const side = axisSide(answer, axis);
  if (side === "both") return segment === 1 ? "target" : "source";
  return side;
}

/**
 * Say which side an axis shows; the one text of other models is a source.
 * @param {Decoded["answer"]} answer
 * @param {"query"|"key"} axis
 * @returns {Side|"both"}
 */
export function axisSide({ part, source_tokens: source }, axis) {
  if (!source) return "source";
  return part === "joint" ? "both" : SIDES[part][axis === "query" ? 0 : 1];
}

/**
 * Where the target begins on both axes of the joint picture; null elsewhere.
 * @param {Decoded} focus
 */
export function borderOf({ answer, queryTokens }) {
  if (answer.part !== "joint") return null;
  const border = queryTokens.findIndex(({ segment }) => segment === 1);
  return border === -1 ? null : border;
}

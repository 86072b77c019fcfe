// @ts-check
/**
 * Put predictions into words: whose they are and what they stand for. Pure.
 */

/**
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../types.js").Model} Model
 * @typedef {import("../types.js").UsedAdapter} UsedAdapter
 */

/**
 * Say with which adapter an answer was made, where the heatmap shows another state
 * of the model.
 * @param {UsedAdapter|null} used
 * @param {Pick<import("../types.js").View, "adapter"|"strength">} view
 * @param {Model|undefined} model
 */
export function adapterLine(used, { adapter, strength }, model) {
  if (!used || (used.id === adapter && used.scale === strength)) return "";
  const title = model?.adapters.find(({ id }) => id === used.id)?.title ?? used.id;
  return `Predicted with the adapter ${title}; the heatmap shows the model ${adapter === null ? "without it" : "with another"}.`;
}

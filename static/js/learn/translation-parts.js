// @ts-check
/**
 * Say what each part of the map is, which tensors it has and what each does.
 * Pure; the names are the API's, as in `/tensors`.
 */

/**
 * @typedef {"source"|"target"} Side
 * @typedef {object} PartTensor
 * @property {string} name as the API has it
 * @property {string} label
 * @property {string} does one line
 * @property {Side} rows
 * @property {Side|"feature"|"word"} columns
 * @property {boolean} isPerHead
 * @property {boolean} isUnit whether its numbers lie between 0 and 1
 *
 * @typedef {object} Part
 * @property {string} title
 * @property {PartTensor[]} tensors
 * @property {number} preferred the place of the tensor shown first
 */

export const N_LAYERS = 3;
export const N_HEADS = 4;
const LABELS = { heads: "weighted sums", concatenated: "joined", normalised: "normalised", total: "sum", hidden: "widened", activated: "ReLU" };

/** @param {string} id such as "decoder.1.cross_attention" @returns {Part} */
export function partOf(id) {
  if (id in ENDS) return ENDS[/** @type {keyof typeof ENDS} */ (id)];
  const [side, layer, sublayer, norm] = id.split(".");
  const where = `${side === "encoder" ? "Encoder" : "Decoder"}, layer ${layer}`;
  const base = `${side}.${layer}.${sublayer}`;
  const rows = side === "encoder" ? "source" : "target";
  if (norm) return normPart(where, base, rows, sublayer);
  if (sublayer === "feed_forward") return feedForwardPart(where, base, rows);
  return attentionPart(where, base, side, sublayer === "cross_attention");
}

/** Find the tensor of a part at a place; a place it doesn't have is its last. @param {string} id @param {number} place */
export function tensorOf(id, place) {
  const { tensors } = partOf(id);
  return tensors[Math.min(place, tensors.length - 1)];
}

/** @param {string} where @param {string} base @param {Side} rows @param {string} sublayer @returns {Part} */
function normPart(where, base, rows, sublayer) {
  const named = { self_attention: "self-attention", cross_attention: "cross attention", feed_forward: "the feed-forward" }[sublayer];
  return {
    title: `${where}: add and norm after ${named}`,
    tensors: [
      tensor(base, "total", rows, `The stream that passed by, plus what ${named} adds to it.`),
      tensor(base, "normalised", rows, "Each row shifted to mean 0 and scaled to variance 1, then by a learned gain and bias. The stream goes on from here."),
    ],
    preferred: 1,
  };
}

/** @param {string} where @param {string} base @param {Side} rows @returns {Part} */
function feedForwardPart(where, base, rows) {
  return {
    title: `${where}: feed-forward`,
    tensors: [
      tensor(base, "hidden", rows, "Each position alone, widened: the stream times W₁, plus a bias."),
      tensor(base, "activated", rows, "The same with every negative number set to 0."),
      tensor(base, "output", rows, "Narrowed again by W₂: what the feed-forward adds to the stream."),
    ],
    preferred: 2,
  };
}

/** @param {string} where @param {string} base @param {string} side @param {boolean} isCross @returns {Part} */
function attentionPart(where, base, side, isCross) {
  const rows = side === "encoder" ? "source" : "target";
  const keys = isCross ? "source" : rows;
  const name = isCross ? "cross attention" : side === "decoder" ? "masked self-attention" : "self-attention";
  const may = isCross
    ? "Every target position may look at every source word."
    : side === "decoder"
      ? "A position may look at itself and at earlier ones; the rest is masked."
      : "Every source word may look at every other one.";
  const memory = isCross ? "what the encoder has read" : "the stream";
  const head = { isPerHead: true };
  return {
    title: `${where}: ${name}`,
    tensors: [
      tensor(base, "query", rows, `What each position looks for: ${isCross ? "the decoder’s stream" : "the stream"} times W_Q.`, head),
      tensor(base, "key", keys, `What each position can be found by: ${memory} times W_K.`, head),
      tensor(base, "value", keys, `What each position hands over: ${memory} times W_V.`, head),
      tensor(base, "scores", rows, `Query times key, divided by √d_k. ${may}`, { ...head, columns: keys }),
      tensor(base, "weights", rows, "The softmax of each row of scores. Each row adds up to 1.", { ...head, columns: keys, isUnit: true }),
      tensor(base, "heads", rows, "The sum of the values, weighted: what each position takes in this head.", head),
      tensor(base, "concatenated", rows, "The sums of all heads, side by side."),
      tensor(base, "output", rows, "The joined sums times W_O: what this attention adds to the stream."),
    ],
    preferred: 4,
  };
}

/**
 * @param {string} base @param {string} last @param {Side} rows @param {string} does
 * @param {Partial<PartTensor>} [more]
 * @returns {PartTensor}
 */
function tensor(base, last, rows, does, more = {}) {
  const label = LABELS[/** @type {keyof typeof LABELS} */ (last)] ?? last;
  return { name: base ? `${base}.${last}` : last, label, does, rows, columns: "feature", isPerHead: false, isUnit: false, ...more };
}

/** @param {Side} side @returns {Part} */
function inputPart(side) {
  const word = side === "source" ? "source word" : "word written so far";
  const sum = `Each ${word}: its row of the embedding matrix, times √d_model, plus the waves of its position.`;
  return {
    title: side === "source" ? "Source: embedding and position" : "Target so far: embedding and position",
    tensors: [
      tensor("", `tokens_${side}`, side, "Each word’s row of the embedding matrix, times √d_model; the order of the words is not in it.", { label: "embedding" }),
      tensor("", `positions_${side}`, side, "The waves alone: the same for every sentence of this length.", { label: "positions" }),
      tensor("", `embedded_${side}`, side, sum, { label: "both" }),
    ],
    preferred: 2,
  };
}

/** @type {Record<string, Part>} */
const ENDS = {
  source: inputPart("source"),
  target: inputPart("target"),
  memory: {
    title: "What the encoder has read",
    tensors: [tensor("encoder", "output", "source", "One row for each source word, worked out once. Every decoder layer makes its keys and values from it.")],
    preferred: 0,
  },
  output: {
    title: "Output: the next word",
    tensors: [
      tensor("decoder", "output", "target", "The decoder’s stream after its last norm.", { label: "stream" }),
      tensor("", "logits", "target", "The stream times the embedding matrix: one number for every word of the vocabulary.", { columns: "word" }),
      tensor("", "probabilities", "target", "The softmax of each row: how likely each word is as the next one.", { columns: "word", isUnit: true }),
    ],
    preferred: 2,
  },
};

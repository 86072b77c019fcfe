// @ts-check
/**
 * Count what each way of adapting MiniLM trains, and what that takes, as
 * `app/lessons/adapting_counts.py` does. Pure.
 */

// MiniLM's shapes, of its config.json.
const D_MODEL = 384;
const D_FF = 1536;
export const N_LAYERS = 6;
const VOCAB_SIZE = 30522;
const N_POSITIONS = 512;
const N_SEGMENTS = 2;
/** What the task adds on top: one row for each of two classes, and their biases. */
const N_CLASSES = 2;

/** Matrices of a layer, as [out, in], in the order in which they compute. @type {Record<string, [number, number]>} */
export const MATRICES = {
  query: [D_MODEL, D_MODEL],
  key: [D_MODEL, D_MODEL],
  value: [D_MODEL, D_MODEL],
  attention_output: [D_MODEL, D_MODEL],
  intermediate: [D_FF, D_MODEL],
  output: [D_MODEL, D_FF],
};
export const TARGETS = Object.keys(MATRICES);

const NORM = 2 * D_MODEL;
/** Parameters by part of the model. */
export const PARTS = {
  embeddings: (VOCAB_SIZE + N_POSITIONS + N_SEGMENTS) * D_MODEL + NORM,
  layer: Object.values(MATRICES).reduce((total, [out, into]) => total + out * into + out, 2 * NORM),
  pooler: D_MODEL * D_MODEL + D_MODEL,
  head: N_CLASSES * D_MODEL + N_CLASSES,
};
const TOTAL = PARTS.embeddings + N_LAYERS * PARTS.layer + PARTS.pooler;

// float32: a number of the model, its gradient, Adam's two running means.
const BYTES = 4;
const ADAM_STATES = 2;
const MEGABYTE = 1e6;

/**
 * Count all four ways with what is chosen for them.
 * @param {{top_layers: number, bottleneck: number, rank: number} & Record<string, any>} state
 */
export function workCounts({ top_layers: topLayers, bottleneck, rank, ...state }) {
  const targets = TARGETS.filter((name) => state[`on_${name}`]);
  const { head, layer, pooler } = PARTS;
  const oneAdapter = 2 * D_MODEL * bottleneck + bottleneck + D_MODEL;
  const [adapters, norms] = [2 * N_LAYERS * oneAdapter, 2 * N_LAYERS * NORM];
  const sides = targets.reduce((total, name) => total + MATRICES[name][0] + MATRICES[name][1], 0);
  const lowRank = N_LAYERS * rank * sides;
  const top = topLayers * layer;
  return {
    shape: describeShape(),
    full: count(TOTAL + head, head),
    frozen: { ...count(top + pooler + head, head), top_layers: topLayers, first_layer: N_LAYERS - topLayers, layers: say(top) },
    adapters: {
      ...count(adapters + norms + head, adapters + head),
      bottleneck,
      one: say(oneAdapter),
      all: say(adapters),
      norms: say(norms),
      n_added: oneAdapter,
    },
    lora: {
      ...count(lowRank + head, lowRank + head),
      rank,
      sides: say(sides),
      n_chosen: targets.length,
      n_matrices: N_LAYERS * targets.length,
      all: say(lowRank),
      square: say(D_MODEL * D_MODEL),
      low_square: say(2 * rank * D_MODEL),
      square_ratio: D_MODEL / (2 * rank),
      targets,
    },
  };
}

function describeShape() {
  const { embeddings, layer, pooler, head } = PARTS;
  return {
    d_model: D_MODEL,
    d_ff: D_FF,
    n_layers: N_LAYERS,
    vocab_size: VOCAB_SIZE,
    n_positions: N_POSITIONS,
    embeddings: say(embeddings),
    embeddings_share: (100 * embeddings) / TOTAL,
    layer: say(layer),
    layers: say(N_LAYERS * layer),
    pooler: say(pooler),
    head: say(head),
    total: say(TOTAL),
  };
}

/** Say what so many trained numbers take, and so many that are new. @param {number} trained @param {number} added */
function count(trained, added) {
  const weights = (BYTES * (TOTAL + added)) / MEGABYTE;
  const gradients = (BYTES * trained) / MEGABYTE;
  const adam = ADAM_STATES * gradients;
  const everything = ((2 + ADAM_STATES) * BYTES * (TOTAL + PARTS.head)) / MEGABYTE;
  return {
    n_trained: trained,
    trained: say(trained),
    share: (100 * trained) / TOTAL,
    held: say(TOTAL + added),
    times: TOTAL / trained,
    weights,
    gradients,
    adam,
    together: weights + gradients + adam,
    bars: [weights, gradients, adam].map((part) => part / everything),
  };
}

/** Write a whole number with its thousands apart. @param {number} number */
export function say(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

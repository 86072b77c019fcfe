// @ts-check
/**
 * Draw MiniLM to scale: each area is so many numbers. What is trained, frozen
 * or added depends on the way it is adapted. Pure;
 * `views/learn/adapting/map.js` draws it.
 */
import { MATRICES, N_LAYERS, PARTS, TARGETS } from "./adapting-counts.js";

/**
 * @typedef {"full"|"frozen"|"adapters"|"lora"} Way
 * @typedef {"frozen"|"trained"|"added"} Kind
 * @typedef {{x: number, y: number, width: number, height: number, kind: Kind, name: string}} Box
 */

/** The share of the room that the model itself takes: the rest is for what is added. */
const MODEL_SHARE = 0.83;
const GAP = 3;
/** Two adapters a layer: one after attention, one after the feed-forward. */
const BEFORE_ADAPTER = ["attention_output", "output"];

/**
 * @param {Way} way
 * @param {Record<string, any>} counted
 * @param {{width: number, height: number}} room
 * @returns {{boxes: Box[], labels: {text: string, at: number}[]}}
 */
export function layOutMap(way, counted, { width, height }) {
  const all = PARTS.embeddings + N_LAYERS * PARTS.layer + PARTS.pooler;
  // So many numbers fill one pixel of the model's own area.
  const density = all / (width * MODEL_SHARE * height);
  const isTop = (/** @type {number} */ layer) => way === "frozen" && layer >= counted.frozen.first_layer;
  const kindOf = (/** @type {boolean} */ isTrained) => /** @type {Kind} */ (way === "full" || isTrained ? "trained" : "frozen");
  /** @type {Box[]} */
  const boxes = [];
  /** @type {{text: string, at: number}[]} */
  const labels = [];
  let x = 0;

  /** @param {string} name @param {number} count @param {Kind} kind */
  function column(name, count, kind) {
    const wide = Math.max(count / density / height, 1.5);
    boxes.push({ x, y: 0, width: wide, height, kind, name });
    x += wide + GAP;
    return wide;
  }

  const wide = column("embeddings", PARTS.embeddings, kindOf(false));
  labels.push({ text: "embeddings", at: wide / 2 });
  for (let layer = 0; layer < N_LAYERS; layer += 1) {
    const made = layerBoxes(way, layer, kindOf(isTop(layer)), counted, { x, height, density });
    boxes.push(...made.boxes);
    labels.push({ text: String(layer), at: x + made.width / 2 });
    x += made.width + GAP;
  }
  column("pooler", PARTS.pooler, kindOf(way === "frozen"));
  column("head", PARTS.head, "added");
  return { boxes, labels };
}

/**
 * The matrices of a layer, one under the other, and what is added beside or under them.
 * @param {Way} way @param {number} layer @param {Kind} kind @param {Record<string, any>} counted
 * @param {{x: number, height: number, density: number}} at
 */
function layerBoxes(way, layer, kind, counted, { x, height, density }) {
  const own = PARTS.layer / density / height;
  /** @type {Box[]} */
  const boxes = [];
  let [y, width] = [0, own];
  for (const name of TARGETS) {
    const [out, into] = MATRICES[name];
    const tall = (out * into) / density / own;
    boxes.push({ x, y, width: own, height: tall, kind, name: `${name}, layer ${layer}` });
    if (way === "lora" && counted.lora.targets.includes(name)) {
      const beside = (counted.lora.rank * (out + into)) / density / tall;
      boxes.push({ x: x + own, y, width: beside, height: tall, kind: "added", name: `B and A beside ${name}, layer ${layer}` });
      width = Math.max(width, own + beside);
    }
    y += tall;
    if (way === "adapters" && BEFORE_ADAPTER.includes(name)) {
      const under = counted.adapters.n_added / density / own;
      boxes.push({ x, y, width: own, height: under, kind: "added", name: `adapter after ${name}, layer ${layer}` });
      y += under;
    }
  }
  return { boxes, width };
}

// @ts-check
/**
 * Say what the map asks for, paints in its parts and does with a key. Pure.
 */
import { rangeOf } from "./figures.js";
import { N_LAYERS, partOf } from "./translation-parts.js";
import { weightsHeat, wordsOf } from "./translation-tensors.js";

/** @typedef {{cells: number[][], ends: [number, number]}} Picture */

const LAYERS = Array.from({ length: N_LAYERS }, (_, layer) => layer);
const SUBLAYERS = { encoder: ["self_attention", "feed_forward"], decoder: ["self_attention", "cross_attention", "feed_forward"] };
/** Where the weights of each of the three attentions are. */
export const ATTENTIONS = { encoder: "encoder.{l}.self_attention", decoder: "decoder.{l}.self_attention", cross: "decoder.{l}.cross_attention" };

/** @param {"encoder"|"decoder"} side */
function stack(side) {
  return LAYERS.flatMap((layer) => SUBLAYERS[side].flatMap((name) => [`${side}.${layer}.${name}`, `${side}.${layer}.${name}.norm`]));
}

/** The parts of both stacks, in the order in which they compute. */
export const STACKS = [
  ["source", ...stack("encoder"), "memory"],
  ["target", ...stack("decoder"), "output"],
];

/** The tensor that stands in each part's box; a norm has none. @type {Map<string, string>} */
export const PICTURED = new Map(STACKS.flat().filter((id) => !id.endsWith(".norm")).map((id) => [id, tensorNameOf(id)]));

/** @param {string} id */
function tensorNameOf(id) {
  // Probabilities have a column for every word of the vocabulary.
  if (id === "output") return "decoder.output";
  const { tensors, preferred } = partOf(id);
  return tensors[preferred].name;
}

/**
 * Describe the whole model on one sentence.
 * @param {any} answer of `/tensors`
 */
export function describeOverview(answer) {
  const [source, target] = [wordsOf(answer.source_tokens), wordsOf(answer.target_tokens)];
  const words = { encoder: [source, source], decoder: [target, target], cross: [target, source] };
  const names = { encoder: ["source", "source"], decoder: ["target", "target"], cross: ["target", "source"] };
  const heatsOf = (/** @type {keyof typeof ATTENTIONS} */ kind) =>
    LAYERS.map((layer) => {
      const heads = answer.tensors[`${ATTENTIONS[kind].replace("{l}", String(layer))}.weights`];
      const [rows, columns] = words[kind];
      const axes = /** @type {[string, string]} */ (names[kind]);
      return heads.map((/** @type {number[][]} */ cells) => weightsHeat(cells, rows, columns, kind === "decoder", axes));
    });
  return {
    source: source.join(" "),
    target: target.join(" "),
    n_source: source.length,
    n_target: target.length,
    n_causal: (target.length * (target.length + 1)) / 2,
    heats: { encoder: heatsOf("encoder"), decoder: heatsOf("decoder"), cross: heatsOf("cross") },
    pictures: Object.fromEntries([...PICTURED].map(([id, name]) => [id, picturesOf(answer, name)])),
  };
}

/** @param {any} answer @param {string} name @returns {Picture[]} */
function picturesOf(answer, name) {
  const found = answer.tensors[name];
  if (name.endsWith(".weights")) return found.map((/** @type {number[][]} */ cells) => ({ cells, ends: [0, 1] }));
  // How large the numbers are; their signs would drown in so small a picture.
  const sizes = found.map((/** @type {number[]} */ row) => row.map(Math.abs));
  return [{ cells: sizes, ends: [0, rangeOf(sizes)[1]] }];
}


/**
 * Find the part that an arrow key leads to.
 * @param {string} id @param {string} key
 * @param {(id: string) => number} heightOf where a part stands
 */
export function partBeside(id, key, heightOf) {
  const side = STACKS[0].includes(id) ? 0 : 1;
  const own = STACKS[side];
  const step = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[key];
  if (step !== undefined) return own[Math.min(own.length - 1, Math.max(0, own.indexOf(id) + step))];
  if (key !== (side === 0 ? "ArrowRight" : "ArrowLeft")) return id;
  const isNorm = id.endsWith(".norm");
  const gap = (/** @type {string} */ other) => Math.abs(heightOf(other) - heightOf(id));
  const others = STACKS[1 - side].filter((other) => other.endsWith(".norm") === isNorm);
  return others.reduce((best, other) => (gap(other) < gap(best) ? other : best));
}

// @ts-check
/**
 * Put a head's numbers into words. Pure.
 */

import { rowNames } from "../state/naming.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 *
 * @typedef {object} StrongestPair
 * @property {string} query
 * @property {string} key
 * @property {number} weight
 */

/**
 * The pair a head links most; special tokens and the first one are no keys here.
 * @param {Decoded} mosaic
 * @param {number} layer @param {number} head
 * @param {Pick<import("../types.js").View, "named">} [view] what names its rows
 * @returns {StrongestPair|null}
 */
export function strongestPair(mosaic, layer, head, view = { named: "read" }) {
  const { strongest, strongest_weight: weight } = mosaic.statistics;
  if (!strongest || !weight) return null;
  const query = rowNames(mosaic, view)[strongest.at(layer, head, 0)];
  const key = mosaic.keyTokens[strongest.at(layer, head, 1)];
  if (!query || !key) return null;
  return { query: query.text, key: key.text, weight: weight.at(layer, head) };
}

/**
 * Name a head with what it does, for those who listen.
 * @param {Decoded} mosaic
 * @param {string} place "layer.head"
 */
export function sayHead(mosaic, place) {
  const [layer = 0, head = 0] = place.split(".").map(Number);
  const name = `Layer ${layer}, head ${head}`;
  const pair = strongestPair(mosaic, layer, head);
  if (!pair) return name;
  const weight = pair.weight.toFixed(2);
  return `${name}, strongest pair ${pair.query} to ${pair.key}, ${mosaic.answer.quantity === "scores" ? "weight " : ""}${weight}`;
}

/** Which of these numbers an answer has. @param {Decoded} mosaic */
export function knownFacts(mosaic) {
  return FACTS.map(({ statistic }) => statistic in mosaic.statistics);
}

/** The four numbers that describe a head, and how each is printed. */
export const FACTS = /** @type {const} */ ([
  { statistic: "entropy_nats", term: "entropy", name: "Entropy", print: (/** @type {number} */ value) => `${value.toFixed(2)} nats` },
  { statistic: "sink_share", term: "sink", name: "To the first token", print: percent },
  { statistic: "previous_share", term: "previous", name: "To the token before", print: percent },
  { statistic: "distance", term: "distance", name: "Distance", print: (/** @type {number} */ value, /** @type {string} */ unit) => `${value.toFixed(1)} ${unit}` },
]);

/** @param {number} share */
function percent(share) {
  const value = share * 100;
  return `${value > 0 && value < 0.5 ? "<1" : Math.round(value)} %`;
}

/**
 * The heads that share their keys and values with a head (grouped-query
 * attention), or null where each has its own.
 * @param {{n_heads: number|null, n_key_value_heads: number|null}} model
 * @param {number} head
 * @returns {{shared: number, others: number[]}|null}
 */
export function sharedKeys(model, head) {
  const { n_heads: nHeads, n_key_value_heads: nShared } = model;
  if (!nHeads || !nShared || nShared >= nHeads) return null;
  const size = nHeads / nShared;
  const shared = Math.floor(head / size);
  const all = Array.from({ length: size }, (_, place) => shared * size + place);
  return { shared, others: all.filter((other) => other !== head) };
}

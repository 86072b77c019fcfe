// @ts-check
/**
 * Say what lesson 5 shows of real models: how long the stream is, layer by
 * layer, and how alike one word is in several sentences. Pure.
 *
 * Every sentence of the page about a real model is filled from here, so that it
 * stays true for any text.
 */

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {(number|null)[]} values one a layer; null: none there
 *
 * @typedef {object} Lines what `views/learn/block/lines.js` draws
 * @property {Series[]} series
 * @property {string[]} places how many layers are passed
 */

/**
 * Tell each token's way through the layers of one model.
 * @param {any} answer of `/residual-stream`
 */
export function describeStream({ tokens, norm_placement, residual_norms, attention_norms, feed_forward_norms }) {
  const nLayers = attention_norms.length;
  const places = residual_norms.map((/** @type {any} */ _, /** @type {number} */ passed) => String(passed));
  const tops = residual_norms.map((/** @type {number[]} */ row) => Math.max(...row));
  const topLayer = tops.indexOf(Math.max(...tops));
  const topPlace = residual_norms[topLayer].indexOf(tops[topLayer]);
  return {
    tokens: tokens.map((/** @type {{text: string}} */ token) => token.text),
    placement: norm_placement,
    columns: ["attention adds", "feed-forward adds", "stream"],
    n_layers: nLayers,
    top: { value: tops[topLayer], place: topPlace, token: tokens[topPlace].text, layer: topLayer, median: median(residual_norms[topLayer]) },
    by_token: tokens.map((/** @type {any} */ _, /** @type {number} */ place) => {
      const column = (/** @type {number[][]} */ rows) => rows.map((row) => row[place]);
      return describeToken(column(residual_norms), column(attention_norms), column(feed_forward_norms), places);
    }),
  };
}

/**
 * @param {number[]} stream @param {number[]} attention @param {number[]} feedForward @param {string[]} places
 */
function describeToken(stream, attention, feedForward, places) {
  const growth = stream[stream.length - 1] / stream[0];
  const most = attention.indexOf(Math.max(...attention));
  const mostFed = feedForward.indexOf(Math.max(...feedForward));
  return {
    first: stream[0],
    last: stream[stream.length - 1],
    least: Math.min(...stream),
    largest: Math.max(...stream),
    growth,
    grows: growth > 2 ? 1 : growth < 0.5 ? 2 : 0,
    most_attention: attention[most],
    most_attention_layer: most + 1,
    most_feed_forward: feedForward[mostFed],
    most_feed_forward_layer: mostFed + 1,
    n_fed_more: feedForward.filter((number, layer) => number > attention[layer]).length,
    table: stream.map((number, place) => (place === 0 ? ["", "", number] : [attention[place - 1], feedForward[place - 1], number])),
    lines: {
      places,
      series: [
        { name: "stream", values: stream },
        { name: "feed-forward adds", values: [null, ...feedForward] },
        { name: "attention adds", values: [null, ...attention] },
      ],
    },
  };
}

/**
 * Find the sentences that have the word, as a whole word in either case.
 * @param {import("../lesson-types.js").LessonState} state
 * @returns {{text: string, at: number}[]}
 */
export function sentencesWithWord({ first, second, third, word }) {
  const plain = word.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (plain === "") return [];
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, "iu");
  return [first, second, third].map((text, at) => ({ text, at })).filter(({ text }) => whole.test(text));
}

/**
 * Compare the first place of the word in each sentence with those in the others.
 * @param {any} answer of `/similarities` @param {import("../lesson-types.js").LessonState} state
 */
export function describeWord({ occurrences, cosines }, state) {
  const asked = sentencesWithWord(state);
  const found = asked.map((_, text) => occurrences.findIndex((/** @type {any} */ one) => one.text === text));
  const pairs = asked.flatMap((_, one) => asked.slice(one + 1).map((__, step) => [one, one + 1 + step]));
  const names = pairs.map(([one, other]) => `${asked[one].at + 1} and ${asked[other].at + 1}`);
  const layers = cosines.map((/** @type {number[][]} */ layer) => pairs.map(([one, other]) => layer[found[one]][found[other]]));
  const last = layers[layers.length - 1] ?? [];
  const tokenAt = [0, 1, 2].map((at) => {
    const text = asked.findIndex((one) => one.at === at);
    return text < 0 ? null : occurrences[found[text]].tokens[0];
  });
  return {
    word: state.word.trim(),
    names,
    layers,
    n_layers: layers.length - 1,
    low: layers.map((/** @type {number[]} */ row) => Math.min(...row)),
    high: layers.map((/** @type {number[]} */ row) => Math.max(...row)),
    most_alike: names[last.indexOf(Math.max(...last))],
    least_alike: names[last.indexOf(Math.min(...last))],
    is_once: occurrences.length === asked.length,
    token_at: tokenAt,
    lines: {
      places: layers.map((/** @type {any} */ _, /** @type {number} */ passed) => String(passed)),
      series: names.map((name, pair) => ({ name, values: layers.map((/** @type {number[]} */ row) => row[pair]) })),
    },
  };
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// @ts-check
/**
 * Name the numbers of lesson 3, source by source, as
 * `app/lessons/positions_numbers.py` does. Pure.
 */
import { DISTANCES, FURTHEST } from "./positions-waves.js";

/** @typedef {import("../lesson-types.js").LessonState} LessonState */

/** Rows of MiniLM's table: position 511 is its last. */
export const TABLE_ROWS = 512;
/** A row longer than this is shown by its two ends. */
const MOST_SHOWN = 16;
const MOST_LINES = 4;
const NEVER = "none";
const TURN = 2 * Math.PI;

/** @param {any} answer @param {LessonState} state */
export function waveFacts({ encoding, wavelengths, frequencies }, { d_model, base, start }) {
  const features = shownFeatures(d_model);
  const returns = frequencies.map(returnOf);
  const positions = encoding.map((/** @type {any} */ _, /** @type {number} */ row) => start + row);
  const pairs = places(frequencies.length);
  return {
    d_model,
    base,
    start,
    positions,
    names: positions.map((/** @type {number} */ position) => [position.toLocaleString("en")]),
    sines: encoding.map((/** @type {number[]} */ row) => every(row, 0)),
    cosines: encoding.map((/** @type {number[]} */ row) => every(row, 1)),
    features: features.map(String),
    shown: encoding.map((/** @type {number[]} */ row) => features.map((feature) => row[feature])),
    is_cut: d_model > MOST_SHOWN,
    squares: encoding.map((/** @type {number[]} */ row) => sum(row.map((number) => number * number))),
    half: d_model / 2,
    divisors: pairs.map((pair) => base ** ((2 * pair) / d_model)),
    wavelengths,
    exponents: pairs.map((pair) => (2 * pair) / d_model),
    pairs: pairs.slice(0, MOST_LINES),
    n_pairs: pairs.length,
    last_feature: d_model - 1,
    longest: wavelengths.at(-1),
    in_table: positions.map((/** @type {number} */ position) => position < TABLE_ROWS),
    returns: returns.map((/** @type {any} */ { back }) => back),
    turns: returns.map((/** @type {any} */ { back }, /** @type {number} */ pair) =>
      back === NEVER ? NEVER : Math.round((back * frequencies[pair]) / TURN)),
    gaps: returns.map((/** @type {any} */ { gap }) => gap),
  };
}

/** All features of a row, or its two ends. @param {number} width */
function shownFeatures(width) {
  if (width <= MOST_SHOWN) return places(width);
  const half = MOST_SHOWN / 2;
  return [...places(half), ...places(half).map((place) => width - half + place)];
}

/**
 * Find where a hand is nearest to its start again, after a turn at least.
 * @param {number} frequency
 */
export function returnOf(frequency) {
  let least = Infinity;
  /** @type {{back: number|string, gap: number|string}} */
  let best = { back: NEVER, gap: NEVER };
  for (let offset = Math.ceil(Math.PI / frequency); offset <= FURTHEST; offset += 1) {
    const gap = 2 * Math.abs(Math.sin((offset * frequency) / 2));
    if (gap < least) [best, least] = [{ back: offset, gap }, gap];
  }
  return best;
}

/** Compare two positions pair by pair. @param {any} answer @param {number} first */
export function coupleFacts({ encoding }, first) {
  const [one, other] = [encoding[0], encoding.at(-1)];
  const [sines, cosines] = [every(one, 0), every(one, 1)];
  const [partnerSines, partnerCosines] = [every(other, 0), every(other, 1)];
  const angles = sines.map((sine, pair) => {
    const angle = Math.atan2(partnerSines[pair], partnerCosines[pair]) - Math.atan2(sine, cosines[pair]);
    return ((angle % TURN) + TURN) % TURN;
  });
  const products = sines.map((sine, pair) => sine * partnerSines[pair] + cosines[pair] * partnerCosines[pair]);
  const gaps = sines.map((sine, pair) => Math.hypot(sine - partnerSines[pair], cosines[pair] - partnerCosines[pair]));
  return {
    position: first,
    partner: first + encoding.length - 1,
    offset: encoding.length - 1,
    name: [String(encoding.length - 1)],
    sines,
    cosines,
    partner_sines: partnerSines,
    partner_cosines: partnerCosines,
    degrees: angles.map((angle) => (angle * 180) / Math.PI),
    turn_sines: angles.map(Math.sin),
    minus_turn_sines: angles.map((angle) => -Math.sin(angle)),
    turn_cosines: angles.map(Math.cos),
    products,
    leading: products.slice(0, 8),
    gaps,
    leading_gaps: gaps.slice(0, 8),
    total_gap: Math.sqrt(sum(gaps.map((gap) => gap * gap))),
    dot: sum(products),
  };
}

/** @param {any} answer @param {number} first @param {number} base */
export function alikeFacts({ similarity, wavelengths }, first, base) {
  return {
    position: first,
    partner: first + similarity.length - 1,
    offset: similarity.length - 1,
    dot: similarity[0].at(-1),
    square: similarity[0][0],
    width: 2 * wavelengths.length,
    base,
    longest: wavelengths.at(-1),
    limit: TURN * base,
    last_exponent: 2 * wavelengths.length - 2,
  };
}

/** How alike the first position is to each later one, as a cosine. @param {any} answer */
export function distanceFacts({ encoding }) {
  const first = encoding[0];
  return { by_distance: encoding.map((/** @type {number[]} */ row) => dot(first, row) / (first.length / 2)) };
}

/** Each head's slope, and what it adds to a score. @param {any} answer */
export function alibiFacts({ slopes }) {
  const [steepest, flattest] = [slopes[0], Math.min(...slopes)];
  const bias = (/** @type {number} */ slope) => places(DISTANCES).map((distance) => 0 - slope * distance);
  return {
    slopes,
    steepest,
    flattest,
    bias: slopes.map(bias),
    steepest_bias: bias(steepest),
    flattest_bias: bias(flattest),
  };
}

/** The bucket of a key so far before, and so far after, its query. @param {any} answer */
export function t5Facts({ buckets }) {
  return { before: buckets.map((/** @type {number[]} */ row) => row[0]), after: buckets[0] };
}

/**
 * How alike rows of a learned table are, for every distance: the mean, the least
 * and the most over where the two stand.
 * @param {any} answer
 */
export function learnedFacts({ encoding }) {
  const lengths = encoding.map((/** @type {number[]} */ row) => Math.sqrt(dot(row, row)));
  const units = encoding.map((/** @type {number[]} */ row, /** @type {number} */ place) =>
    row.map((number) => number / lengths[place]));
  const byDistance = places(units.length).map((distance) =>
    places(units.length - distance).map((place) => dot(units[place], units[place + distance])));
  return {
    table: encoding,
    lengths,
    n_features: encoding[0].length,
    by_distance: byDistance.map((found) => sum(found) / found.length),
    least: byDistance.map((found) => Math.min(...found)),
    most: byDistance.map((found) => Math.max(...found)),
  };
}

/** The first occurrence in each text, layer by layer. @param {any} answer @param {string} word */
export function wordFacts({ occurrences, largest_differences, cosines }, word) {
  const [one, other] = [0, 1].map((text) => occurrences.findIndex((/** @type {any} */ found) => found.text === text));
  const differences = largest_differences.map((/** @type {number[][]} */ layer) => layer[one][other]);
  const largest = Math.max(...differences);
  return {
    word,
    differences,
    cosines: cosines.map((/** @type {number[][]} */ layer) => layer[one][other]),
    largest,
    last: differences.at(-1),
    places: [one, other].map((place) => occurrences[place].tokens[0]),
    is_noise: largest < 1e-4,
  };
}

/** @param {number[]} row @param {0|1} from */
const every = (row, from) => row.filter((_, place) => place % 2 === from);
/** @param {number} count */
const places = (count) => Array.from({ length: count }, (_, place) => place);
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
/** @param {number[]} one @param {number[]} other */
const dot = (one, other) => one.reduce((total, number, place) => total + number * other[place], 0);

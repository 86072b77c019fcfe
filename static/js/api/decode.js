// @ts-check
/**
 * Unpack the arrays of an answer. Pure; `tests/golden` holds it to numpy.
 */

/**
 * @typedef {import("../types.js").WireArray} WireArray
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").Statistic} Statistic
 */

/**
 * @param {import("../types.js").AttentionAnswer} answer
 * @param {import("../types.js").View} view the view it answers
 * @param {{row: number, column: number}} [origin]
 * @returns {Decoded}
 */
export function decode(answer, view, origin = { row: 0, column: 0 }) {
  const { attention } = answer;
  const values = /** @type {Float32Array|Uint8Array} */ (unpack(attention));
  const [nLayers, nHeads, nRows, nColumns] = /** @type {[number, number, number, number]} */ (attention.shape);
  const { scale, offset } = attention;
  const isQuantised = scale !== undefined && offset !== undefined;
  const mask = unpack(answer.mask);
  const maskLayers = answer.mask.axes.includes("layer");
  return {
    answer,
    view,
    values,
    shape: [nLayers, nHeads, nRows, nColumns],
    at(layer, head, query, key) {
      const value = values[((layer * nHeads + head) * nRows + query) * nColumns + key] ?? NaN;
      return isQuantised ? offset + scale * value : value;
    },
    isAllowed(layer, query, key) {
      const row = maskLayers ? layer * nRows + query : query;
      return mask[row * nColumns + key] === 1;
    },
    queryTokens: answer.query_tokens,
    keyTokens: answer.key_tokens,
    factor: answer.pool?.factor ?? 1,
    origin,
    statistics: Object.fromEntries(
      Object.entries(answer.statistics ?? {}).map(([name, array]) => [name, toStatistic(array)]),
    ),
    hiddenShare: answer.hidden?.share ? toStatistic(answer.hidden.share) : null,
  };
}

/**
 * Unpack one array to a flat typed array; null becomes -Infinity.
 * @param {WireArray} array
 * @returns {Float32Array|Float64Array|Int32Array|Uint8Array}
 */
export function unpack(array) {
  const length = array.shape.reduce((product, side) => product * side, 1);
  const unpacked = array.bdata === undefined ? fromLists(array, length) : fromBase64(array.dtype, array.bdata);
  if (unpacked.length !== length) {
    throw new RangeError(`an array of ${length} numbers came with ${unpacked.length}`);
  }
  return unpacked;
}

/** @param {WireArray} array @returns {Statistic} */
function toStatistic(array) {
  const data = /** @type {Float32Array|Int32Array} */ (unpack(array));
  const { shape, axes } = array;
  return {
    data,
    shape,
    axes,
    at(...indices) {
      let place = 0;
      for (const [axis, index] of indices.entries()) place = place * (shape[axis] ?? 0) + index;
      return data[place] ?? NaN;
    },
  };
}

/** @param {string} dtype @param {string} text */
function fromBase64(dtype, text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  if (dtype === "f4") return new Float32Array(bytes.buffer);
  if (dtype === "f8") return new Float64Array(bytes.buffer);
  if (dtype === "i4") return new Int32Array(bytes.buffer);
  if (dtype === "u1" || dtype === "b1") return bytes;
  throw new TypeError(`arrays of ${dtype} can't be read`);
}

/** @param {WireArray} array @param {number} length */
function fromLists(array, length) {
  const kinds = { f4: Float32Array, f8: Float64Array, i4: Int32Array, u1: Uint8Array, b1: Uint8Array };
  const Kind = kinds[/** @type {"f4"} */ (array.dtype)];
  if (!Kind) throw new TypeError(`arrays of ${array.dtype} can't be read`);
  const flat = array.shape.length === 0 ? [array.data] : /** @type {unknown[]} */ (array.data).flat(Infinity);
  const out = new Kind(length);
  flat.forEach((value, place) => {
    out[place] = value === null ? -Infinity : Number(value);
  });
  return flat.length === length ? out : new Kind(flat.length);
}

// @ts-check
/**
 * Turn an answer's arrays into lists of lists, which paths can follow.
 */
import { unpack } from "../api/decode.js";

/**
 * Unpack every array of an answer; -infinity becomes null, as in JSON.
 * @param {any} answer
 * @returns {any}
 */
export function unpackAnswer(answer) {
  if (Array.isArray(answer)) return answer.map(unpackAnswer);
  if (answer === null || typeof answer !== "object") return answer;
  if (isArray(answer)) return nest(answer);
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, unpackAnswer(value)]));
}

/** @param {any} value */
function isArray(value) {
  return typeof value.dtype === "string" && Array.isArray(value.shape);
}

/** @param {import("../types.js").WireArray} array */
function nest(array) {
  const { shape, dtype } = array;
  /** @type {any[]} */
  let items = Array.from(unpack(array), (number) => {
    if (dtype === "b1") return number === 1;
    return number === -Infinity ? null : number;
  });
  if (shape.length === 0) return items[0];
  for (const side of shape.slice(1).reverse()) {
    const count = items.length / side;
    items = Array.from({ length: count }, (_, place) => items.slice(place * side, (place + 1) * side));
  }
  return items;
}

// @ts-check
/**
 * Count what each kind of layer has to do, as
 * `app/lessons/recurrence_counts.py` does. Pure.
 */
import { sayCount } from "./large-counts.js";

/** A convolution sees so many words at once, restricted attention so many more. */
const KERNEL = 3;
const NEIGHBOURS = 16;

/**
 * Operations, steps in a row and the longest path, by kind of layer.
 * @param {number} length @param {number} width
 */
export function workCounts(length, width) {
  const near = Math.min(NEIGHBOURS, length);
  return {
    length,
    width,
    ratio: length / width,
    last: length - 1,
    is_dearer: length > width,
    attention: say(length ** 2 * width, 1, 1),
    recurrent: say(length * width ** 2, length, length),
    convolution: say(KERNEL * length * width ** 2, 1, layersAcross(length)),
    restricted: say(near * length * width, 1, Math.ceil(length / NEIGHBOURS)),
  };
}

/** @param {number} operations @param {number} sequential @param {number} path */
function say(operations, sequential, path) {
  return { operations: sayCount(operations), sequential: sayCount(sequential), path: sayCount(path) };
}

/** Count dilated convolutions until the last word sees the first. @param {number} length */
function layersAcross(length) {
  let layers = 1;
  for (let reach = KERNEL; reach < length; reach *= KERNEL) layers += 1;
  return layers;
}

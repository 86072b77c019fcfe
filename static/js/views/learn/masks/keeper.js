// @ts-check
/**
 * Keep the choices of the lesson in step with each other: rows, padding and
 * patterns with the number of tokens, the example with the model.
 */
import { arriveAt } from "../../../learn/masks-models.js";
import { fitted, maskOf, MOST_PAINTED, sideOf, toPattern, withMask } from "../../../learn/masks-pattern.js";

/** @typedef {import("../../../lesson-types.js").LessonState} LessonState */
/** @typedef {import("../../../lesson-types.js").LessonSnapshot} LessonSnapshot */

/** @param {HTMLElement} _element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(_element, store) {
  return store.subscribe((now, before) => {
    const kept = keep(now, before);
    if (JSON.stringify(kept) !== JSON.stringify(now.state)) store.set({ state: kept });
  });
}

/** @param {LessonSnapshot} now @param {LessonSnapshot} before @returns {LessonState} */
function keep(now, before) {
  let { state } = now;
  if (state.model !== before.state.model && state.text === before.state.text) state = arriveAt(state);
  state = startPainting(state, before, "", before.numbers.shape);
  state = startPainting(state, before, "real_", before.numbers.real_shape);
  state = fitToWords(state);
  const own = now.numbers.own;
  const isNewest = own && own.text === state.text && own.model === state.model;
  return isNewest && !own.is_long ? fitToTokens(state, own.count) : state;
}

/**
 * Begin to paint with the shape that was there.
 * @param {LessonState} state @param {LessonSnapshot} before @param {string} prefix
 * @param {{allowed: boolean[][]}|undefined} shape
 */
function startPainting(state, before, prefix, shape) {
  const [now, then] = [maskOf(state, prefix), maskOf(before.state, prefix)];
  const isNew = now.kind === "painted" && then.kind !== "painted" && now.painted === then.painted;
  return isNew && shape ? withMask(state, prefix, { painted: toPattern(shape.allowed) }) : state;
}

/** @param {LessonState} state */
function fitToWords(state) {
  const count = state.n_words;
  return {
    ...state,
    row: Math.min(state.row, count - 1),
    window: Math.min(state.window, count),
    prefix: Math.min(state.prefix, count),
    cut: Math.min(state.cut, count - 1),
    padded: state.padded.filter((/** @type {number} */ place) => place < count),
    painted: sideOf(state.painted) === count ? state.painted : fitted(state.painted, count),
  };
}

/** @param {LessonState} state @param {number} count */
function fitToTokens(state, count) {
  const { real_painted } = state;
  const isMisfit = real_painted !== "" && sideOf(real_painted) !== count && count <= MOST_PAINTED;
  return {
    ...state,
    place: Math.min(state.place, count - 1),
    real_padded: state.real_padded.filter((/** @type {number} */ place) => place < count),
    real_painted: isMisfit ? fitted(real_painted, count) : real_painted,
  };
}

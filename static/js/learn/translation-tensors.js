// @ts-check
/**
 * Make what the figures show of a tensor: its shape in words and its cells.
 * Pure.
 */
import { rangeOf } from "./figures.js";
import { N_HEADS } from "./translation-parts.js";

/**
 * @typedef {{text: string, id: number, start: number|null, end: number|null}} AnswerToken
 */

/** How many words of the vocabulary a row of probabilities brings in. */
const WORDS_A_ROW = 2;
const NAMES = { source: "source", target: "target", feature: "feature", word: "word" };

/**
 * Describe one tensor of an answer, head by head.
 * @param {any} answer of `/tensors`
 * @param {import("./translation-parts.js").PartTensor} wanted
 */
export function describeTensor(answer, wanted) {
  const found = answer.tensors[wanted.name];
  const heads = wanted.isPerHead ? found : [found];
  const [low, high] = rangeOf(heads.flat());
  const places = { source: wordsOf(answer.source_tokens), target: wordsOf(answer.target_tokens) };
  const chosen = wanted.columns === "word" ? likelyWords(found, answer.vocabulary) : null;
  const labels = wanted.columns === "source" || wanted.columns === "target" ? places[wanted.columns] : null;
  const isCausal = /^decoder\.\d+\.self_attention\.(scores|weights)$/.test(wanted.name);
  const made = heads.map((/** @type {any[][]} */ cells) => ({
    cells: cells.map((row, query) => cellsOfRow(row, query, chosen?.ids ?? null, isCausal)),
    rows: places[wanted.rows],
    columns: chosen ? chosen.words : labels,
    row_name: NAMES[wanted.rows],
    column_name: NAMES[wanted.columns],
    low: wanted.isUnit ? 0 : low,
    high: wanted.isUnit ? 1 : high,
  }));
  return {
    name: wanted.name,
    label: wanted.label,
    does: wanted.does,
    shape: shapeWords(heads, wanted),
    is_per_head: wanted.isPerHead,
    is_cut: chosen !== null,
    n_words: chosen ? chosen.ids.length : 0,
    low,
    high,
    // Every head has a place, so that one path serves tensors without heads too.
    heats: Array.from({ length: N_HEADS }, (_, head) => made[Math.min(head, made.length - 1)]),
  };
}

/**
 * Take what is shown of a row; what the causal mask closes is no number.
 * @param {any[]} row @param {number} query @param {number[]|null} ids @param {boolean} isCausal
 */
function cellsOfRow(row, query, ids, isCausal) {
  if (ids) return ids.map((id) => row[id]);
  return isCausal ? row.map((cell, key) => (key > query ? null : cell)) : row;
}

/**
 * Write a shape with what its axes are.
 * @param {any[][][]} heads @param {import("./translation-parts.js").PartTensor} wanted
 */
function shapeWords(heads, { rows, columns, isPerHead }) {
  const [nRows, nColumns] = [heads[0].length, heads[0][0]?.length ?? 0];
  const across = { source: "source words", target: "target positions", feature: "features", word: "words of the vocabulary" }[columns];
  const down = rows === "source" ? "source words" : "target positions";
  return `${isPerHead ? `${heads.length} heads × ` : ""}${nRows} ${down} × ${nColumns.toLocaleString("en")} ${across}`;
}

/**
 * Choose the columns of a vocabulary worth showing: the largest of each row.
 * @param {number[][]} rows @param {string[]|null|undefined} vocabulary
 */
export function likelyWords(rows, vocabulary) {
  if (!vocabulary) return null;
  const ids = [...new Set(rows.flatMap((row) => largestPlaces(row, WORDS_A_ROW)))];
  return { ids, words: ids.map((id) => vocabulary[id]) };
}

/** List the places of the largest numbers, largest first. @param {number[]} row @param {number} count */
export function largestPlaces(row, count) {
  const places = row.map((_, place) => place);
  return places.sort((one, other) => row[other] - row[one]).slice(0, count);
}

const UNKNOWN_ID = 3;

/**
 * Say what the model has no entry for, in the letters that were typed.
 * @param {AnswerToken[]} tokens @param {string} typed @param {string} reads
 */
export function unknownWords(tokens, typed, reads) {
  const letters = [...typed];
  const wordOf = (/** @type {AnswerToken} */ { text, start, end }) => (start === null ? text : letters.slice(start, end ?? start).join(""));
  const words = [...new Set(tokens.filter(({ id }) => id === UNKNOWN_ID).map((token) => `“${wordOf(token)}”`))];
  const unknown = words.length === 0 ? "" : `The model has no entry for ${words.join(", ")}: ${reads} <unk> there.`;
  return { unknown, has_unknown: words.length > 0 };
}

/** @param {AnswerToken[]} tokens */
export function wordsOf(tokens) {
  return tokens.map(({ text }) => text);
}

/**
 * Make the heat of one head's weights.
 * @param {any[][]} weights @param {string[]} rows @param {string[]} columns
 * @param {boolean} isCausal whether later keys are masked
 * @param {[string, string]} [names]
 * @returns {import("./heat.js").Heat}
 */
export function weightsHeat(weights, rows, columns, isCausal, [rowName, columnName] = ["query", "key"]) {
  const cells = weights.map((row, query) => row.map((weight, key) => (isCausal && key > query ? null : weight)));
  return { cells, rows, columns, row_name: rowName, column_name: columnName, low: 0, high: 1 };
}

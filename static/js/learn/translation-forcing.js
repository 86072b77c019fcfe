// @ts-check
/**
 * Tell what the model makes of a target that it is given. Pure.
 */
import { largestPlaces, unknownWords } from "./translation-tensors.js";
import { joinWords } from "./translation-steps.js";

const END = { text: "</s>", id: 2 };

/**
 * @typedef {object} ForcedRow
 * @property {string} read the word the decoder is given
 * @property {string} word the word that must come next
 * @property {number} probability of that word
 * @property {string} best the word the model would write
 * @property {number} best_probability
 * @property {boolean} is_best
 */

/**
 * @param {any} answer of `/tensors` with the probabilities
 * @param {boolean} isForced whether the target is the reader's
 */
export function describeForced(answer, isForced) {
  const rows = forcedRows(answer);
  const logs = rows.map(({ probability }) => Math.log(probability));
  const least = rows.reduce((lowest, row, place) => (row.probability < rows[lowest].probability ? place : lowest), 0);
  return {
    rows,
    is_forced: isForced,
    text: answer.target.text,
    n_rows: rows.length,
    n_best: rows.filter((row) => row.is_best).length,
    log_probability: logs.reduce((sum, log) => sum + log, 0),
    least: rows[least],
    ...unknownWords(answer.target_tokens, answer.target.text, "the decoder is given"),
  };
}

/** @param {any} answer @returns {ForcedRow[]} */
function forcedRows({ tensors, target_tokens, vocabulary }) {
  const next = [...target_tokens.slice(1), END];
  return tensors.probabilities.map((/** @type {number[]} */ row, /** @type {number} */ place) => {
    const [best] = largestPlaces(row, 1);
    const { id, text } = next[place];
    return {
      read: target_tokens[place].text,
      word: text,
      probability: row[id],
      best: vocabulary?.[best] ?? "–",
      best_probability: row[best],
      is_best: best === id,
    };
  });
}

/**
 * Set a forced target beside what the model wrote itself: the same word at the
 * same place after the same or another beginning.
 * @param {{rows: ForcedRow[]}} forced @param {any} written of `describeWritten`
 */
export function besideOwn({ rows }, written) {
  let isSame = true;
  return rows.map((row, place) => {
    const own = written?.steps[place];
    const isOwnWord = own?.word === row.word;
    const beside = { ...row, own_word: own?.word ?? null, own_probability: isOwnWord ? own.probability : null, is_after: !isSame };
    if (!isOwnWord) isSame = false;
    return beside;
  });
}

/**
 * Find how far the probabilities of one parallel pass are from those of the
 * steps; null where the words differ.
 * @param {{rows: ForcedRow[]}} forced @param {any} written
 */
export function gapToSteps({ rows }, written) {
  const steps = written?.steps ?? [];
  if (steps.length !== rows.length || rows.some(({ word }, place) => steps[place].word !== word)) return null;
  return Math.max(...rows.map(({ probability }, place) => Math.abs(probability - steps[place].probability)));
}

/**
 * Put the model's second choice in where it was least sure.
 * @param {{words: string[], unsure: {place: number, second: string}}} written
 */
export function withSecondChoice({ words, unsure }) {
  const changed = words.with(unsure.place, unsure.second);
  const end = changed.indexOf(END.text);
  return joinWords(end < 0 ? changed : changed.slice(0, end));
}

const PRONOUNS = { il: "elle", elle: "il", ils: "elles", elles: "ils" };

/**
 * Put the other pronoun in; null where there is none.
 * @param {{words: string[]}} written
 */
export function withOtherPronoun({ words }) {
  const place = words.findIndex((word) => word in PRONOUNS);
  if (place < 0) return null;
  const other = PRONOUNS[/** @type {"il"} */ (words[place])];
  return { word: words[place], other, text: joinWords(words.slice(0, -1).with(place, other)) };
}

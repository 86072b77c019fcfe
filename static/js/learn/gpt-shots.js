// @ts-check
/**
 * Tell what the last token of a prompt looks at in its examples, head by head.
 * Pure.
 */
import { partsOf } from "./gpt-prompts.js";

/** @typedef {import("./gpt-prompts.js").Part} Part */

const KINDS = /** @type {const} */ (["first", "instruction", "asked", "answer", "marks", "question"]);

/**
 * Close the examples to the last token, in every layer; who stands between may
 * look at them as before.
 * @param {{start: number|null, end: number|null}[]} tokens
 * @param {{instruction: string, examples: string}} state
 * @returns {boolean[][]}
 */
export function closeExamples(tokens, state) {
  const lastLetter = [...state.instruction].length + [...state.examples].length + 2;
  const begin = [...state.instruction].length + 1;
  const isExample = tokens.map(({ end }) => end !== null && end > begin && end <= lastLetter);
  const last = tokens.length - 1;
  return tokens.map((_, query) => tokens.map((__, key) => key <= query && !(query === last && isExample[key])));
}

/**
 * Sum the last row of every head up by the prompt's parts, and find the head
 * that gives most to the examples' answers.
 * @param {any} answer of `/attention`, one row @param {any} prompt of `describePrompt`
 * @param {{instruction: string, examples: string}} state
 */
export function describeAsked({ attention }, prompt, state) {
  const parts = partsOf(prompt.tokens, state);
  const heads = attention.flatMap((/** @type {number[][][]} */ layer, /** @type {number} */ l) =>
    layer.map(([row], h) => ({ layer: l, head: h, name: `layer ${l}, head ${h}`, row, shares: sharesOf(row, parts) })),
  );
  const ranked = heads.toSorted((/** @type {any} */ one, /** @type {any} */ other) => other.shares.answer - one.shares.answer);
  const n = heads.length;
  const meanRow = parts.map((_, key) => heads.reduce((/** @type {number} */ sum, /** @type {any} */ { row }) => sum + row[key], 0) / n);
  return {
    text: prompt.text,
    words: prompt.tokens.map((/** @type {any} */ token) => token.text),
    kinds: parts.map(({ kind }) => kind),
    n_heads: n,
    n_tokens: parts.length,
    best: ranked[0],
    second: ranked[1],
    n_half: heads.filter((/** @type {any} */ { shares }) => shares.answer > 0.5).length,
    mean: { row: meanRow, shares: sharesOf(meanRow, parts) },
    examples: examplesOf(prompt.tokens, parts, ranked[0].row, meanRow),
    heads: heads.map((/** @type {any} */ { layer, head, shares }) => ({ layer, head, answer: shares.answer })),
  };
}

/** @param {number[]} row @param {Part[]} parts @returns {Record<string, number>} */
function sharesOf(row, parts) {
  return Object.fromEntries(KINDS.map((kind) => [kind, row.reduce((sum, weight, key) => sum + (parts[key].kind === kind ? weight : 0), 0)]));
}

/**
 * What each example gets, asked and answered, from one head and from all.
 * @param {{text: string}[]} tokens @param {Part[]} parts @param {number[]} row @param {number[]} meanRow
 */
function examplesOf(tokens, parts, row, meanRow) {
  const count = Math.max(-1, ...parts.map(({ example }) => example ?? -1)) + 1;
  return Array.from({ length: count }, (_, example) => {
    const take = (/** @type {Part["kind"]} */ kind) => parts.map((part, key) => (part.kind === kind && part.example === example ? key : -1)).filter((key) => key >= 0);
    const [asked, answer] = [take("asked"), take("answer")];
    const words = (/** @type {number[]} */ keys) => keys.map((key) => tokens[key].text).join(" ");
    const add = (/** @type {number[]} */ weights, /** @type {number[]} */ keys) => keys.reduce((sum, key) => sum + weights[key], 0);
    return {
      asked: words(asked),
      answer: words(answer),
      head_asked: add(row, asked),
      head_answer: add(row, answer),
      mean_asked: add(meanRow, asked),
      mean_answer: add(meanRow, answer),
    };
  });
}

/**
 * See whether the head that was chosen on one question stands out on another.
 * @param {any} looks of `describeAsked` @param {any} others of the other question
 */
export function compareHeads(looks, others) {
  if (!looks || !others) return null;
  const { layer, head } = looks.best;
  const same = others.heads.find((/** @type {any} */ one) => one.layer === layer && one.head === head);
  if (!same) return null;
  return { answer: same.answer, rank: others.heads.filter((/** @type {any} */ one) => one.answer > same.answer).length + 1 };
}

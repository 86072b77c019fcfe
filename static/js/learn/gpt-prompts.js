// @ts-check
/**
 * Write the prompts of lesson 9, as `app/lessons/gpt_prompts.py` does, and say
 * which token belongs to which part of one. Pure.
 */

const ARROW = " ->";

/**
 * Put the three prompts together; each ends where the answer begins.
 * @param {{instruction: string, examples: string, question: string, other: string}} state
 */
export function workPrompts({ instruction, examples, question, other }) {
  return {
    zero: `${instruction}\n${question}${ARROW}`,
    few: `${instruction}\n${examples}\n${question}${ARROW}`,
    other: `${instruction}\n${examples}\n${other}${ARROW}`,
  };
}

/**
 * A part of a prompt: the first token, the instruction, what an example asks and
 * answers, arrows and line ends, or the question.
 * @typedef {{kind: "first"|"instruction"|"asked"|"answer"|"marks"|"question", example: number|null}} Part
 */

/**
 * Say for each token which part of the prompt with examples it belongs to: the
 * one its last character stands in, as a word's token begins with its space.
 * @param {{start: number|null, end: number|null}[]} tokens
 * @param {{instruction: string, examples: string}} state
 * @returns {Part[]}
 */
export function partsOf(tokens, { instruction, examples }) {
  const letters = lettersOf(instruction, examples);
  return tokens.map(({ end }, place) => {
    if (place === 0) return { kind: "first", example: null };
    return letters[(end ?? 0) - 1] ?? { kind: place === tokens.length - 1 ? "marks" : "question", example: null };
  });
}

/**
 * The part of every character up to the question.
 * @param {string} instruction @param {string} examples
 * @returns {Part[]}
 */
function lettersOf(instruction, examples) {
  const all = (/** @type {string} */ text, /** @type {Part} */ part) => Array([...text].length).fill(part);
  const marks = /** @type {Part} */ ({ kind: "marks", example: null });
  const lines = examples.split("\n").flatMap((line, example) => {
    const at = line.indexOf(ARROW);
    const [asked, answer] = at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + ARROW.length)];
    return [...all(asked, { kind: "asked", example }), ...all(at < 0 ? "" : ARROW, marks), ...all(answer, { kind: "answer", example }), marks];
  });
  return [...all(instruction, { kind: "instruction", example: null }), marks, ...lines];
}

/**
 * Give each example the answer of the one after it, and the last the first's.
 * @param {string} examples
 */
export function turnAnswers(examples) {
  const pairs = examples.split("\n").map((line) => line.split(ARROW));
  return pairs.map(([asked], place) => `${asked}${ARROW}${pairs[(place + 1) % pairs.length][1] ?? ""}`).join("\n");
}

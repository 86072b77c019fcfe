// @ts-check
/**
 * Read sentences of two classes, say what is asked for, and what came of it.
 * Pure. Not here: the drawn curve (`adapting-curve.js`).
 */

/**
 * @typedef {object} Form what stands in the reader's form
 * @property {[string, string]} names
 * @property {[string, string]} texts one sentence a line
 * @property {"head"|"lora"} method
 * @property {number} rank
 * @property {number} steps
 *
 * @typedef {{text: string, label: number}} Sentence
 * @typedef {{step: number, loss: number, train_accuracy: number, test_loss: number|null, test_accuracy: number|null}} Step
 * @typedef {{train_loss: number, train_accuracy: number, test_loss: number, test_accuracy: number}} Scores
 */

export const MODEL = "minilm";
const [FEWEST, MOST, FEWEST_OF_A_CLASS, LEFT_OUT_EVERY] = [6, 64, 2, 4];

/** @param {string} text @returns {string[]} */
export function readLines(text) {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

/** @param {Form} form @returns {Sentence[]} */
export function sentencesOf({ texts }) {
  return texts.flatMap((text, label) => readLines(text).map((line) => ({ text: line, label })));
}

/**
 * How many of a class are left out for the test: every fourth, and at least one.
 * @param {number} count
 */
export function leftOutOf(count) {
  return Math.max(1, Math.floor(count / LEFT_OUT_EVERY));
}

/**
 * Say what is there, or what is missing.
 * @param {Form} form
 * @returns {{said: string, isReady: boolean}}
 */
export function checkForm({ names, texts }) {
  const counts = texts.map((text) => readLines(text).length);
  const total = counts[0] + counts[1];
  const refuse = (/** @type {string} */ said) => ({ said, isReady: false });
  const [first, second] = names.map((name) => name.trim());
  if (first === "" || second === "") return refuse("Give both classes a name.");
  if (first === second) return refuse("Give the two classes different names.");
  if (Math.min(...counts) < FEWEST_OF_A_CLASS) return refuse("Write two sentences or more of each class, one a line.");
  if (total < FEWEST) return refuse(`${total} sentences; at least ${FEWEST} are needed.`);
  if (total > MOST) return refuse(`${total} sentences; at most ${MOST} are learned from.`);
  const left = leftOutOf(counts[0]) + leftOutOf(counts[1]);
  return { said: `${total - left} sentences to learn from, ${left} left out for the test.`, isReady: true };
}

/** @param {Form} form */
export function requestOf(form) {
  const { names, method, rank, steps } = form;
  const shared = { model: MODEL, classes: names.map((name) => name.trim()), sentences: sentencesOf(form), method, steps, stream: true };
  return method === "lora" ? { ...shared, rank } : shared;
}

/**
 * What the page says of a run that has begun.
 * @param {any} start the event of that name
 */
export function beginRun(start) {
  const total = start.n_base_parameters + start.n_trained_parameters;
  return {
    is_begun: true,
    is_done: false,
    method: start.method,
    classes: start.classes,
    rank: start.rank,
    steps: start.steps,
    n_matrices: start.n_matrices,
    n_lora: start.n_lora_parameters,
    n_head: start.n_head_parameters,
    n_trained: start.n_trained_parameters,
    n_base_said: start.n_base_parameters.toLocaleString("en"),
    percent: (100 * start.n_trained_parameters) / total,
    n_train: start.n_train,
    n_test: start.n_test,
    points: 100 / start.n_test,
    curve: /** @type {Step[]} */ ([]),
  };
}

/**
 * What the page says at the end.
 * @param {ReturnType<typeof beginRun>} run
 * @param {{id: string, expires_in_seconds: number, before: Scores, after: Scores, left_out: any[]}} end
 */
export function endRun(run, end) {
  const right = (/** @type {Scores} */ { test_accuracy: share }) => Math.round(share * run.n_test);
  return {
    ...run,
    is_done: true,
    id: end.id,
    minutes: end.expires_in_seconds / 60,
    before: { ...end.before, right: right(end.before) },
    after: { ...end.after, right: right(end.after), train_right: Math.round(end.after.train_accuracy * run.n_train) },
    last: run.curve[run.curve.length - 1],
    left_out: end.left_out.map((each) => ({ ...each, is_right: each.label === each.predicted })),
    is_by_heart: end.after.test_loss > 2 * end.after.train_loss + 0.1,
  };
}

/** @param {Step} step @param {number} steps */
export function sayStep({ step, loss }, steps) {
  return `Step ${step} of ${steps}: loss ${loss.toFixed(3)}.`;
}

/**
 * Say why a training can't go on, and whether waiting helps.
 * @param {{code: string, detail: string, hint: string, retry_after_seconds?: number|null}} problem
 */
export function sayProblem({ code, detail, hint, retry_after_seconds: seconds }) {
  if (code === "busy") return { said: "Others are training now. Yours begins as soon as there is a place.", waits: seconds ?? 2 };
  if (code === "model_unavailable" && seconds) return { said: "MiniLM is still loading.", waits: seconds };
  if (code === "unknown_adapter") return { said: "What was trained is no longer kept. Train again.", waits: null };
  return { said: `${detail} ${hint}`.trim(), waits: null };
}

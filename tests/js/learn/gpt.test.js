// Lesson 9: reshaping, the film, prompts and their parts, counts and times.
import assert from "node:assert/strict";
import test from "node:test";

import { compareTimes, describeTimes, workCosts } from "../../../static/js/learn/gpt-costs.js";
import { compareTexts, describeGeneration, describeLooks, keysOf } from "../../../static/js/learn/gpt-film.js";
import { partsOf, turnAnswers, workPrompts } from "../../../static/js/learn/gpt-prompts.js";
import { compareShots, describeFollowing, describePrompt, findAnswer } from "../../../static/js/learn/gpt-reading.js";
import { endsOfTotal, reweigh } from "../../../static/js/learn/gpt-reweighing.js";
import { settle } from "../../../static/js/learn/gpt-settle.js";
import { closeExamples, compareHeads, describeAsked } from "../../../static/js/learn/gpt-shots.js";
import { layOutTimes } from "../../../static/js/learn/gpt-times.js";
import { lesson } from "../../../static/js/lessons/gpt.js";

const near = (found, right) => assert.ok(Math.abs(found - right) < 1e-9 * Math.max(1, Math.abs(right)), `${found} is not ${right}`);
const nearAll = (found, right) => {
  assert.equal(found.length, right.length);
  found.forEach((number, place) => near(number, right[place]));
};
const QUARTERS = [0.5, 0.25, 0.125, 0.125];
const following = (shares, nVocabulary, text = "t") => ({
  text,
  words: shares.map((_, place) => "abcdefgh"[place]),
  joins: shares.map(() => false),
  log_probabilities: shares.map(Math.log),
  outside: Math.max(0, 1 - shares.reduce((sum, share) => sum + share, 0)),
  entropy: 1,
  n_tokens: 1,
  n_vocabulary: nVocabulary,
});
const rules = (changes = {}) => ({ temperature: 1, top_k: null, top_p: 1, n_shown: 12, ...changes });

test("half the temperature squares every ratio", () => {
  const found = reweigh(following(QUARTERS, 4), null, rules({ temperature: 0.5 }));
  nearAll(found.rows.map((row) => row.probability), [16 / 22, 4 / 22, 1 / 22, 1 / 22]);
  near(found.ratio, found.plain_ratio ** 2);
  near(found.total, 22 / 16);
});

test("what is cut has no chance and the rest adds up", () => {
  const finals = (changes) => reweigh(following(QUARTERS, 4), null, rules(changes)).rows.map((row) => row.final);
  nearAll(finals({}), QUARTERS);
  nearAll(finals({ top_k: 2 }), [2 / 3, 1 / 3, 0, 0]);
  nearAll(finals({ top_p: 0.6 }), [2 / 3, 1 / 3, 0, 0]);
  nearAll(finals({ top_k: 3, top_p: 0.8 }), [4 / 7, 2 / 7, 1 / 7, 0]);
  nearAll(finals({ top_k: 1, top_p: 0.9 }), [1, 0, 0, 0]);
});

test("the sum over those that aren't listed is bounded by its two extremes", () => {
  // Listed: 1/2 and 1/4. Outside: 1/4 on six tokens, none above 1/4.
  const small = following([0.5, 0.25], 8);
  const powers = [1, Math.SQRT1_2];
  const [low, high] = endsOfTotal(small, powers, 2);
  near(low, 1 + Math.SQRT1_2 + Math.sqrt(0.25 / 0.5) * 1); // all of it on one token of 1/4
  near(high, 1 + Math.SQRT1_2 + 6 * Math.sqrt(0.25 / 6 / 0.5));
  const at = reweigh(small, null, rules());
  near(at.error, 0);
  near(at.total, 2);
});

test("what the server says of this text and temperature is exact, of another it is left aside", () => {
  const small = following([0.5, 0.25], 8);
  const exact = { text: "t", temperature: 2, log_probability: Math.log(0.25), entropy: 1.75 };
  const found = reweigh(small, exact, rules({ temperature: 2 }));
  assert.equal(found.is_exact, true);
  near(found.total, 4);
  near(found.entropy, 1.75);
  near(found.rows[1].probability, Math.SQRT1_2 / 4);
  assert.equal(reweigh(small, exact, rules({ temperature: 1.9 })).is_exact, false);
  assert.equal(reweigh(small, { ...exact, text: "u" }, rules({ temperature: 2 })).is_exact, false);
});

test("more may be kept than is listed", () => {
  const found = reweigh(following([0.5, 0.25], 8), null, rules({ top_p: 0.9 }));
  assert.deepEqual([found.n_kept, found.kept_mass, found.is_cut], ["more than 2", 0.9, true]);
  assert.equal(reweigh(following([0.5, 0.25], 8), null, rules()).n_kept, 8);
});

const token = (id, text, start = 0, end = 0) => ({ id, text, start, end });
const step = (index, id, text, alternatives, more = {}) => ({
  index,
  token: { id, text },
  text: ` ${text}`,
  probability: 0.5,
  log_probability: Math.log(0.5),
  rank: 1,
  sampled_probability: 1,
  draw: null,
  n_kept: 1,
  entropy: 1,
  alternatives,
  n_computed: index === 0 ? 2 : 1,
  n_reused: index === 0 ? 0 : 1 + index,
  milliseconds: 10 + index,
  ...more,
});
const candidate = (id, text, sampled) => ({ id, text, probability: sampled, sampled_probability: sampled });
const written = (ids) => ({
  text: "x y a b c",
  new_text: " a b c",
  input_tokens: [token(1, "x"), token(2, "y")],
  tokens: [token(1, "x"), token(2, "y"), token(3, "a"), token(4, "b"), token(5, "c")],
  steps: ids.map((id, index) => step(index, id, "abc"[index], [candidate(id, "abc"[index], 1)])),
  is_retokenized_same: true,
  stop: "max_new_tokens",
  timings: { prompt_ms: 10, step_ms: 11.5 },
});

test("a film's step names its row, what it computed and what it reused", () => {
  const found = describeGeneration(written([3, 4, 5]));
  assert.deepEqual([found.prompt, found.n_prompt, found.n_rows], ["x y", 2, 4]);
  assert.deepEqual(found.steps.map(({ read, row, n_cells }) => [read, row, n_cells]), [["y", 1, 2], ["a", 2, 3], ["b", 3, 4]]);
  assert.equal(found.n_again, 2 + 3 + 4);
  assert.deepEqual([found.steps[0].n_numbers, found.steps[2].n_numbers_reused], [2 * 11_520, 3 * 11_520]);
});

test("a choice that isn't among the likeliest stands behind them, with the number drawn", () => {
  const more = { rank: 9, draw: 0.97, sampled_probability: 0.01, probability: 0.02 };
  const answer = { ...written([3]), steps: [step(0, 9, "z", [candidate(3, "a", 0.7), candidate(4, "b", 0.2)], more)] };
  const [first] = describeGeneration(answer).steps;
  assert.deepEqual(first.top.map(({ word, is_chosen }) => [word, is_chosen]), [["a", false], ["b", false], ["z", true]]);
  assert.deepEqual([first.is_best, first.best, first.draw], [false, "a", 0.97]);
});

test("two texts part at the first other token", () => {
  const [greedy, other, short] = [[3, 4, 5], [3, 9, 5], [3, 4]].map((ids) => describeGeneration(written(ids)));
  assert.equal(compareTexts(greedy, other).parts, 1);
  assert.equal(compareTexts(greedy, greedy).parts, 3);
  assert.equal(compareTexts(greedy, short).parts, 2);
  assert.equal(compareTexts(greedy, { ...other, prompt: "else" }), null);
});

test("keys are new, kept or later", () => {
  assert.deepEqual(keysOf({ n_prompt: 2, n_rows: 4 }, 0), ["new", "new", "later", "later"]);
  assert.deepEqual(keysOf({ n_prompt: 2, n_rows: 4 }, 2), ["kept", "kept", "kept", "new"]);
});

test("the triangle has no cell above its diagonal and no row nobody read", () => {
  const attention = [[[[1, 0, 0, 0, 0], [0.4, 0.6, 0, 0, 0], [0.5, 0.2, 0.3, 0, 0], [0.1, 0.2, 0.3, 0.4, 0], [1, 0, 0, 0, 0]]]];
  const found = describeLooks({ attention }, describeGeneration(written([3, 4, 5])), 7, 2);
  assert.equal(found.heat.cells.length, 4);
  assert.deepEqual(found.heat.cells[2], [0.5, 0.2, 0.3, null]);
  assert.deepEqual(found.most[2], { word: "a", weight: 0.3 });
  assert.deepEqual([found.sink[3], found.layer, found.head], [0.1, 7, 2]);
});

const STATE = { instruction: "Do.", examples: "a -> bb\nc -> dd", question: "e", other: "f" };
/** Do. ⏎ a -> bb ⏎ c -> dd ⏎ e -> */
const TOKENS = [[0, 3], [3, 4], [4, 5], [6, 8], [9, 11], [11, 12], [12, 13], [14, 16], [17, 19], [19, 20], [20, 21], [22, 24]].map(([start, end], id) => token(id, `t${id}`, start, end));

test("every token of a prompt belongs to one of its parts", () => {
  assert.equal(workPrompts(STATE).few.length, 24);
  const kinds = partsOf(TOKENS, STATE).map(({ kind, example }) => (example === null ? kind : `${kind} ${example}`));
  assert.deepEqual(kinds, ["first", "marks", "asked 0", "marks", "answer 0", "marks", "asked 1", "marks", "answer 1", "marks", "question", "marks"]);
});

test("closed examples are closed to the last token only", () => {
  const mask = closeExamples(TOKENS, STATE);
  assert.deepEqual(mask[10].slice(0, 11), Array(11).fill(true));
  assert.deepEqual(mask[11], [true, true, false, false, false, false, false, false, false, false, true, true]);
  assert.equal(mask[3][4], false);
});

test("each example gets another's answer, and comes back after a whole turn", () => {
  const turned = turnAnswers(STATE.examples);
  assert.equal(turned, "a -> dd\nc -> bb");
  assert.equal(turnAnswers(turned), STATE.examples);
});

test("the head that looks most at the answers is found, and found again or not", () => {
  const row = (weights) => [TOKENS.map((_, key) => weights[key] ?? 0)];
  const attention = [[row({ 0: 1 }), row({ 4: 0.25, 8: 0.5, 0: 0.25 })], [row({ 8: 0.6, 10: 0.4 }), row({ 5: 1 })]];
  const prompt = { text: "p", tokens: TOKENS };
  const found = describeAsked({ attention }, prompt, STATE);
  assert.deepEqual([found.best.layer, found.best.head, found.best.shares.answer, found.second.layer], [0, 1, 0.75, 1]);
  assert.deepEqual(found.examples.map(({ answer, head_answer }) => [answer, head_answer]), [["t4", 0.25], ["t8", 0.5]]);
  near(found.mean.shares.answer, (0.75 + 0.6) / 4);
  assert.equal(found.n_half, 2);
  const others = describeAsked({ attention: [[attention[0][0], row({ 4: 0.3, 0: 0.7 })], attention[1]] }, prompt, STATE);
  assert.deepEqual(compareHeads(found, others), { answer: 0.3, rank: 2 });
});

test("the right answer is found, or at most as likely as the last listed", () => {
  const answer = { tokens: [{ id: 5, text: "a", probability: 0.4 }, { id: 6, text: "b", probability: 0.1 }], input_tokens: TOKENS };
  const prompt = describePrompt(answer, "p");
  assert.deepEqual(findAnswer(prompt, { id: 6 }), { is_listed: true, probability: 0.1, rank: 2, rank_text: "2" });
  assert.deepEqual(findAnswer(prompt, { id: 7 }).is_listed, false);
  const [low, mid, high] = [0.1, 0.15, 0.5].map((probability) => ({ is_listed: true, probability, rank: 1, rank_text: "1" }));
  assert.deepEqual([compareShots(low, mid, low).range, compareShots(low, high, low).range, compareShots(mid, low, low).range], [1, 2, 0]);
  assert.deepEqual([compareShots(low, high, low).loss, compareShots(low, mid, low).loss], [1, 0]);
});

test("costs are the server's, and times are summed up", () => {
  const costs = workCosts(100);
  assert.deepEqual([costs.with_cache, costs.without, costs.encoder], ["138 million", "10.8 billion", "1.11 billion"]);
  near(costs.saved, 10_819_671_552 / 137_935_872);
  const [cached, again] = [describeTimes(written([3, 4, 5])), describeTimes(written([3, 4, 5]))];
  assert.deepEqual([cached.total_ms, cached.last_ms, cached.n_rows], [33, 12, 4]);
  const beside = compareTimes(cached, { ...again, total_ms: 66, n_rows: 9 }, { forward_ms: 3, n_tokens: 4 });
  assert.deepEqual([beside.saved, beside.rows_saved, beside.text_per_pass, beside.gap_text], [2, 2.25, 11, "0"]);
  assert.equal(compareTimes(cached, undefined, undefined), null);
});

test("a chart of times keeps its names apart and its lines inside", () => {
  const chart = layOutTimes([40, 10, 10], [40, 41, 42], 10, 400);
  const places = chart.names.map(({ at }) => at).toSorted((one, other) => one - other);
  assert.ok(places.every((at, place) => place === 0 || at - places[place - 1] >= 14));
  assert.equal(chart.ticks.at(-1).value, 50);
  assert.ok(chart.lines.every(({ d }) => !d.includes("NaN")));
});

test("a slider makes again only what hangs on it", () => {
  const state = { temperature: 1, cuts_k: false, top_k: 40, top_p: 1, length: 3, ...STATE };
  const before = { state, numbers: { following: following(QUARTERS, 4), prompts: {}, costs: {} } };
  const first = settle(before, null);
  assert.deepEqual(Object.keys(first).toSorted(), ["plain", "reweighed", "shots"]);
  const now = { ...before, state: { ...state, temperature: 0.5 } };
  assert.deepEqual(Object.keys(settle(now, before)), ["reweighed"]);
  near(settle(now, before).reweighed.rows[0].probability, 16 / 22);
  assert.deepEqual(settle(before, before), {});
});

test("nothing is measured before the button, and nothing is asked of an empty text", () => {
  const state = { ...STATE, text: " ", sure: "x", film: "greedy", film_temperature: 1, film_p: 0.9, film_cuts_k: false, film_k: 3, seed: 2, n_new: 8, answer: "bb", run: 0, layer: 0, head: 0, temperature: 2 };
  const asked = lesson.sources(state, {});
  assert.deepEqual([asked.following, asked.greedy, asked.cached, asked.looks, asked.closed], [null, null, null, null, null]);
  const full = lesson.sources({ ...state, text: "so", run: 3 }, {});
  assert.deepEqual(full.sampled.body, { model: "smollm2-135m", text: "so", max_new_tokens: 8, top_alternatives: 6, temperature: 1, top_p: 0.9, seed: 2 });
  assert.deepEqual([full.cached.body.use_cache, full.again.body.use_cache, full.answered.body.text], [true, false, " bb"]);
  assert.equal("top_p" in full.exact.body, false);
});

test("what may come next is read as the server reads it", () => {
  const tokens = [["cat", "Ġcat"], ["s", "s"], [",", ","]].map(([text, raw]) => ({ text, raw, log_probability: -1 }));
  const found = describeFollowing({ tokens, listed_probability: 0.75, entropy: 2, input_tokens: [1, 2] }, "t");
  assert.deepEqual([found.joins, found.outside, found.n_tokens], [[false, true, false], 0.25, 2]);
});

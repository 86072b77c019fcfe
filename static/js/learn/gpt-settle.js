// @ts-check
/**
 * Work out what follows from the state and from answers that are there, without
 * asking anything: a slider moves at once. Pure.
 */
import { compareTimes, workCosts } from "./gpt-costs.js";
import { compareTexts } from "./gpt-film.js";
import { workPrompts } from "./gpt-prompts.js";
import { compareShots, findAnswer } from "./gpt-reading.js";
import { reweigh } from "./gpt-reweighing.js";
import { compareHeads } from "./gpt-shots.js";

/** So many candidates are shown. */
const N_SHOWN = 12;

/**
 * @typedef {import("../lesson-types.js").LessonState} LessonState
 * @typedef {import("../lesson-types.js").Numbers} Numbers
 */

/** Each name with what it is made of: fields of the state, and numbers. @type {Record<string, {fields: string[], from: string[], make: (state: LessonState, numbers: Numbers) => any}>} */
const MADE = {
  reweighed: {
    fields: ["temperature", "cuts_k", "top_k", "top_p"],
    from: ["following", "exact"],
    make: (state, { following, exact }) => following && reweigh(following, exact, rulesOf(state)),
  },
  sharp: {
    fields: ["cuts_k", "top_k", "top_p"],
    from: ["certain"],
    make: (state, { certain }) => certain && { ...reweigh(certain, null, { ...rulesOf(state), temperature: 1 }), ...countNine(certain) },
  },
  plain: {
    fields: ["cuts_k", "top_k", "top_p"],
    from: ["following"],
    make: (state, { following }) => following && { ...reweigh(following, null, { ...rulesOf(state), temperature: 1 }), ...countNine(following) },
  },
  two: { fields: [], from: ["greedy", "sampled"], make: (_, { greedy, sampled }) => compareTexts(greedy, sampled) },
  prompts: { fields: ["instruction", "examples", "question", "other"], from: [], make: (state) => workPrompts(/** @type {any} */ (state)) },
  shots: {
    fields: [],
    from: ["zero", "few", "closed", "answered"],
    make: (_, { zero, few, closed, answered }) => compareShots(...[zero, few, closed].map((prompt) => findAnswer(prompt, answered))),
  },
  same_head: { fields: [], from: ["few_looks", "other_looks"], make: (_, { few_looks, other_looks }) => compareHeads(few_looks, other_looks) },
  costs: { fields: ["length"], from: [], make: ({ length }) => workCosts(length) },
  beside: { fields: [], from: ["cached", "again", "encoder"], make: (_, { cached, again, encoder }) => compareTimes(cached, again, encoder) },
};

/**
 * Count whom top-p 0.9 leaves, and in which of three ranges that is.
 * @param {import("./gpt-reweighing.js").Following} following
 */
function countNine(following) {
  const { n_kept: kept } = reweigh(following, null, { temperature: 1, top_k: null, top_p: 0.9, n_shown: 1 });
  return { n_nine: kept, range: typeof kept === "string" || kept > 100 ? 2 : kept < 10 ? 0 : 1 };
}

/** @param {LessonState} state */
function rulesOf({ temperature, cuts_k, top_k, top_p }) {
  return { temperature, top_k: cuts_k ? top_k : null, top_p, n_shown: N_SHOWN };
}

/**
 * Make again what has changed.
 * @param {{state: LessonState, numbers: Numbers}} now
 * @param {{state: LessonState, numbers: Numbers}|null} before null: make what isn't there
 * @returns {Numbers}
 */
export function settle(now, before) {
  const changed = Object.entries(MADE).filter(([name, { fields, from }]) => {
    if (before === null) return !(name in now.numbers);
    return fields.some((field) => now.state[field] !== before.state[field]) || from.some((part) => now.numbers[part] !== before.numbers[part]);
  });
  const made = changed.map(([name, { make }]) => [name, make(now.state, now.numbers)]).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(made);
}

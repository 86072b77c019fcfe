// @ts-check
/**
 * The shapes that lessons share. Types only; no code lives here.
 *
 * What the address of a lesson holds: numbers, matrices (lists of lists),
 * words (lists of strings), texts, flags, null.
 * @typedef {Record<string, any>} LessonState
 *
 * The numbers of a lesson, by the name of their source; null is -infinity.
 * @typedef {Record<string, any>} Numbers
 *
 * One question to the API: a path such as "/masks" and its body. A path that is
 * only read (GET) sends no body; it then says which model is waited for.
 * @typedef {{path: string, body: Record<string, any>, method?: "GET"}} LessonRequest
 *
 * What a module of `lessons/` exports: pure, and the twin of the Python module
 * of the same name.
 * @typedef {object} Lesson
 * @property {(state: LessonState, numbers: Numbers) => Record<string, LessonRequest|null>} sources
 *   what to ask for a state, by name; null: nothing to ask (yet): a question may
 *   wait for the numbers of another, such as the tokens of a text
 * @property {Record<string, (answer: any, state: LessonState, numbers: Numbers) => any>} derive
 *   makes the numbers of one source from its answer (arrays are lists of lists
 *   already), the state that was asked about and the numbers there were
 *
 * @typedef {object} SourceStatus
 * @property {"idle"|"loading"|"error"} phase
 * @property {import("./types.js").Problem|null} problem
 *
 * @typedef {object} LessonSnapshot
 * @property {LessonState} state
 * @property {Numbers} numbers the last good ones
 * @property {Record<string, SourceStatus>} sources
 *
 * @typedef {object} LessonStore
 * @property {() => LessonSnapshot} get
 * @property {(patch: Partial<LessonSnapshot>) => void} set
 * @property {(listener: (now: LessonSnapshot, before: LessonSnapshot) => void) => () => void} subscribe
 *
 * What the server put into the page.
 * @typedef {object} LessonBoot
 * @property {string} lesson
 * @property {LessonState} state
 * @property {LessonState} defaults
 * @property {Numbers} numbers
 */
export {};

// @ts-check
/**
 * Keep a lesson's numbers and address in step with its state.
 *
 * Lives here: what is asked after each change; per source the last one wins
 * and the last good numbers stay. Not here: what a lesson asks and makes of
 * the answer (`lessons/`), and patience (`flight.js`).
 */
import { askPath, askResource, isAbort, ProblemError } from "./api/client.js";
import { askPatiently } from "./flight.js";
import { toSearch } from "./learn/address.js";
import { unpackAnswer } from "./learn/unpack.js";
import { createStore } from "./state/store.js";

/**
 * @typedef {import("./lesson-types.js").Lesson} Lesson
 * @typedef {import("./lesson-types.js").LessonRequest} LessonRequest
 * @typedef {import("./lesson-types.js").LessonState} LessonState
 * @typedef {import("./lesson-types.js").SourceStatus} SourceStatus
 */

/** Browsers refuse more than some 20 writes of history a second. */
const SHORTEST_PAUSE_MS = 120;
const OFFLINE_RETRY_MS = 3000;

/**
 * @param {Lesson} lesson
 * @param {import("./lesson-types.js").LessonBoot} boot
 * @param {HTMLElement} root carries `data-ready` while nothing is under way
 */
export function startLesson(lesson, boot, root) {
  return new LessonSession(lesson, boot, root);
}

class LessonSession {
  /** @param {Lesson} lesson @param {import("./lesson-types.js").LessonBoot} boot @param {HTMLElement} root */
  constructor(lesson, boot, root) {
    this.lesson = lesson;
    this.defaults = boot.defaults;
    this.root = root;
    /** @type {import("./lesson-types.js").LessonStore} */
    this.store = createStore(
      /** @type {import("./lesson-types.js").LessonSnapshot} */ ({
        state: boot.state,
        numbers: boot.numbers,
        sources: {},
      }),
    );
    /** What each source last answered. @type {Map<string, string>} */
    this.answered = new Map();
    /** @type {Map<string, {key: string, stop: AbortController}>} */
    this.flights = new Map();
    /** What each source failed at, and isn't asked again unbidden. @type {Map<string, string>} */
    this.failed = new Map();
    this.frame = 0;
    this.writer = 0;
    for (const [name, request] of Object.entries(lesson.sources(boot.state, boot.numbers))) {
      if (request && name in boot.numbers) this.answered.set(name, JSON.stringify(request));
    }
  }

  /** Ask for what the server left open, and listen from now on. */
  begin() {
    this.store.subscribe((now, before) => {
      if (now.state !== before.state) this.hear();
      // A question may depend on what another one has brought.
      if (now.numbers !== before.numbers) this.refreshSoon();
      this.tellReady();
    });
    window.addEventListener("online", () => this.retry());
    this.root.addEventListener("lesson-retry", () => this.retry());
    this.refresh();
    this.tellReady();
  }

  hear() {
    this.refreshSoon();
    this.writer ||= window.setTimeout(() => this.writeAddress(), SHORTEST_PAUSE_MS);
  }

  refreshSoon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.refresh();
      this.tellReady();
    });
  }

  writeAddress() {
    this.writer = 0;
    const search = toSearch(this.store.get().state, this.defaults);
    history.replaceState(null, "", location.pathname + (search && `?${search}`) + location.hash);
    this.tellReady();
  }

  /** Ask again what failed. */
  retry() {
    this.failed.clear();
    this.refresh();
    this.tellReady();
  }

  /** Ask each source whose question has changed. */
  refresh() {
    const { state, numbers } = this.store.get();
    for (const [name, request] of Object.entries(this.lesson.sources(state, numbers))) {
      const key = JSON.stringify(request);
      const flight = this.flights.get(name);
      if (flight?.key === key || this.failed.get(name) === key) continue;
      flight?.stop.abort();
      this.flights.delete(name);
      this.failed.delete(name);
      if (request === null || this.answered.get(name) === key) this.setStatus(name, "idle");
      else void this.load(name, request, key, state);
    }
  }

  /** @param {string} name @param {LessonRequest} request @param {string} key @param {LessonState} state */
  async load(name, request, key, state) {
    const stop = new AbortController();
    this.flights.set(name, { key, stop });
    this.setStatus(name, "loading");
    try {
      const body = { model: "", ...request.body };
      const { path } = request;
      const isRead = request.method === "GET";
      const once = () => (isRead ? askResource(path, stop.signal) : askPath(path, request.body, stop.signal));
      const answer = await askPatiently(body, stop.signal, () => {}, once);
      stop.signal.throwIfAborted();
      const made = this.lesson.derive[name](unpackAnswer(answer), state, this.store.get().numbers);
      this.answered.set(name, key);
      this.failed.delete(name);
      this.flights.delete(name);
      this.store.set({ numbers: { ...this.store.get().numbers, [name]: made } });
      this.setStatus(name, "idle");
    } catch (error) {
      if (stop.signal.aborted || isAbort(error)) return;
      this.flights.delete(name);
      if (!(error instanceof ProblemError)) throw error;
      this.failed.set(name, key);
      this.setStatus(name, "error", error.problem);
      if (error.problem.code === "offline") setTimeout(() => this.retry(), OFFLINE_RETRY_MS);
    }
  }

  /** @param {string} name @param {SourceStatus["phase"]} phase @param {SourceStatus["problem"]} [problem] */
  setStatus(name, phase, problem = null) {
    const { sources } = this.store.get();
    this.store.set({ sources: { ...sources, [name]: { phase, problem } } });
  }

  /** Say whether everything shown is the newest, for those who wait for it. */
  tellReady() {
    const isBusy = this.frame > 0 || this.writer > 0 || this.flights.size > 0;
    this.root.toggleAttribute("data-ready", !isBusy);
  }
}

// @ts-check
/**
 * Let the model go on with the text: each token is written as it comes, and the
 * heatmap follows as fast as it can.
 *
 * Lives here: one run at a time, which a click, a keystroke or another model ends.
 * Not here: when a run begins (`../views/later/continue.js`).
 */
import { isAbort, ProblemError } from "../api/client.js";
import { askEvents } from "../api/events.js";
import { remember } from "../state/writing.js";

/**
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").View} View
 */

const MOST_TOKENS = 32;
/** The heatmap is drawn anew after so many tokens at the earliest. */
const TOKENS_A_PICTURE = 4;

/** @param {Store} store */
export function keepContinuing(store) {
  let flight = new AbortController();
  /** @type {Snapshot["continuing"]["run"]} */
  let run = null;
  store.subscribe((now) => {
    if (now.continuing.run === run) return;
    flight.abort();
    run = now.continuing.run;
    if (run === null) return;
    flight = new AbortController();
    void new Run(store, flight, run).follow();
  });
}

class Run {
  /** @param {Store} store @param {AbortController} flight @param {{from: string}} run */
  constructor(store, flight, run) {
    this.store = store;
    this.flight = flight;
    this.run = run;
    this.start = store.get().view;
    this.written = run.from;
    /** Tokens that the heatmap hasn't seen. */
    this.unseen = 0;
    /** The view as this run left it: another one is somebody else's. */
    this.own = this.start;
    this.isDone = false;
    this.unsubscribe = store.subscribe((now) => this.hear(now));
  }

  /** @param {Snapshot} now */
  hear({ view, status, continuing }) {
    const isOthers = view.text !== this.own.text || view.model !== this.own.model || view.pair !== this.own.pair;
    if (continuing.run !== this.run || isOthers) return this.end(isOthers);
    if (status.phase === "idle" && this.unseen >= TOKENS_A_PICTURE) this.show();
  }

  async follow() {
    const { temperature } = this.store.get().continuing;
    this.patch({ count: 0, draft: this.run.from, problem: null });
    const body = {
      model: this.start.model,
      text: this.run.from,
      max_new_tokens: MOST_TOKENS,
      temperature,
      // Asked again, it says something else.
      ...(temperature > 0 ? { seed: crypto.getRandomValues(new Uint32Array(1))[0] } : {}),
      top_alternatives: 1,
      stream: true,
    };
    try {
      for await (const { name, data } of askEvents("/generations", body, this.flight.signal)) {
        if (name === "step") this.write(data);
      }
    } catch (error) {
      if (!this.flight.signal.aborted && !isAbort(error)) {
        if (!(error instanceof ProblemError)) throw error;
        this.patch({ problem: error.problem });
      }
    } finally {
      this.end(false);
    }
  }

  /** @param {import("../api/wire.js").GenerationStep} step */
  write({ text, is_end: isEnd }) {
    if (this.flight.signal.aborted || isEnd) return;
    this.written += text;
    this.unseen += 1;
    this.patch({ draft: this.written, count: this.store.get().continuing.count + 1 });
    this.hear(this.store.get());
  }

  /** Let the heatmap follow. */
  show() {
    this.unseen = 0;
    const view = this.store.get().view;
    if (view.text === this.written) return;
    // The newest token is read; what was locked belongs to the text before.
    this.own = { ...view, text: this.written, row: null, column: null, zoom: null };
    this.store.set({ view: this.own });
  }

  /** @param {boolean} isOthers the text is somebody else's now */
  end(isOthers) {
    if (this.isDone) return;
    this.isDone = true;
    this.unsubscribe();
    this.flight.abort();
    if (!isOthers && this.written !== this.run.from) this.show();
    const now = this.store.get();
    const { continuing } = now;
    const isOver = continuing.run === this.run || continuing.run === null;
    const hasWritten = this.own.text !== this.start.text;
    this.store.set({
      ...(isOver ? { continuing: { ...continuing, run: null, draft: null } } : {}),
      ...(hasWritten ? { edits: remember(now, this.start, this.own) } : {}),
    });
  }

  /** @param {Partial<Snapshot["continuing"]>} patch */
  patch(patch) {
    this.store.set({ continuing: { ...this.store.get().continuing, ...patch } });
  }
}

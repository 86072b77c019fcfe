// @ts-check
/**
 * Keep the data in step with the view.
 *
 * Lives here: what to ask after each change; the last one wins, the last good
 * data stay. Not here: patience (`flight.js`), the address bar (`address.js`)
 * and the exact cells of long texts (`details.js`).
 */
import { keepAddress } from "./address.js";
import { isAbort, ProblemError } from "./api/client.js";
import { decode } from "./api/decode.js";
import { choiceRequest, focusRequest, LONG_TEXT, mosaicRequest } from "./api/requests.js";
import { watchModels } from "./catalogue.js";
import { keepDetails } from "./details.js";
import { askPatiently, pause } from "./flight.js";
import { carry } from "./state/carry.js";
import { differs, FOCUS_FIELDS, isFocusFresh, isMosaicFresh } from "./state/fresh.js";
import { firstHead, fitToModel } from "./state/selection.js";
import { loadingStatus } from "./state/status.js";
import { fromQuery, namesHead, stateOf } from "./state/url.js";
import { timed } from "./timing.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Store} Store
 * @typedef {import("./types.js").Problem} Problem
 */

const OFFLINE_RETRY_MS = 3000;

/**
 * @param {Store} store
 * @param {import("./types.js").Boot} boot
 */
export function startSession(store, boot) {
  const session = new Session(store);
  keepAddress(store, boot.defaults, (view, hasHead) => session.restore(view, hasHead));
  keepDetails(store);
  watchModels(store);
  store.subscribe((now) => session.hear(now));
  window.addEventListener("online", () => session.reconnect());
  // What is too long for a query stands behind "#", where no server sees it.
  const state = stateOf(location);
  if (!state.startsWith("#")) session.restore(boot.view, boot.has_head);
  else session.restore(fromQuery(state, boot.defaults), namesHead(state, boot.defaults));
}

class Session {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.flight = new AbortController();
    /** The view last asked about. */
    this.asked = store.get().view;
    /** The head last looked at in each model. @type {Map<string, {layer: number, head: number}>} */
    this.heads = new Map();
    this.mustChooseHead = false;
    /** True while row and column already belong to the answer awaited. */
    this.isExact = true;
  }

  /** Show a view as a link or the way back says. @param {View} view @param {boolean} hasHead */
  restore(view, hasHead) {
    this.isExact = true;
    this.mustChooseHead = !hasHead;
    this.show(this.fit(view));
  }

  /** @param {import("./types.js").Snapshot} now */
  hear({ view, intent }) {
    if (intent !== null) {
      this.store.set({ intent: null });
      if (intent === "retry") void this.load();
      else this.cancel();
    }
    if (view.model !== this.asked.model) this.changeModel(view);
    else if (differs(view, this.asked, FOCUS_FIELDS)) void this.load();
  }

  /** Keep the text, take up the head last seen there. @param {View} view */
  changeModel(view) {
    const { model, layer, head } = this.asked;
    this.heads.set(model, { layer, head });
    const known = this.heads.get(view.model);
    this.mustChooseHead = known === undefined;
    this.show(this.fit({ ...view, ...known, zoom: null }));
  }

  /** @param {View} view */
  show(view) {
    this.asked = view;
    this.store.set({ view, pointer: { row: null, column: null } });
    void this.load();
  }

  /** Ask for what the view needs and isn't there yet. */
  async load() {
    this.flight.abort();
    this.flight = new AbortController();
    const { signal } = this.flight;
    this.asked = this.store.get().view;
    if (this.asked.text === "") return this.showEmpty();
    this.store.set({ status: loadingStatus(this.store.get(), performance.now(), this.mustChooseHead) });
    try {
      if (this.mustChooseHead) await this.chooseHead(signal);
      // Both at once: all heads are computed while the head in focus is drawn.
      // Of a long text they would hold up its exact row.
      const focus = this.loadFocus(signal);
      if (this.asked.text.length > LONG_TEXT) await focus;
      await Promise.all([focus, this.loadMosaic(signal)]);
      this.isExact = false;
      this.setStatus("idle");
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (!(error instanceof ProblemError)) throw error;
      this.fail(error.problem, signal);
    }
  }

  /** @param {AbortSignal} signal */
  async chooseHead(signal) {
    const { view } = this.store.get();
    const answer = await this.ask(choiceRequest(view, this.shape(view)), signal);
    this.mustChooseHead = false;
    this.asked = { ...this.store.get().view, ...firstHead(decode(answer, view)) };
    this.store.set({ view: this.asked });
  }

  /** @param {AbortSignal} signal */
  async loadFocus(signal) {
    const { view } = this.store.get();
    if (isFocusFresh(this.store.get())) return;
    const answer = await this.ask(focusRequest(view), signal);
    const focus = timed("decode", () => decode(answer, view));
    const { view: newest, focus: before } = this.store.get();
    const isCarried = !this.isExact && before !== null;
    this.isExact = false;
    this.store.set({ focus, view: isCarried ? carry(newest, before, focus) : newest });
  }

  /** @param {AbortSignal} signal */
  async loadMosaic(signal) {
    if (isMosaicFresh(this.store.get())) return;
    const { view } = this.store.get();
    const answer = await this.ask(mosaicRequest(view, this.shape(view)), signal);
    this.store.set({ mosaic: timed("decode", () => decode(answer, view)) });
  }

  /** @param {import("./types.js").AttentionRequest} request @param {AbortSignal} signal */
  async ask(request, signal) {
    const answer = await askPatiently(request, signal, (models) => this.store.set({ models }));
    signal.throwIfAborted();
    return answer;
  }

  /** @param {Problem} problem @param {AbortSignal} signal */
  fail(problem, signal) {
    if (problem.code === "empty_text") return this.showEmpty();
    this.setStatus("error", problem);
    if (problem.code === "offline") pause(OFFLINE_RETRY_MS, signal).then(() => this.reconnect(), () => {});
  }

  reconnect() {
    if (this.store.get().status.problem?.code === "offline") void this.load();
  }

  /** @param {string} id */
  model(id) {
    return this.store.get().models.find((one) => one.id === id);
  }

  /** @param {View} view */
  shape(view) {
    return this.model(view.model) ?? { n_layers: null, n_heads: null };
  }

  /** @param {View} view */
  fit(view) {
    const model = this.model(view.model);
    return model ? fitToModel(view, model) : view;
  }

  cancel() {
    this.flight.abort();
    this.setStatus("idle");
  }

  showEmpty() {
    this.store.set({ focus: null, mosaic: null, detail: null, exactRow: null });
    this.setStatus("idle");
  }

  /** @param {"idle"|"error"} phase @param {Problem|null} [problem] */
  setStatus(phase, problem = null) {
    this.store.set({ status: { phase, since: performance.now(), problem, message: null } });
  }
}

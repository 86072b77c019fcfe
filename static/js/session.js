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
import { loadOwnTarget } from "./own-target.js";
import { carry } from "./state/carry.js";
import { differs, FOCUS_FIELDS, isFocusFresh, isMosaicFresh } from "./state/fresh.js";
import { hasNoAttention, isSingle, modelOf, roomOf, shapeOf } from "./state/parts.js";
import { clampToModel, firstHead, fitToModel } from "./state/selection.js";
import { loadingStatus } from "./state/status.js";
import { openingView } from "./state/url.js";
import { timed } from "./timing.js";

/** @typedef {import("./types.js").View} View */

const OFFLINE_RETRY_MS = 3000;
const NO_DATA = { focus: null, mosaic: null, detail: null, exactRow: null };

/**
 * @param {import("./types.js").Store} store
 * @param {import("./types.js").Boot} boot
 */
export function startSession(store, boot) {
  const session = new Session(store);
  keepAddress(store, boot.defaults, (view, hasHead) => session.restore(view, hasHead));
  keepDetails(store);
  watchModels(store);
  store.subscribe((now) => session.hear(now));
  window.addEventListener("online", () => session.reconnect());
  session.restore(...openingView(location, boot));
}

class Session {
  /** @param {import("./types.js").Store} store */
  constructor(store) {
    this.store = store;
    this.flight = new AbortController();
    /** The view last asked about. */
    this.asked = store.get().view;
    this.models = store.get().models;
    /** The head last looked at in each part of a model. @type {Map<string, {layer: number, head: number}>} */
    this.heads = new Map();
    this.mustChooseHead = false;
    /** True while row and column already belong to the answer awaited. */
    this.isExact = true;
  }

  /** @param {View} view as a link or the way back says @param {boolean} hasHead */
  restore(view, hasHead) {
    this.isExact = true;
    const fitted = this.fit(view);
    this.mustChooseHead = !hasHead && !isSingle(this.shape(fitted));
    this.show(fitted);
  }

  /** @param {import("./types.js").Snapshot} now */
  hear({ view, intent, models }) {
    const isNews = models !== this.models;
    this.models = models;
    if (intent !== null) {
      this.store.set({ intent: null });
      if (intent === "retry") void this.load();
      else this.cancel();
    }
    if (differs(view, this.asked, ["model", "part"])) this.changePart(view);
    else if (differs(view, this.asked, FOCUS_FIELDS)) void this.load();
    else if (isNews && differs(this.fit(view), view, ["part", "layer", "head"])) this.changePart(view);
  }

  /** Keep the text, take up the head last seen there. @param {View} view */
  changePart(view) {
    const { layer, head } = this.asked;
    if (!this.mustChooseHead) this.heads.set(roomOf(this.asked), { layer, head });
    const fitted = this.fit({ ...view, zoom: null });
    const known = this.heads.get(roomOf(fitted));
    this.mustChooseHead = known === undefined && !isSingle(this.shape(fitted));
    this.show(clampToModel({ ...fitted, ...known }, this.shape(fitted)));
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
      if (hasNoAttention(modelOf(this.asked, this.store.get().models))) return await this.loadTargetOnly(signal);
      if (this.mustChooseHead) await this.chooseHead(signal);
      // Both at once: all heads are computed while the head in focus is drawn.
      // Of a long text they would hold up its exact row.
      const focus = this.loadFocus(signal);
      if (this.asked.text.length > LONG_TEXT) await focus;
      await Promise.all([focus, this.loadMosaic(signal)]);
      this.isExact = false;
      this.setStatus("idle");
      await loadOwnTarget(this.store, signal);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (!(error instanceof ProblemError)) throw error;
      this.fail(error.problem, signal);
    }
  }

  /** There is nothing to look at but what it writes. @param {AbortSignal} signal */
  async loadTargetOnly(signal) {
    this.store.set(NO_DATA);
    await loadOwnTarget(this.store, signal);
    this.setStatus("idle");
  }

  /** @param {AbortSignal} signal */
  async chooseHead(signal) {
    const { view } = this.store.get();
    const answer = await this.ask(choiceRequest(view, this.shape(view)), signal);
    this.mustChooseHead = false;
    this.asked = clampToModel({ ...this.store.get().view, ...firstHead(decode(answer, view)) }, this.shape(view));
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
    return await askPatiently(request, signal, (models) => this.store.set({ models }));
  }

  /** @param {import("./types.js").Problem} problem @param {AbortSignal} signal */
  fail(problem, signal) {
    if (problem.code === "empty_text") return this.showEmpty();
    this.setStatus("error", problem);
    if (problem.code === "offline") pause(OFFLINE_RETRY_MS, signal).then(() => this.reconnect(), () => {});
  }

  reconnect() {
    if (this.store.get().status.problem?.code === "offline") void this.load();
  }

  /** @param {View} view */
  fit(view) {
    return fitToModel(view, modelOf(view, this.store.get().models));
  }

  /** @param {View} view */
  shape(view) {
    return shapeOf(view, this.store.get().models);
  }

  cancel() {
    this.flight.abort();
    this.setStatus("idle");
  }

  showEmpty() {
    this.store.set({ ...NO_DATA, translation: null });
    this.setStatus("idle");
  }

  /** @param {"idle"|"error"} phase @param {import("./types.js").Problem|null} [problem] */
  setStatus(phase, problem = null) {
    this.store.set({ status: { phase, since: performance.now(), problem, message: null } });
  }
}

// @ts-check
/**
 * Start the page: state, session, views. Assembles and nothing else.
 * Lessons start in `learn.js`, so that neither loads what the other needs.
 */
import { mountViews, watchPlotly } from "./mount.js";
import { startSession } from "./session.js";
import { createStore } from "./state/store.js";

/** @returns {import("./types.js").Boot|null} */
function readBoot() {
  const block = document.getElementById("boot");
  return block ? JSON.parse(block.textContent ?? "") : null;
}

/** @param {import("./types.js").Boot} boot */
function open(boot) {
  const store = createStore(
    /** @type {import("./types.js").Snapshot} */ ({
      view: boot.view,
      pointer: { row: null, column: null },
      hover: null,
      models: boot.models,
      limits: boot.limits,
      focus: null,
      mosaic: null,
      detail: null,
      exactRow: null,
      translation: null,
      predictions: { answer: null, problem: null, isLoading: false },
      masked: { text: boot.view.text, pair: boot.view.pair, words: { text: [], pair: [] } },
      continuing: { temperature: 0, run: null, count: 0, draft: null, problem: null },
      edits: [],
      status: { phase: "idle", since: performance.now(), problem: null, message: null },
      intent: null,
      said: null,
    }),
  );
  watchPlotly();
  startSession(store, boot);
  return store;
}

/**
 * Bring what the first picture doesn't need, once it is there, or can't be.
 * @param {import("./types.js").Store} store
 */
async function openRest(store) {
  await new Promise((resolve) => {
    const look = () => {
      if (store.get().status.phase !== "loading") resolve(stop());
    };
    const stop = store.subscribe(look);
    look();
  });
  await new Promise((resolve) => setTimeout(resolve));
  const { startRest } = await import("./later/start.js");
  await startRest(store);
}

const boot = readBoot();
const store = boot && open(boot);
void mountViews(store);
if (store) void openRest(store);

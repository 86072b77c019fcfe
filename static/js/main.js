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
      status: { phase: "idle", since: performance.now(), problem: null, message: null },
      intent: null,
      said: null,
    }),
  );
  watchPlotly();
  startSession(store, boot);
  return store;
}

const boot = readBoot();
void mountViews(boot && open(boot));

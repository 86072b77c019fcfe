// @ts-check
/**
 * Start the page: state, session, views. Assembles and nothing else.
 */
import { startSession } from "./session.js";
import { createStore } from "./state/store.js";

/** @returns {import("./types.js").Boot|null} */
function readBoot() {
  const block = document.getElementById("boot");
  return block ? JSON.parse(block.textContent ?? "") : null;
}

/** @param {import("./types.js").Boot} boot */
function open(boot) {
  const store = createStore({
    view: boot.view,
    pointer: { row: null, column: null },
    hover: null,
    models: boot.models,
    limits: boot.limits,
    focus: null,
    mosaic: null,
    detail: null,
    exactRow: null,
    status: { phase: "idle", since: performance.now(), problem: null, message: null },
    intent: null,
    said: null,
  });
  watchPlotly();
  startSession(store, boot);
  return store;
}

/**
 * Find a view by its name and mount it; one that fails leaves the others be.
 * @param {HTMLElement} element
 * @param {import("./types.js").Store|null} store null on pages without a state
 */
async function mountView(element, store) {
  try {
    const view = await import(`./views/${element.dataset.view}.js`);
    view.mount(element, store);
  } catch (error) {
    element.dataset.failed = "";
    reportError(error);
  }
}

/** Tell those who wait for the plotting script when it can't be had. */
function watchPlotly() {
  const script = /** @type {HTMLElement|null} */ (document.querySelector("script[data-plotly]"));
  script?.addEventListener("error", () => {
    script.dataset.failed = "";
  });
}

const boot = readBoot();
const store = boot && open(boot);
for (const element of document.querySelectorAll("[data-view]")) {
  void mountView(/** @type {HTMLElement} */ (element), store);
}

// @ts-check
/**
 * Find the views of a page by name and mount them.
 */

/**
 * Mount every `data-view`; one that fails leaves the others be.
 * @param {any} store what the views draw from; null on pages without a state
 * @param {ParentNode} [root]
 * @param {"view"|"later"} [kind] later: what the first picture doesn't need
 */
export async function mountViews(store, root = document, kind = "view") {
  const elements = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`[data-${kind}]`))];
  // A list in a list is drawn by the outer one; what is hidden is a pattern.
  const own = elements.filter((element) => !element.parentElement?.closest("[data-over]"));
  await Promise.all(own.map((element) => mountView(element, store, kind)));
}

/** @param {HTMLElement} element @param {any} store @param {"view"|"later"} kind */
async function mountView(element, store, kind) {
  const name = kind === "later" ? `later/${element.dataset.later}` : element.dataset.view;
  try {
    const view = await import(`./views/${name}.js`);
    view.mount(element, store);
  } catch (error) {
    element.dataset.failed = "";
    reportError(error);
  }
}

/** Tell those who wait for the plotting script when it can't be had. */
export function watchPlotly() {
  const script = /** @type {HTMLElement|null} */ (document.querySelector("script[data-plotly]"));
  script?.addEventListener("error", () => {
    script.dataset.failed = "";
  });
}

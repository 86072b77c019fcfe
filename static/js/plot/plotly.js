// @ts-check
/**
 * Draw with Plotly: the only module that touches `globalThis.Plotly`.
 *
 * The script is large and loaded deferred, so every call waits for it. Nothing
 * in its configuration may reach outside this machine.
 */

/** @type {Readonly<Record<string, unknown>>} */
const CONFIG = Object.freeze({
  displaylogo: false,
  displayModeBar: false,
  showSendToCloud: false,
  plotlyServerURL: "",
  responsive: false,
  doubleClick: false,
  showTips: false,
  scrollZoom: false,
  typesetMath: false,
});

/**
 * Let Plotly decode single entities when it writes SVG, which it does through
 * `innerHTML`; the page's policy keeps refusing everything else, markup first.
 */
function allowEntities() {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy("default", {
    createHTML: (/** @type {string} */ text) => (/^(&#?\w+;)?$/.test(text) ? text : null),
  });
}

/** Longest wait for the script, milliseconds. */
const PATIENCE = 30_000;

/** @type {Promise<any> | null} */
let ready = null;

/** @returns {any} */
const current = () => /** @type {any} */ (globalThis).Plotly;

/**
 * Wait until the deferred script has run.
 * @returns {Promise<any>}
 * @throws {Error} where it failed to load
 */
export function whenPlotlyIsReady() {
  if (current()) return Promise.resolve(current());
  ready ??= new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const look = () => {
      if (current()) resolve(current());
      else if (document.querySelector("script[data-plotly][data-failed]") || performance.now() - startedAt > PATIENCE) {
        ready = null;
        reject(new Error("The plotting library did not load; reload the page to try again."));
      } else setTimeout(look, 20);
    };
    look();
  });
  return ready;
}

/**
 * Draw, or change what is drawn; nothing blinks in between.
 * @param {HTMLElement} element
 * @param {{ data: unknown[], layout: Record<string, unknown> }} figure
 */
export async function draw(element, { data, layout }) {
  const plotly = await whenPlotlyIsReady();
  await plotly.react(element, data, layout, CONFIG);
}

/**
 * Listen to a figure; Plotly gives its element an emitter when first drawn.
 * @param {HTMLElement} element already drawn
 * @param {string} name such as "plotly_relayout"
 * @param {(event: any) => void} listener
 */
export function onPlot(element, name, listener) {
  /** @type {any} */ (element).on(name, listener);
}

/**
 * Take a figure off its element and free what it holds.
 * @param {HTMLElement} element
 */
export function erase(element) {
  current()?.purge(element);
}

/**
 * Render a figure to a file's bytes.
 * @param {{ data: unknown[], layout: Record<string, any> }} figure
 * @param {"png" | "svg"} format
 * @param {number} [scale] pixels a layout pixel, for PNG
 * @returns {Promise<Blob>}
 */
export async function toImage({ data, layout }, format, scale = 2) {
  const plotly = await whenPlotlyIsReady();
  allowEntities();
  const { width, height } = layout;
  const address = await plotly.toImage({ data, layout, config: CONFIG }, { format, width, height, scale });
  const [head, body] = [address.slice(0, address.indexOf(",")), address.slice(address.indexOf(",") + 1)];
  if (format === "svg") return new Blob([decodeURIComponent(body)], { type: "image/svg+xml" });
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: head.slice(5, head.indexOf(";")) });
}

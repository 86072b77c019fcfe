// @ts-check
/**
 * Read the theme's colors and fonts from the page's custom properties, so that
 * a figure never has colors of its own.
 */

/**
 * @typedef {object} Theme
 * @property {string} paper background
 * @property {string} ink text
 * @property {string} muted secondary text
 * @property {string} rule lines
 * @property {string} grid lines between cells
 * @property {string} hatch lines over masked cells
 * @property {string} masked under what does not exist
 * @property {string} accent selection only
 * @property {string[]} stops of the sequential scale, six hex colors
 * @property {string} textFont
 * @property {string} monoFont
 */

/**
 * @param {Element} element whose theme counts
 * @returns {Theme}
 */
export function readTheme(element) {
  const style = getComputedStyle(element);
  /** @param {string} name */
  const read = (name) => style.getPropertyValue(name).trim();
  return {
    paper: read("--paper"),
    ink: read("--ink"),
    muted: read("--muted"),
    rule: read("--rule"),
    grid: read("--rule"),
    hatch: read("--edge"),
    masked: read("--masked"),
    accent: read("--accent"),
    stops: [0, 1, 2, 3, 4, 5].map((index) => read(`--seq-${index}`)),
    textFont: read("--font-text"),
    monoFont: read("--font-mono"),
  };
}

/**
 * Read the colors of what is less in a scale of differences: six, from the page's own.
 * @param {Element} element whose theme counts
 */
export function readLess(element) {
  const style = getComputedStyle(element);
  return ["--seq-0", ...[1, 2, 3, 4, 5].map((index) => `--less-${index}`)].map((name) => style.getPropertyValue(name).trim());
}

/**
 * Read the light theme whatever the page shows now: its colors stand on the
 * root only, so the root wears it for the length of this call, unseen.
 * @returns {Theme}
 */
export function paperTheme() {
  const root = document.documentElement;
  const { theme } = root.dataset;
  root.dataset.theme = "light";
  const light = readTheme(root);
  if (theme === undefined) delete root.dataset.theme;
  else root.dataset.theme = theme;
  return light;
}

/**
 * Call back whenever the page's theme may have changed.
 * @param {() => void} listener
 * @returns {() => void} stops listening
 */
export function watchTheme(listener) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
  system.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", listener);
  };
}

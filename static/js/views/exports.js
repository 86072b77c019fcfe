// @ts-check
/**
 * Take the view along: link, curl, Python, PNG, SVG, CSV, JSON, NPZ.
 *
 * Each says when it is done, or why not, where it was asked for and in the live
 * region.
 */

import { ProblemError } from "../api/client.js";
import { decode } from "../api/decode.js";
import { copyText, fetchFile, saveFile } from "../api/files.js";
import { fileName, toCurl, toPythonScript, viewRequest } from "../api/snippets.js";
import { windowOf } from "../plot/cells.js";
import { toCsv } from "../plot/csv.js";
import { element } from "../plot/elements.js";
import { specifyFigure } from "../plot/figure.js";
import { toImage } from "../plot/plotly.js";
import { paperTheme, readTheme } from "../plot/theme.js";

/**
 * @typedef {import("../types.js").Store} Store
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").Snapshot & { focus: Decoded }} Shown
 */

/** How long the note beside the buttons stays; the live region said it too. */
const SHOWN_MS = 6000;

/** @type {[string, string, (shown: Shown, isOnPaper: boolean) => Promise<string>][]} */
const WAYS = [
  ["link", "Copy the link to exactly this view", () => copied("Link", location.href)],
  [
    "curl",
    "Copy a curl command for these numbers",
    (shown) => copied("curl command", toCurl(requestOf(shown), location.origin)),
  ],
  [
    "Python",
    "Copy a Python script for these numbers",
    (shown) => copied("Python script", toPythonScript(requestOf(shown), location.origin)),
  ],
  ["PNG", "Save the picture as PNG", (shown, isOnPaper) => saveImage(shown, "png", isOnPaper)],
  ["SVG", "Save the picture as SVG", (shown, isOnPaper) => saveImage(shown, "svg", isOnPaper)],
  ["CSV", "Save the numbers as CSV", saveCsv],
  ["JSON", "Save the numbers as JSON", (shown) => saveAnswer(shown, "application/json", "json")],
  ["NPZ", "Save the numbers as a NumPy file", (shown) => saveAnswer(shown, "application/x-npz", "npz")],
];

/**
 * @param {HTMLElement} root
 * @param {Store} store
 * @returns {() => void}
 */
export function mount(root, store) {
  const paper = element("input", "", "", { type: "checkbox", name: "paper" });
  const option = element("label", "exports-paper", "", { title: "PNG and SVG with the light theme's colors" });
  option.append(paper, "light paper");
  const list = element("ul", "exports-list");
  const said = element("span", "exports-said", "", { "aria-hidden": "true" });
  const buttons = WAYS.map(([name, label, run]) => {
    const button = element("button", "export", name, { type: "button", title: label, "aria-label": label });
    button.addEventListener("click", () => void perform(button, run));
    const item = element("li", "");
    item.append(button);
    list.append(item);
    return button;
  });
  root.replaceChildren(said, element("span", "exports-caption muted", "This view as"), list, option);

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /**
   * @param {HTMLButtonElement} button
   * @param {(shown: Shown, isOnPaper: boolean) => Promise<string>} run
   */
  async function perform(button, run) {
    const snapshot = store.get();
    if (!snapshot.focus) return;
    button.ariaBusy = "true";
    const text = await run(/** @type {Shown} */ (snapshot), paper.checked).catch(explain);
    button.ariaBusy = null;
    said.textContent = text;
    store.set({ said: { text } });
    clearTimeout(timer);
    timer = setTimeout(() => said.replaceChildren(), SHOWN_MS);
  }

  function render() {
    const { focus } = store.get();
    for (const button of buttons) button.disabled = focus === null;
    root.toggleAttribute("data-ready", true);
  }

  const unsubscribe = store.subscribe((now, before) => {
    if (now.focus !== before.focus) render();
    if (now.view !== before.view) said.textContent = "";
  });
  render();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof ProblemError) return `${error.problem.detail} ${error.problem.hint}`;
  return `Not saved: ${error instanceof Error ? error.message : String(error)}`;
}

/** @param {Shown} shown */
function requestOf({ view, focus }) {
  const { queryTokens, keyTokens } = focus;
  return viewRequest(focus.view, {
    queryTokens,
    keyTokens,
    window: windowOf(view.zoom, queryTokens.length, keyTokens.length),
  });
}

/**
 * @param {string} what
 * @param {string} text
 */
async function copied(what, text) {
  return (await copyText(text)) ? `${what} copied` : `${what} not copied: the browser keeps the clipboard back`;
}

/**
 * @param {Blob} blob
 * @param {string} name
 * @param {string} [note]
 */
function saved(blob, name, note = "") {
  saveFile(blob, name);
  return `${name} saved${note}`;
}

/**
 * @param {Shown} shown
 * @param {"png" | "svg"} format
 * @param {boolean} isOnPaper
 */
async function saveImage({ view, focus, detail, models }, format, isOnPaper) {
  const theme = isOnPaper ? paperTheme() : readTheme(document.documentElement);
  const modelTitle = models.find((model) => model.id === view.model)?.title ?? view.model;
  const exact = detail?.view === focus.view ? detail : null;
  const figure = specifyFigure({ overview: focus, detail: exact, view, theme, modelTitle });
  return saved(await toImage(figure, format), fileName(view, format));
}

/** @param {Shown} shown */
async function saveCsv(shown) {
  const { view } = shown;
  const request = requestOf(shown);
  const answer = JSON.parse(await (await fetchFile({ ...request, encoding: "base64" }, "application/json")).text());
  const cells = decode(answer, view);
  const { factor } = cells;
  /** @template T @param {readonly T[]} tokens */
  const first = (tokens) => tokens.filter((_, place) => place % factor === 0);
  const { next_tokens: next } = cells.answer;
  const csv = toCsv({
    queryTokens: first(cells.queryTokens),
    keyTokens: first(cells.keyTokens),
    nextTokens: next ? first(next) : null,
    at: (query, key) => (cells.isAllowed(0, query, key) ? cells.at(0, 0, query, key) : NaN),
  });
  const note = factor > 1 ? `; each number is the largest of ${factor} \u00d7 ${factor}` : "";
  return saved(new Blob([csv], { type: "text/csv;charset=utf-8" }), fileName(view, "csv"), note);
}

/**
 * @param {Shown} shown
 * @param {"application/json" | "application/x-npz"} mediaType
 * @param {string} extension
 */
async function saveAnswer(shown, mediaType, extension) {
  const request = requestOf(shown);
  const blob = await fetchFile(extension === "json" ? { ...request, digits: 9 } : request, mediaType);
  return saved(blob, fileName(shown.view, extension));
}

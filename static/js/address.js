// @ts-check
/**
 * Keep the address bar and the view the same, both ways.
 *
 * Lives here: when to write history. Not here: how a view is written
 * (`state/url.js`).
 */
import { differs } from "./state/fresh.js";
import { defaultPart } from "./state/parts.js";
import { fromQuery, namesHead, stateOf, toAddress } from "./state/url.js";

/** Browsers refuse more than some 20 writes a second. */
const SHORTEST_PAUSE_MS = 120;
/** Choices closer than this share one step back. */
const ONE_STEP_MS = 1000;

/**
 * @param {import("./types.js").Store} store
 * @param {import("./types.js").View} defaults
 * @param {(view: import("./types.js").View, hasHead: boolean) => void} onRestore
 */
export function keepAddress(store, defaults, onRestore) {
  let timer = 0;
  let lastWrite = -Infinity;
  let lastStep = -Infinity;
  let isStep = false;

  function write() {
    timer = 0;
    const address = toAddress(leanView(store.get()), defaults, location.pathname);
    const isSame = address === location.pathname + location.search + location.hash;
    const now = performance.now();
    if (!isSame) {
      const isNewStep = isStep && now - lastStep > ONE_STEP_MS;
      history[isNewStep ? "pushState" : "replaceState"](null, "", address);
      if (isStep) lastStep = now;
    }
    isStep = false;
    lastWrite = now;
    document.title = titleOf(store.get().view.text);
  }

  store.subscribe((now, before) => {
    if (now.view === before.view) return;
    isStep ||= isChoice(now.view, before.view);
    if (timer) return;
    const wait = lastWrite + SHORTEST_PAUSE_MS - performance.now();
    if (wait <= 0) write();
    else timer = window.setTimeout(write, wait);
  });

  window.addEventListener("popstate", () => {
    clearTimeout(timer);
    timer = 0;
    const search = stateOf(location);
    onRestore(fromQuery(search, defaults), namesHead(search, defaults));
  });
}

/** Leave out the part that goes without saying. @param {import("./types.js").Snapshot} snapshot */
function leanView({ view, models }) {
  const model = models.find((one) => one.id === view.model);
  return view.part === defaultPart(model, view.target) ? { ...view, part: null } : view;
}

/** @param {import("./types.js").View} now @param {import("./types.js").View} before */
function isChoice(now, before) {
  return differs(now, before, ["model", "part", "layer", "head"]);
}

/** @param {string} text */
function titleOf(text) {
  const line = text.trim().split(/\s+/).join(" ");
  if (line === "") return "Headlight";
  const letters = [...line];
  return `${letters.length > 60 ? `${letters.slice(0, 59).join("")}…` : line} · Headlight`;
}

// @ts-check
/**
 * Say what a head does: the one under the mouse, else the chosen one, with its
 * place among all heads on four scales.
 */
import { make } from "../dom.js";
import { FACTS, knownFacts, sharedKeys, strongestPair } from "../plot/say-head.js";
import { isEmpty, isMosaicFresh } from "../state/fresh.js";

/**
 * @typedef {import("../types.js").Decoded} Decoded
 * @typedef {import("../types.js").Snapshot} Snapshot
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const heading = make("p", { class: "head-facts-title" });
  const rows = FACTS.map(({ term, name }) => {
    const ticks = document.createElementNS(SVG, "svg");
    ticks.setAttribute("class", "head-facts-ticks");
    ticks.setAttribute("preserveAspectRatio", "none");
    ticks.setAttribute("viewBox", "0 0 100 10");
    ticks.setAttribute("aria-hidden", "true");
    const all = ticks.appendChild(document.createElementNS(SVG, "path"));
    const one = ticks.appendChild(document.createElementNS(SVG, "path"));
    one.setAttribute("class", "head-facts-one");
    const value = make("dd", { class: "number" });
    const label = make("dt", {}, make("button", { type: "button", class: "term", popovertarget: `define-${term}` }, name));
    return { all, one, value, row: make("div", { class: "head-facts-row" }, label, ticks, value) };
  });
  const list = make("dl", { class: "head-facts-list" }, ...rows.map(({ row }) => row));
  const sharing = make("p", { class: "head-facts-sharing", hidden: "" });
  const absent = make("p", { class: "head-facts-sharing", hidden: "" }, "No numbers sum up a head here: a target row holds two distributions.");
  element.replaceChildren(heading, list, absent, sharing);

  /** @param {Snapshot} now */
  function drawAll({ mosaic }) {
    if (!mosaic) return;
    const known = knownFacts(mosaic);
    absent.hidden = known.includes(true);
    rows.forEach(({ all, row }, fact) => {
      row.hidden = !known[fact];
      all.setAttribute("d", ticksOf(mosaic, fact));
    });
  }

  /** @param {Snapshot} now */
  function drawOne({ mosaic, hover, view, models }) {
    element.hidden = mosaic === null;
    if (!mosaic) return;
    const { layer, head } = hover ?? view;
    if (layer >= mosaic.shape[0] || head >= mosaic.shape[1]) return;
    heading.replaceChildren(...title(mosaic, layer, head, view));
    const model = models.find(({ id }) => id === mosaic.view.model);
    const kin = model ? sharedKeys(model, head) : null;
    sharing.hidden = kin === null;
    sharing.replaceChildren(...(kin ? sharingLine(kin) : []));
    rows.forEach(({ one, value }, fact) => {
      const { statistic, print } = /** @type {typeof FACTS[number]} */ (FACTS[fact]);
      const number = mosaic.statistics[statistic]?.at(layer, head) ?? NaN;
      one.setAttribute("d", tick(number, topOf(mosaic, statistic)));
      value.textContent = Number.isFinite(number) ? print(number, mosaic.answer.merge) : "";
    });
  }

  /** @param {Snapshot} now */
  function draw(now) {
    drawAll(now);
    drawOne(now);
    element.toggleAttribute("data-ready", isMosaicFresh(now) || isEmpty(now));
  }

  draw(store.get());
  return store.subscribe((now, before) => {
    if (now.mosaic !== before.mosaic || now.status !== before.status) draw(now);
    else if (now.hover !== before.hover || now.view !== before.view) draw(now);
  });
}

/** @param {Decoded} mosaic @param {number} layer @param {number} head @param {import("../types.js").View} view */
function title(mosaic, layer, head, view) {
  const name = make("b", {}, `Layer ${layer}, head ${head}`);
  const pair = strongestPair(mosaic, layer, head, view);
  if (!pair) return [name];
  const text = make(
    "span",
    { class: "head-facts-pair" },
    make("bdi", {}, pair.query),
    " → ",
    make("bdi", {}, pair.key),
    mosaic.answer.quantity === "scores" ? `, weight ${pair.weight.toFixed(3)}` : ` ${pair.weight.toFixed(3)}`,
  );
  return [name, " ", term(), " ", text];
}

/** @param {{shared: number, others: number[]}} kin */
function sharingLine({ shared, others }) {
  const heads = others.length === 1 ? "head" : "heads";
  const button = make("button", { type: "button", class: "term", popovertarget: "define-grouped" }, `key/value head ${shared}`);
  return ["Shares ", button, ` with ${heads} ${others.join(" and ")}: other queries, the same keys and values.`];
}

function term() {
  return make("button", { type: "button", class: "term muted", popovertarget: "define-pair" }, "strongest pair");
}

/** A tick for each head on the scale of one statistic. @param {Decoded} mosaic @param {number} fact */
function ticksOf(mosaic, fact) {
  const { statistic } = /** @type {typeof FACTS[number]} */ (FACTS[fact]);
  const top = topOf(mosaic, statistic);
  const numbers = [...(mosaic.statistics[statistic]?.data ?? [])];
  return numbers.map((number) => tick(number, top)).join("");
}

/** The largest of all heads. @param {Decoded} mosaic @param {string} statistic */
function topOf(mosaic, statistic) {
  const numbers = [...(mosaic.statistics[statistic]?.data ?? [])].filter(Number.isFinite);
  return Math.max(...numbers, Number.MIN_VALUE);
}

/** A stroke where a number stands between 0 and the largest. @param {number} number @param {number} top */
function tick(number, top) {
  return Number.isFinite(number) ? `M${((number / top) * 100).toFixed(2)} 0V10` : "";
}

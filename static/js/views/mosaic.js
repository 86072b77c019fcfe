// @ts-check
/**
 * All heads at once: one canvas, a button over each head.
 *
 * The buttons carry the names, the keys and the outlines; the canvas only the
 * pixels, so that an update never touches more than one element.
 */
import { make, setAttribute } from "../dom.js";
import { layOutLayers, layOutRanks, layOutStrip, orderHeads, orderOf, step } from "../plot/mosaic-layout.js";
import { fitCanvas, makeInk, paintMosaic } from "../plot/mosaic-paint.js";
import { readTheme, watchTheme } from "../plot/theme.js";
import { sayHead } from "../plot/say-head.js";
import { isEmpty, isMosaicFresh } from "../state/fresh.js";
import { selectHead } from "../state/selection.js";
import { leaveTime } from "../timing.js";

/**
 * @typedef {import("../types.js").Snapshot} Snapshot
 * @typedef {import("../plot/mosaic-layout.js").MosaicLayout} MosaicLayout
 */

const NARROW = matchMedia("(width < 48rem)");
const TALLEST = 430;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Store} store
 */
export function mount(element, store) {
  const canvas = make("canvas", { class: "mosaic-canvas", "aria-hidden": "true" });
  const grid = make("div", { class: "mosaic-grid", role: "listbox", "aria-label": "All heads", tabindex: -1 });
  const tiles = make("div", { class: "mosaic-tiles" }, canvas, grid);
  const room = make("div", { class: "mosaic-room" }, tiles);
  element.querySelector(".mosaic-room")?.replaceWith(room) ?? element.append(room);
  /** @type {MosaicLayout|null} */
  let layout = null;
  let drawnFor = "";
  let ink = readInk();

  function readInk() {
    const style = getComputedStyle(element);
    return { ink: makeInk(readTheme(element), style.getPropertyValue("--edge").trim()), edge: style.getPropertyValue("--rule").trim() };
  }

  function lay() {
    const { mosaic, view } = store.get();
    if (!mosaic) return;
    const next = layOut(mosaic, view.order, element.clientWidth);
    const key = JSON.stringify([next.tiles, next.size]);
    layout = next;
    if (key !== drawnFor) placeTiles(grid, tiles, next);
    drawnFor = key;
    mark(store.get());
  }

  function paint() {
    const { mosaic, view } = store.get();
    if (!mosaic || !layout) return;
    const density = window.devicePixelRatio || 1;
    const shown = Math.min(layout.width, Math.max(room.clientWidth, 1));
    fitCanvas(canvas, shown, layout.height, density);
    const start = performance.now();
    const shift = NARROW.matches ? room.scrollLeft : 0;
    paintMosaic(canvas, mosaic, layout, { ...ink, scale: view.scale, density, shift });
    leaveTime("draw mosaic", start);
  }

  /** @param {Snapshot} now */
  function mark(now) {
    const { layer, head } = now.view;
    for (const button of grid.querySelectorAll("button")) {
      const isChosen = button.dataset.place === `${layer}.${head}`;
      if (isChosen === (button.ariaSelected === "true")) continue;
      button.ariaSelected = String(isChosen);
      button.tabIndex = isChosen ? 0 : -1;
      if (isChosen && NARROW.matches) reveal(room, button);
    }
    setAttribute(element, "data-ready", isMosaicFresh(now) || isEmpty(now));
  }

  /** @param {HTMLElement} button */
  function choose(button) {
    const { view, mosaic } = store.get();
    if (!mosaic) return;
    const { layer, head } = placeOf(button);
    store.set({ view: selectHead(view, layer, head, { n_layers: null, n_heads: null }) });
  }

  /** @param {Event} event */
  const tileOf = (event) => /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("button"));

  grid.addEventListener("click", (event) => {
    const button = tileOf(event);
    if (button) choose(button);
  });
  grid.addEventListener("pointerover", (event) => {
    const button = tileOf(event);
    if (!button || /** @type {PointerEvent} */ (event).pointerType === "touch") return;
    store.set({ hover: placeOf(button) });
  });
  grid.addEventListener("pointerleave", () => store.set({ hover: null }));
  grid.addEventListener("focusin", (event) => {
    const { mosaic } = store.get();
    const button = tileOf(event);
    if (button && mosaic) button.ariaLabel = sayHead(mosaic, button.dataset.place ?? "");
  });
  grid.addEventListener("keydown", (event) => {
    const buttons = [...grid.querySelectorAll("button")];
    const from = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = layout && from >= 0 ? step(layout, from, event.key) : null;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    const button = /** @type {HTMLElement} */ (buttons[to]);
    choose(button);
    button.focus();
  });
  room.addEventListener("scroll", () => requestAnimationFrame(paint), { passive: true });

  const resized = new ResizeObserver(() => {
    lay();
    paint();
  });
  resized.observe(element);
  const unwatch = watchTheme(() => {
    ink = readInk();
    paint();
  });
  const unsubscribe = store.subscribe((now, before) => {
    if (now.mosaic !== before.mosaic || now.view.order !== before.view.order) lay();
    if (now.mosaic !== before.mosaic || now.view.order !== before.view.order || now.view.scale !== before.view.scale) paint();
    if (now.view !== before.view || now.status !== before.status) mark(now);
  });
  lay();
  paint();
  mark(store.get());
  return () => {
    unsubscribe();
    unwatch();
    resized.disconnect();
    room.remove();
  };
}

/**
 * @param {import("../types.js").Decoded} mosaic
 * @param {import("../types.js").Order} wanted
 * @param {number} width
 */
function layOut(mosaic, wanted, width) {
  const order = orderOf(mosaic, wanted);
  const heads = orderHeads(mosaic, order);
  if (NARROW.matches) return layOutStrip(heads);
  const room = { width, height: TALLEST };
  if (order !== "layer") return layOutRanks(heads, room);
  return layOutLayers({ nLayers: mosaic.shape[0], nHeads: mosaic.shape[1] }, room);
}

/** @param {HTMLElement} grid @param {HTMLElement} tiles @param {MosaicLayout} layout */
function placeTiles(grid, tiles, layout) {
  const { size } = layout;
  grid.replaceChildren(
    ...layout.tiles.map(({ layer, head, x, y, name }) => {
      const button = make("button", {
        type: "button",
        class: "head",
        role: "option",
        "aria-label": `Layer ${layer}, head ${head}`,
        "aria-selected": "false",
        tabindex: -1,
        "data-place": `${layer}.${head}`,
        "data-name": name,
      });
      Object.assign(button.style, { left: `${x}px`, top: `${y}px`, width: `${size}px`, height: `${size}px` });
      return button;
    }),
  );
  for (const old of tiles.querySelectorAll(".mosaic-label")) old.remove();
  for (const { text, x, y, align } of layout.labels) {
    const label = make("span", { class: "mosaic-label", "data-align": align, "aria-hidden": "true" }, text);
    Object.assign(label.style, { left: `${x}px`, top: `${y}px` });
    tiles.append(label);
  }
  Object.assign(tiles.style, { width: `${layout.width}px`, height: `${layout.height}px` });
}

/** @param {HTMLElement} button */
function placeOf(button) {
  const [layer = 0, head = 0] = (button.dataset.place ?? "").split(".").map(Number);
  return { layer, head };
}

/** Bring a head into the strip's sight. @param {HTMLElement} room @param {HTMLElement} button */
function reveal(room, button) {
  const [left, right] = [button.offsetLeft, button.offsetLeft + button.offsetWidth];
  if (left < room.scrollLeft || right > room.scrollLeft + room.clientWidth) {
    room.scrollTo({ left: left - (room.clientWidth - button.offsetWidth) / 2 });
  }
}

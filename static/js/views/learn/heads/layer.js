// @ts-check
/**
 * Paint the heads of a layer, each small and all on one scale; choose one.
 */
import { makeScale } from "../../../plot/colors.js";
import { readTheme, watchTheme } from "../../../plot/theme.js";

const SHADES = 256;

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const tiles = [.../** @type {NodeListOf<HTMLButtonElement>} */ (element.querySelectorAll("button"))];

  function paint() {
    const { pictures } = store.get().numbers;
    if (!pictures) return;
    const colors = shadesOf(element);
    tiles.forEach((tile, head) => {
      const canvas = /** @type {HTMLCanvasElement} */ (tile.querySelector("canvas"));
      paintTile(canvas, pictures.weights[head], colors);
    });
    element.dataset.ready = "";
  }

  function mark() {
    const { head } = store.get().state;
    tiles.forEach((tile, place) => {
      tile.ariaChecked = String(place === head);
      tile.tabIndex = place === head ? 0 : -1;
    });
  }

  /** @param {number} head */
  function choose(head) {
    const { state } = store.get();
    if (state.head !== head) store.set({ state: { ...state, head } });
  }

  /** How many tiles stand in a row. */
  function across() {
    const below = tiles.findIndex((tile) => tile.offsetTop > tiles[0].offsetTop);
    return below < 0 ? tiles.length : below;
  }

  element.addEventListener("click", ({ target }) => {
    const place = tiles.findIndex((tile) => tile.contains(/** @type {Node} */ (target)));
    if (place >= 0) choose(place);
  });
  element.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across(), ArrowDown: across() }[event.key];
    const next = store.get().state.head + (step ?? 0);
    if (step === undefined) return;
    event.preventDefault();
    if (!tiles[next]) return;
    choose(next);
    tiles[next].focus();
  });
  const observer = new ResizeObserver(paint);
  observer.observe(element);
  const stopTheme = watchTheme(paint);
  mark();
  paint();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.numbers.pictures !== before.numbers.pictures) paint();
    if (now.state.head !== before.state.head) mark();
  });
  return () => {
    observer.disconnect();
    stopTheme();
    unsubscribe();
  };
}

/** @param {HTMLElement} element */
function shadesOf(element) {
  const scale = makeScale(readTheme(element).stops);
  return Array.from({ length: SHADES }, (_, shade) => scale(shade / (SHADES - 1)));
}

/** @param {HTMLCanvasElement} canvas @param {number[][]} cells @param {string[]} colors */
function paintTile(canvas, cells, colors) {
  const side = Math.round(canvas.clientWidth * devicePixelRatio);
  const context = canvas.getContext("2d");
  if (!context || side === 0) return;
  if (canvas.width !== side) Object.assign(canvas, { width: side, height: side });
  // Whole pixels, so that no seam shows between cells.
  const edges = Array.from({ length: cells.length + 1 }, (_, place) => Math.round((place * side) / cells.length));
  cells.forEach((line, row) => {
    line.forEach((weight, column) => {
      context.fillStyle = colors[Math.round(Math.min(1, Math.max(0, weight)) * (SHADES - 1))];
      context.fillRect(edges[column], edges[row], edges[column + 1] - edges[column], edges[row + 1] - edges[row]);
    });
  });
}

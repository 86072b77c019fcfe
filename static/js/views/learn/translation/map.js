// @ts-check
/**
 * The map: choose a part with a click or the keys, and paint each part's own
 * numbers in its box.
 */
import { make } from "../../../dom.js";
import { partBeside } from "../../../learn/translation-map.js";
import { partOf } from "../../../learn/translation-parts.js";
import { pictureOf } from "../../../plot/lesson-picture.js";
import { watchTheme } from "../../../plot/theme.js";

const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const parts = /** @type {SVGGElement[]} */ ([...element.querySelectorAll(".map-part")]);
  const canvas = element.appendChild(make("canvas", { hidden: true }));

  function paint() {
    const { overview } = store.get().numbers;
    if (!overview) return;
    /** @type {Map<string, string[]>} */
    const painted = new Map();
    for (const [id, pictures] of Object.entries(overview.pictures)) {
      painted.set(id, pictures.map((/** @type {any} */ { cells, ends }) => pictureOf(canvas, cells, ends)));
    }
    for (const part of parts) {
      const addresses = painted.get(part.dataset.part ?? "");
      part.querySelectorAll("image").forEach((image, place) => image.setAttribute("href", addresses?.[place] ?? ""));
    }
    element.dataset.ready = "";
  }

  function mark() {
    const { part: chosen, head } = store.get().state;
    for (const part of parts) {
      const isChosen = part.dataset.part === chosen;
      part.setAttribute("aria-pressed", String(isChosen));
      part.setAttribute("tabindex", isChosen ? "0" : "-1");
      const isPerHead = part.querySelectorAll("image").length > 1;
      part.querySelectorAll(".map-frame").forEach((frame, place) => frame.toggleAttribute("data-chosen", isChosen && isPerHead && place === head));
    }
  }

  /** @param {string} id @param {number} [picked] the head whose picture was hit */
  function choose(id, picked) {
    const { state } = store.get();
    const tensor = id === state.part ? state.tensor : partOf(id).preferred;
    store.set({ state: { ...state, part: id, tensor, head: picked ?? state.head } });
  }

  element.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const part = /** @type {SVGGElement|null} */ (target.closest(".map-part"));
    if (!part) return;
    const frame = /** @type {SVGElement|null} */ (target.closest(".map-frame"));
    const isPerHead = part.querySelectorAll("image").length > 1;
    choose(part.dataset.part ?? "", frame && isPerHead ? Number(frame.dataset.head) : undefined);
    part.focus({ preventScroll: true });
  });
  element.addEventListener("keydown", (event) => {
    const part = event.target instanceof Element ? /** @type {SVGGElement|null} */ (event.target.closest(".map-part")) : null;
    if (!part) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return choose(part.dataset.part ?? "");
    }
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    const own = [.../** @type {NodeListOf<SVGGElement>} */ (/** @type {Element} */ (part.closest("svg")).querySelectorAll(".map-part"))];
    const find = (/** @type {string} */ id) => /** @type {SVGGElement} */ (own.find((one) => one.dataset.part === id));
    const next = partBeside(part.dataset.part ?? "", event.key, (id) => find(id).getBoundingClientRect().top);
    choose(next);
    find(next).focus();
  });
  const stopTheme = watchTheme(paint);
  mark();
  paint();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.numbers.overview !== before.numbers.overview) paint();
    if (now.state !== before.state) mark();
  });
  return () => {
    stopTheme();
    unsubscribe();
  };
}

// @ts-check
/**
 * Set the weights of the [MASK]'s row beside the influence of each token.
 */
import { make } from "../../../dom.js";
import { formatFigure } from "../../../learn/figures.js";

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const body = /** @type {HTMLTableElement} */ (element.querySelector("table")).tBodies[0];

  function draw() {
    const { state, numbers } = store.get();
    const { looks, measured } = numbers;
    const mask = looks?.masks[state.which];
    if (!mask) return;
    // Influences come later, and are of no use beside another sentence.
    const found = measured?.asked === looks.asked ? measured.masks[state.which] : undefined;
    const best = mask.best[state.layer][state.head];
    const rows = mask.weights[state.layer][state.head].map((/** @type {number} */ weight, /** @type {number} */ place) =>
      line({ token: looks.tokens[place], weight, isBest: place === best, isOwn: place === mask.position }, influenceOf(found, place)),
    );
    body.replaceChildren(...rows);
    element.dataset.ready = "";
  }

  draw();
  return store.subscribe((now, before) => {
    if (now.numbers !== before.numbers || ["layer", "head", "which"].some((name) => now.state[name] !== before.state[name])) draw();
  });
}

/** @param {import("../../../learn/bert-looks.js").Measured|undefined} measured @param {number} place */
function influenceOf(measured, place) {
  const found = measured?.influences.find((one) => one.place === place);
  const most = measured?.most?.kl ?? 0;
  return { kl: found?.kl, share: found && most > 0 ? found.kl / most : 0, isMost: found !== undefined && found === measured?.most };
}

/**
 * @param {{token: string, weight: number, isBest: boolean, isOwn: boolean}} row
 * @param {ReturnType<typeof influenceOf>} influence
 */
function line({ token, weight, isBest, isOwn }, { kl, share, isMost }) {
  const second = isOwn ? make("td", { class: "muted drawn-none" }, "–") : cell(kl, share, isMost);
  const made = make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, token)), cell(weight, weight, isBest), second);
  made.toggleAttribute("data-own", isOwn);
  return made;
}

/** @param {number|undefined} number @param {number} share @param {boolean} isMost */
function cell(number, share, isMost) {
  const bar = make("span", { class: "share-bar" });
  bar.style.setProperty("--share", String(share));
  return make("td", { class: "share", "data-most": isMost }, bar, make("span", { class: "share-number" }, formatFigure(number, 3)));
}

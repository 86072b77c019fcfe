// @ts-check
/**
 * Draw a lesson's figure again when its numbers, its room or the theme change:
 * at most once a frame.
 */
import { watchTheme } from "./theme.js";

/** @typedef {(snapshot: any) => unknown[]} InputsOf what a drawing depends on */

/**
 * @param {HTMLElement} element carries `data-ready` while its drawing is the newest
 * @param {{ subscribe: (listener: (now: any, before: any) => void) => () => void }} store
 * @param {InputsOf} inputsOf nothing is drawn again while these are the same
 * @param {(room: {width: number}) => void} draw
 * @returns {() => void} stops drawing
 */
export function keepDrawn(element, store, inputsOf, draw) {
  let frame = 0;
  let drawnWidth = -1;

  function redraw() {
    frame = 0;
    drawnWidth = element.clientWidth;
    if (drawnWidth === 0) return;
    draw({ width: drawnWidth });
    element.dataset.ready = "";
  }

  function ask() {
    delete element.dataset.ready;
    frame ||= requestAnimationFrame(redraw);
  }

  const observer = new ResizeObserver(() => {
    if (element.clientWidth !== drawnWidth) ask();
  });
  observer.observe(element);
  const stopTheme = watchTheme(ask);
  const unsubscribe = store.subscribe((now, before) => {
    const [inputs, old] = [inputsOf(now), inputsOf(before)];
    if (inputs.some((input, place) => input !== old[place])) ask();
  });
  redraw();
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    stopTheme();
    unsubscribe();
  };
}

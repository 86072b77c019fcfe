// @ts-check
/**
 * Draw lines over the layers of a model, with their names above and their last
 * numbers beside; the pointer and the arrow keys read a layer.
 */
import { make } from "../../../dom.js";
import { layOutLines, sayLayer } from "../../../learn/block-chart.js";
import { find, scopeOf } from "../../../learn/paths.js";

const SVG = "http://www.w3.org/2000/svg";
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** @param {HTMLElement} element @param {import("../../../lesson-types.js").LessonStore} store */
export function mount(element, store) {
  const { path = "", scale = "linear", height = "240", digits = "2", title = "" } = element.dataset;
  const room = /** @type {HTMLElement} */ (element.querySelector(".lines-room"));
  const names = /** @type {HTMLElement} */ (element.querySelector(".lines-names"));
  const said = /** @type {HTMLElement} */ (element.querySelector(".lines-said"));
  const hint = said.textContent ?? "";
  /** @type {import("../../../learn/block-real.js").Lines|undefined} */
  let lines;
  /** @type {import("../../../learn/block-chart.js").Chart|undefined} */
  let chart;
  let place = -1;

  function draw() {
    lines = find(scopeOf(store.get()), path);
    const isEmpty = !lines || lines.series.length === 0;
    room.toggleAttribute("data-empty", isEmpty);
    if (isEmpty || room.clientWidth === 0) return room.replaceChildren();
    const shown = /** @type {import("../../../learn/block-real.js").Lines} */ (lines);
    const size = { width: room.clientWidth, height: Number(height) };
    chart = layOutLines(shown, size, scale === "log" ? "log" : "linear", Number(digits));
    names.replaceChildren(...shown.series.map(({ name }, line) => make("li", {}, sample(line), name)));
    room.ariaLabel = `${title}. ${sayLayer(shown, 0, Number(digits))}. ${sayLayer(shown, shown.places.length - 1, Number(digits))}.`;
    room.replaceChildren(picture(chart, size));
    read(place);
    element.dataset.ready = "";
  }

  /** @param {number} wanted */
  function read(wanted) {
    room.querySelector(".lines-cursor")?.remove();
    if (!lines || !chart || wanted < 0) return;
    place = Math.min(lines.places.length - 1, wanted);
    said.textContent = sayLayer(lines, place, Number(digits));
    const { frame, columns } = chart;
    const cursor = svg("line", { class: "lines-cursor", x1: columns[place], x2: columns[place], y1: frame.top, y2: frame.bottom });
    room.firstElementChild?.prepend(cursor);
  }

  room.addEventListener("pointermove", (event) => {
    if (!chart) return;
    const across = event.clientX - room.getBoundingClientRect().left;
    const gaps = chart.columns.map((column) => Math.abs(column - across));
    read(gaps.indexOf(Math.min(...gaps)));
  });
  room.addEventListener("pointerleave", () => {
    place = -1;
    read(-1);
    said.textContent = hint;
  });
  room.addEventListener("keydown", (event) => {
    const step = KEYS[/** @type {"Home"} */ (event.key)];
    if (step === undefined || !lines) return;
    event.preventDefault();
    const start = place < 0 && step > 0 ? -1 : place;
    read(Math.max(0, Math.min(lines.places.length - 1, start + step)));
  });
  const observer = new ResizeObserver(draw);
  observer.observe(room);
  draw();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.state !== before.state || now.numbers !== before.numbers) draw();
  });
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}

/** @param {import("../../../learn/block-chart.js").Chart} chart @param {{width: number, height: number}} size */
function picture({ lines, across, up, ends, frame }, { width, height }) {
  const grid = up.flatMap(({ at, text }) => [
    svg("line", { class: "lines-grid", x1: frame.left, x2: frame.right, y1: at, y2: at }),
    svg("text", { class: "lines-tick", x: frame.left - 6, y: at + 4, "text-anchor": "end" }, text),
  ]);
  const below = across.map(({ at, text }) => svg("text", { class: "lines-tick", x: at, y: height - 6, "text-anchor": "middle" }, text));
  const drawn = lines.map(({ path, dots }, line) =>
    svg("g", { class: `lines-series lines-series-${line}` }, svg("path", { d: path }), ...dots.map((dot) => marker(line, dot))),
  );
  const last = ends.map(({ at, x, text }) => svg("text", { class: "lines-end", x: x + 8, y: at + 4 }, text));
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...grid, ...below, ...drawn, ...last);
}

/** Each line has a mark of its own: color is never alone. @param {number} line @param {[number, number]} at */
function marker(line, [x, y]) {
  if (line === 0) return svg("circle", { cx: x, cy: y, r: 3 });
  if (line === 1) return svg("rect", { x: x - 2.5, y: y - 2.5, width: 5, height: 5 });
  return svg("path", { class: "lines-mark", d: `M${x} ${y - 3.5}L${x + 3.5} ${y + 2.5}L${x - 3.5} ${y + 2.5}Z` });
}

/** @param {number} line */
function sample(line) {
  const body = svg("g", { class: `lines-series lines-series-${line}` }, svg("path", { d: "M1 6L27 6" }), marker(line, [14, 6]));
  return svg("svg", { width: 28, height: 12, "aria-hidden": "true" }, body);
}

/** @param {string} tag @param {Record<string, string|number>} attributes @param {...(Node|string)} children */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

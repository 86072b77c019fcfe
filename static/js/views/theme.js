// @ts-check
/**
 * Switch between light and dark; the system's own setting needs no memory.
 */
import { make } from "../dom.js";

const KEY = "headlight-theme";
const SVG = "http://www.w3.org/2000/svg";

/** @param {HTMLElement} element */
export function mount(element) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const button = make("button", { type: "button", class: "theme-switch" });
  button.append(halfDisc());

  const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
  function name() {
    const label = current() === "dark" ? "Switch to light" : "Switch to dark";
    button.title = label;
    button.ariaLabel = label;
  }

  button.addEventListener("click", () => {
    const next = current() === "dark" ? "light" : "dark";
    const isSystem = next === (system.matches ? "dark" : "light");
    if (isSystem) delete root.dataset.theme;
    else root.dataset.theme = next;
    remember(isSystem ? null : next);
    name();
  });
  system.addEventListener("change", name);

  element.replaceChildren(button);
  name();
  element.dataset.ready = "";
  return () => system.removeEventListener("change", name);
}

/** @param {string|null} theme */
function remember(theme) {
  try {
    if (theme === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage can be forbidden; the switch then lasts until the page closes.
  }
}

function halfDisc() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const ring = document.createElementNS(SVG, "path");
  ring.setAttribute("d", "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 1.25v10.5a5.25 5.25 0 0 1 0-10.5Z");
  ring.setAttribute("fill", "currentColor");
  ring.setAttribute("fill-rule", "evenodd");
  svg.append(ring);
  return svg;
}

// @ts-check
/**
 * Follow the reader: mark the matrix that the heading in view is about
 * (`data-shows`, its path), and bring it into a figure that moves sideways.
 */

/** @param {HTMLElement} element */
export function mount(element) {
  const headings = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-shows]"))];
  let frame = 0;
  let shown = "";

  /** The last heading above the middle of the screen. */
  function current() {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight * 0.6);
    return (passed.at(-1) ?? headings[0])?.dataset.shows ?? "";
  }

  function follow() {
    frame = 0;
    const path = current();
    if (path === shown) return;
    shown = path;
    for (const matrix of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll(".matrix"))) {
      matrix.toggleAttribute("data-current", matrix.dataset.path === path);
    }
    const matrix = element.querySelector(".matrix[data-current]");
    const strip = element.querySelector(".source");
    if (!matrix || !strip || strip.scrollWidth <= strip.clientWidth) return;
    const left = matrix.getBoundingClientRect().left - strip.getBoundingClientRect().left + strip.scrollLeft;
    strip.scrollTo({ left: left - 8, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  const look = () => {
    frame ||= requestAnimationFrame(follow);
  };
  window.addEventListener("scroll", look, { passive: true });
  window.addEventListener("resize", look);
  follow();
  return () => {
    window.removeEventListener("scroll", look);
    window.removeEventListener("resize", look);
    cancelAnimationFrame(frame);
  };
}

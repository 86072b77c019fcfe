"""Check what every lesson page is held to.

Lives here: the checks that all lessons share. Not here: what one lesson shows.
"""

from collections.abc import Callable

from playwright.sync_api import Page

READY = "[data-lesson][data-ready]"

_SHOWN = """() => {
  const shown = [...document.querySelectorAll('[data-bind]')]
    .filter((one) => !one.closest('[hidden]'))
    .map((one) => `${one.dataset.bind}: ${one.textContent}`);
  const cells = [...document.querySelectorAll('.matrix')].flatMap((matrix) =>
    [...matrix.querySelectorAll('th, td')].map((cell) => [
      matrix.dataset.path,
      cell.querySelector('input')?.value ?? cell.textContent.trim(),
      cell.style.getPropertyValue('--share').trim(),
      cell.hasAttribute('data-masked'),
      cell.parentElement.hasAttribute('data-chosen'),
      cell.querySelector('input')?.ariaLabel ?? '',
    ].join(' | ')));
  const scales = [...document.querySelectorAll('.matrix .matrix-scale')].map(
    (one) => `scale: ${[...one.children].map((part) => part.textContent).join(' ')}`);
  return [...shown, ...cells, ...scales];
}"""

_BASICS = """() => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const say = (what, one) => wrong.push(`${what}: ${one.outerHTML.slice(0, 80)}`);
  const ids = all('[id]').map((one) => one.id);
  for (const id of new Set(ids.filter((one, place) => ids.indexOf(one) !== place)))
    wrong.push(`twice: #${id}`);
  for (const one of all('input, textarea, select, button')) {
    const label = one.ariaLabel || one.title || one.labels?.length;
    if (!label && !one.textContent.trim()) say('no name', one);
  }
  const levels = all('h1, h2, h3')
    .filter((one) => one.checkVisibility())
    .map((one) => Number(one.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) wrong.push(`h1: ${levels}`);
  levels.forEach((level, place) => {
    if (place > 0 && level > levels[place - 1] + 1) wrong.push(`headings: ${levels}`);
  });
  for (const one of all('table th:not([scope])')) say('no scope', one);
  // What Plotly draws stands in an image that has a name.
  const drawn = '[role=img] svg, #js-plotly-tester';
  for (const one of all('[role=img], svg:not([aria-hidden])'))
    if (!one.ariaLabel && !one.querySelector('title') && !one.matches(drawn))
      say('no name', one);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('scrolls sideways');
  return wrong;
}"""


def shown_numbers(page: Page) -> list[str]:
    """List every bound number and every cell of every matrix, as shown."""
    shown: list[str] = page.evaluate(_SHOWN)
    return shown


def check_basics(page: Page) -> None:
    """Hold the page to what a screen reader and a small screen need."""
    assert page.evaluate(_BASICS) == []


def check_same_without_script(
    new_page: Callable[..., Page], url: str, *, without: str = "–"
) -> None:
    """Hold the server's numbers to the script's, one by one.

    A number that the server leaves to the script stands there as a dash.
    """
    plain = new_page(java_script_enabled=False)
    plain.goto(url)
    # Scripts of the page don't run, those of the test do.
    before = shown_numbers(plain)
    page = new_page()
    page.goto(url)
    page.wait_for_selector(READY)
    after = shown_numbers(page)
    written = [line for line in before if not line.endswith(f": {without}")]
    missing = [line for line in written if line not in after]
    assert written
    assert missing == []

"""Lesson 11 in a browser: headings sort, a choice narrows, links lead on."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lesson_checks import check_basics


@pytest.fixture
def family(lesson: Callable[..., Page]) -> Page:
    return lesson("variants")


def names(page: Page) -> list[str]:
    rows = page.locator(".family tbody tr:not([hidden]) th")
    return [text.strip() for text in rows.all_text_contents()]


def test_a_heading_sorts_and_sorts_back(family: Page) -> None:
    heading = family.locator("th[data-column=parameters]")
    heading.get_by_role("link").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert names(family)[0] == "ALBERT, base"

    heading.get_by_role("link").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert names(family)[:2] == ["DeepSeek-V3", "GPT-3"]
    expect(family).to_have_url(re.compile("sort=parameters.*is_descending=true"))
    assert family.locator("th[aria-sort]").count() == 1


def test_a_design_narrows_the_table_and_the_count(family: Page) -> None:
    every = names(family)
    family.get_by_label("both stacks").check(force=True)
    expect(family.locator('[data-bind="family.n_shown"]')).to_have_text("4")
    assert len(names(family)) == 4

    family.get_by_label("all", exact=True).check(force=True)
    expect(family.locator('[data-bind="family.n_shown"]')).to_have_text(str(len(every)))
    assert names(family) == every


def test_the_address_opens_the_same_table_again(
    lesson: Callable[..., Page],
) -> None:
    page = lesson("variants", "?sort=name&is_descending=true&design=encoder")
    found = names(page)
    assert found[0] == "wav2vec 2.0, base"
    assert found == sorted(found, key=str.casefold, reverse=True)


def test_it_keeps_to_the_basics(family: Page) -> None:
    check_basics(family)

"""Say what a lesson module gives, and make the page from it.

Lives here: the contract between a lesson and the kit, the data of both
templates, and which lessons are written. Not here: any one lesson.
"""

import importlib
import importlib.util
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from app.engine import Engine
from app.lessons.address import AddressReader
from app.lessons.figures import to_wire
from app.lessons.modules import lesson_modules
from app.lessons.path import PATH, Step, step_of

_STATIC = Path(__file__).parent.parent.parent / "static"


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the module of a slug calls ``lesson``.

    Attributes:
        read: makes the state, a frozen dataclass, from the address.
        work: makes the numbers of a state, a tree by source name: exactly what
            ``static/js/lessons/<slug>.js`` derives from the API's answers. Runs
            on the thread for small arithmetic; may raise ``ModelError``.
        ask: the same for numbers of a real model, if they come at once; the
            script asks for what is missing.
        has_plot: whether the page draws with Plotly.
    """

    read: Callable[[AddressReader], Any]
    work: Callable[[Any], dict[str, Any]]
    ask: Callable[[Any, Engine], Awaitable[dict[str, Any]]] | None = None
    has_plot: bool = False


@dataclass(frozen=True, slots=True)
class LessonPage:
    """What a lesson's template shows before any script has run.

    Attributes:
        place: from 1.
        tree: the state's fields and, by source, the numbers; what paths such
            as ``worked.weights.{row}.0`` look in.
        notes: what in the address could not be read.
        problem: why there are no numbers, in words; empty if there are.
        boot: what the script starts from, as JSON.
    """

    here: str
    step: Step
    place: int
    n_steps: int
    previous: Step | None
    following: Step | None
    needs: tuple[Step, ...]
    notes: tuple[str, ...]
    problem: str
    tree: dict[str, Any]
    modules: tuple[str, ...]
    style: str
    has_plot: bool
    boot: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LearnPage:
    """What ``learn/index.html`` shows."""

    here: str
    steps: tuple[tuple[int, Step, tuple[Step, ...]], ...]
    minutes: int
    modules: tuple[str, ...]


@cache
def find_lesson(slug: str) -> Lesson | None:
    """Find a lesson that is written; None for every other slug."""
    name = f"app.lessons.{slug}"
    if step_of(slug) is None or importlib.util.find_spec(name) is None:
        return None
    return cast(Lesson, importlib.import_module(name).lesson)


def written_steps() -> tuple[Step, ...]:
    """List the steps of the path whose lessons are written."""
    return tuple(step for step in PATH if find_lesson(step.slug) is not None)


def read_state(lesson: Lesson, query: Mapping[str, str]) -> tuple[Any, tuple[str, ...]]:
    """Read the state and the notes about what could not be read."""
    reader = AddressReader(query)
    state = lesson.read(reader)
    return state, tuple(reader.notes)


def lesson_page(
    step: Step,
    lesson: Lesson,
    *,
    state: Any,
    notes: tuple[str, ...],
    numbers: dict[str, Any],
    problem: str,
) -> LessonPage:
    """Put the page of one lesson together."""
    steps = written_steps()
    place = steps.index(step)
    fields = asdict(state)
    first = asdict(lesson.read(AddressReader({})))
    style = f"css/components/lesson-{step.slug}.css"
    return LessonPage(
        here="learn",
        step=step,
        place=place + 1,
        n_steps=len(steps),
        previous=steps[place - 1] if place > 0 else None,
        following=steps[place + 1] if place + 1 < len(steps) else None,
        needs=tuple(need for need in steps if need.slug in step.needs),
        notes=notes,
        problem=problem,
        tree={**fields, **numbers},
        modules=lesson_modules(step.slug),
        style=style if (_STATIC / style).is_file() else "",
        has_plot=lesson.has_plot,
        boot={
            "lesson": step.slug,
            "state": to_wire(fields),
            "defaults": to_wire(first),
            "numbers": to_wire(numbers),
        },
    )


def learn_page() -> LearnPage:
    """Put the index together: written lessons only."""
    steps = written_steps()
    return LearnPage(
        here="learn",
        steps=tuple(
            (place, step, tuple(need for need in steps if need.slug in step.needs))
            for place, step in enumerate(steps, 1)
        ),
        minutes=sum(step.minutes for step in steps),
        modules=(),
    )

"""Answer ``/learn`` and its lessons: every number there before any script.

Lives here: finding the lesson and its numbers. Not here: what a lesson reads
and shows (``app/lessons``) and the words (``templates/learn``).
"""

import asyncio
from functools import partial
from typing import Any, cast

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException
from starlette.templating import Jinja2Templates

from app.arithmetic import Arithmetic
from app.dependencies import ArithmeticDep, EngineDep
from app.engine import Engine
from app.errors import AppError
from app.lessons.lesson import (
    Lesson,
    find_lesson,
    learn_page,
    lesson_page,
    read_state,
)
from app.lessons.path import step_of
from model import ModelError

router = APIRouter(include_in_schema=False)

# A busy server doesn't hold the page back for a model's numbers.
_PATIENCE_SECONDS = 0.5
_HEADERS = {"Cache-Control": "no-cache"}


@router.get("/learn")
async def read_index(request: Request) -> Response:
    """Show the path: each lesson, its time and what it is good for."""
    return _show(request, "learn/index.html", learn_page())


@router.get("/learn/{slug}")
async def read_lesson(
    request: Request, slug: str, engine: EngineDep, arithmetic: ArithmeticDep
) -> Response:
    """Show a lesson in the state that the address names."""
    step, lesson = step_of(slug), find_lesson(slug)
    if step is None or lesson is None:
        raise HTTPException(404)
    state, notes = read_state(lesson, request.query_params)
    numbers, problem = await _work(lesson, state, arithmetic)
    numbers |= await _ask(lesson, state, engine)
    page = lesson_page(
        step, lesson, state=state, notes=notes, numbers=numbers, problem=problem
    )
    return _show(request, f"learn/{slug}.html", page)


async def _work(
    lesson: Lesson, state: object, arithmetic: Arithmetic
) -> tuple[dict[str, Any], str]:
    """Work the numbers out, or say why there are none."""
    try:
        return await arithmetic.run(partial(lesson.work, state)), ""
    except (AppError, ModelError) as error:
        return {}, f"{error.detail} {error.hint}"


async def _ask(lesson: Lesson, state: object, engine: Engine) -> dict[str, Any]:
    """Ask a real model, if that takes no waiting: the script asks anyway."""
    if lesson.ask is None:
        return {}
    try:
        return await asyncio.wait_for(lesson.ask(state, engine), _PATIENCE_SECONDS)
    except (AppError, ModelError, TimeoutError):
        return {}


def _show(request: Request, template: str, page: object) -> Response:
    templates = cast(Jinja2Templates, request.app.state.templates)
    return templates.TemplateResponse(
        request, template, {"page": page}, headers=_HEADERS
    )

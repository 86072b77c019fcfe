"""Answer ``POST /fine-tunings``.

No GET: it makes something, which then is there under a new id each time.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.disconnect import run_while_connected
from app.engine import Engine
from app.errors import FieldError, InvalidRequest
from app.event_streams import EVENT_MEDIA_TYPE, Event, EventStream, described
from app.fine_tuning_documents import tuning_document, tuning_event
from app.openapi import JSON_MEDIA_TYPE, answers, body_operation
from app.request_reading import read_body
from app.routes.api.adapting import first_model
from app.routes.api.replies import choose_media_type
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS
from app.schemas.fine_tuning_answer import FineTuning
from app.schemas.fine_tunings import FineTuningRequest
from app.settings import Settings
from app.wire import write_json
from model import LabelledText, TuningRecipe

router = APIRouter(tags=["fine-tunings"])

_EVENTS = described(
    "with `stream=true`, `start` (what will be trained), a `step` for each step "
    "(what stands in `curve`), and `end` (the id and the scores)."
)
_HEADERS = {"Cache-Control": "no-store"}


@router.post(
    "/fine-tunings",
    summary="A small fine-tuning on two classes",
    response_class=Response,
    responses=answers(FineTuning, *TEXT_ERRORS, *BODY_ERRORS, media_types=_EVENTS),
    openapi_extra=body_operation(FineTuningRequest),
)
async def fine_tune(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Train a head, alone or with low-rank updates, and keep it for a while.

    The model itself stays as it is. What was made is named by an id, which
    `/classifications`, `/attention` and the other paths take as `adapter`.
    """
    asked = await read_body(request, FineTuningRequest)
    choose_media_type(request, EVENT_MEDIA_TYPE if asked.stream else JSON_MEDIA_TYPE)
    model = asked.model or first_model(
        engine, lambda d: d.family == "encoder", "is an encoder"
    )
    recipe = _recipe(asked)
    if asked.stream:
        events = _events(engine, settings, model, recipe)
        return await EventStream.begin(request, events)
    items = await run_while_connected(request, engine.fine_tunings.whole(model, recipe))
    document = tuning_document(items, settings.tuned_seconds)
    return Response(write_json(document), media_type=JSON_MEDIA_TYPE, headers=_HEADERS)


async def _events(
    engine: Engine, settings: Settings, model: str, recipe: TuningRecipe
) -> AsyncGenerator[Event]:
    async with aclosing(engine.fine_tunings.stream(model, recipe)) as items:
        async for item in items:
            event = tuning_event(item, settings.tuned_seconds)
            if event is not None:
                yield event


def _recipe(asked: FineTuningRequest) -> TuningRecipe:
    """Say what to train.

    Raises:
        InvalidRequest: a rank for a head, which has none.
    """
    if asked.method == "head" and asked.rank is not None:
        said = "means nothing for a head: it has no low-rank updates"
        raise InvalidRequest(
            f"rank {said}.",
            hint="Leave rank out, or choose the method lora.",
            errors=[FieldError(("rank",), "no_rank", said)],
        )
    first, second = asked.classes
    recipe = TuningRecipe(
        classes=(first, second),
        sentences=tuple(LabelledText(s.text, s.label) for s in asked.sentences),
        method=asked.method,
        steps=asked.steps,
        learning_rate=asked.learning_rate,
        seed=asked.seed,
    )
    return recipe if asked.rank is None else replace(recipe, rank=asked.rank)

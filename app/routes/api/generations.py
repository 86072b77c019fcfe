"""Answer ``GET`` and ``POST /generations``."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from fastapi import APIRouter, Request, Response

from app.dependencies import EngineDep, SettingsDep
from app.disconnect import run_while_connected
from app.engine import Engine
from app.etags import answer_headers, etag_of, not_modified
from app.event_streams import EVENT_MEDIA_TYPE, Event, EventStream, described
from app.generation_documents import generation_document, generation_event
from app.generations import GenerationWork
from app.openapi import JSON_MEDIA_TYPE, answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.adapting import model_for
from app.routes.api.replies import choose_media_type
from app.routes.api.texts import BODY_ERRORS, TEXT_ERRORS
from app.schemas.generations import MOST_NEW_TOKENS, Generation, GenerationRequest
from app.settings import Settings
from app.version import VERSION
from app.wire import write_json
from model import GenerationRules, NumberOutOfRange, Sampling

router = APIRouter(tags=["generations"])

_EVENTS = described(
    "with `stream=true`, `start` (model, input_tokens), a `step` for each token "
    "(what stands in `steps`), and `end` (the other fields of the JSON document)."
)
_OBJECTIVE = "next-token"


@router.get(
    "/generations",
    summary="A text gone on with, as a link",
    response_class=Response,
    responses=answers(Generation, *TEXT_ERRORS, media_types=_EVENTS, has_etag=True),
    openapi_extra=query_operation(GenerationRequest),
)
async def generation_by_link(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Let a decoder go on with a text, and tell how it chose each token."""
    asked = read_query(request, GenerationRequest)
    return await _answer(request, engine, settings, asked)


@router.post(
    "/generations",
    summary="A text gone on with",
    response_class=Response,
    responses=answers(Generation, *TEXT_ERRORS, *BODY_ERRORS, media_types=_EVENTS),
    openapi_extra=body_operation(GenerationRequest),
)
async def generation_by_body(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Let a decoder go on with a text, and tell how it chose each token."""
    asked = await read_body(request, GenerationRequest)
    return await _answer(request, engine, settings, asked)


async def _answer(
    request: Request, engine: Engine, settings: Settings, asked: GenerationRequest
) -> Response:
    choose_media_type(request, EVENT_MEDIA_TYPE if asked.stream else JSON_MEDIA_TYPE)
    model_id = model_for(engine, asked.model, _OBJECTIVE, "goes on with a text")
    description = engine.catalogue.describe(model_id)
    work = GenerationWork(
        model_id, asked.text, _rules(asked), asked.split_special_tokens
    )
    if asked.stream:
        return await EventStream.begin(request, _events(engine, work))
    etag = etag_of(
        request,
        VERSION,
        request.url.path,
        settings.dtype,
        description.revision,
        {**asked.model_dump(), "model": model_id},
    )
    unchanged = not_modified(request, etag)
    if unchanged is not None:
        return unchanged
    items = await run_while_connected(request, engine.generations.whole(work))
    return Response(
        write_json(generation_document(items)),
        media_type=JSON_MEDIA_TYPE,
        headers=answer_headers(request, etag),
    )


async def _events(engine: Engine, work: GenerationWork) -> AsyncGenerator[Event]:
    async with aclosing(engine.generations.stream(work)) as items:
        async for item in items:
            event = generation_event(item)
            if event is not None:
                yield event


def _rules(asked: GenerationRequest) -> GenerationRules:
    """Say how to write.

    Raises:
        NumberOutOfRange: more new tokens than are written at once.
    """
    if asked.max_new_tokens > MOST_NEW_TOKENS:
        raise NumberOutOfRange(
            f"max_new_tokens is {asked.max_new_tokens:,}; at most {MOST_NEW_TOKENS} "
            "are written at once.",
            hint="Ask for fewer, and go on from the answer's text.",
            limit=MOST_NEW_TOKENS,
            actual=asked.max_new_tokens,
        )
    return GenerationRules(
        max_new_tokens=asked.max_new_tokens,
        sampling=Sampling(asked.temperature, asked.top_k, asked.top_p),
        seed=asked.seed,
        n_alternatives=asked.top_alternatives,
        use_cache=asked.use_cache,
        stops_at_end=asked.stop_at_end,
    )

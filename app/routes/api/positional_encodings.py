"""Answer ``GET`` and ``POST /positional-encodings``."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

import model
from app.arithmetic import Arithmetic
from app.dependencies import ArithmeticDep, EngineDep
from app.engine import Engine
from app.openapi import answers, body_operation, query_operation
from app.questions import LearnedPositionsQuestion, RotaryParametersQuestion
from app.request_reading import read_body, read_query
from app.routes.api.texts import BODY_ERRORS
from app.routes.api.worked import NPZ, WORKED_ERRORS, Worked, answer_worked
from app.schemas.positional_encodings import (
    PositionalEncodings,
    PositionalEncodingsRequest,
)
from app.wire import NamedArray
from model import UnsupportedByModel, WorkedPositions

router = APIRouter(tags=["positional-encodings"])

_WIDTH = 64
_BASE = 10_000.0
_N_HEADS = 8
_ERRORS = (
    *WORKED_ERRORS,
    "unknown_model",
    "unsupported_by_model",
    "model_unavailable",
)


@router.get(
    "/positional-encodings",
    summary="Positions as numbers, as a link",
    response_class=Response,
    responses=answers(PositionalEncodings, *_ERRORS, media_types=NPZ, has_etag=True),
    openapi_extra=query_operation(PositionalEncodingsRequest),
)
async def positions_by_link(
    request: Request, arithmetic: ArithmeticDep, engine: EngineDep
) -> Response:
    """Encode positions: the waves, a model's own, or what is added to scores."""
    asked = read_query(request, PositionalEncodingsRequest)
    return await _answer(request, arithmetic, engine, asked)


@router.post(
    "/positional-encodings",
    summary="Positions as numbers",
    response_class=Response,
    responses=answers(PositionalEncodings, *_ERRORS, *BODY_ERRORS, media_types=NPZ),
    openapi_extra=body_operation(PositionalEncodingsRequest),
)
async def positions_by_body(
    request: Request, arithmetic: ArithmeticDep, engine: EngineDep
) -> Response:
    """Encode positions: the waves, a model's own, or what is added to scores."""
    asked = await read_body(request, PositionalEncodingsRequest)
    return await _answer(request, arithmetic, engine, asked)


async def _answer(
    request: Request,
    arithmetic: Arithmetic,
    engine: Engine,
    asked: PositionalEncodingsRequest,
) -> Response:
    asked.check_kind()
    if asked.model is None and asked.kind != "learned":
        return await answer_worked(request, arithmetic, asked, _work)
    description = engine.catalogue.describe(asked.model or engine.catalogue.default_id)
    asked = asked.model_copy(update={"model": description.id})
    own = await _own(engine, asked, description)
    return await answer_worked(
        request,
        arithmetic,
        asked,
        lambda asked: _work(asked, own),
        description.revision,
    )


async def _own(
    engine: Engine,
    asked: PositionalEncodingsRequest,
    description: model.ModelDescription,
) -> Any:
    """Find the model's own table or parameters.

    Raises:
        UnsupportedByModel: it tells positions apart another way.
        ModelError, AppError: it can't be asked.
    """
    if asked.kind == "learned":
        return await engine.ask(LearnedPositionsQuestion(asked.model))
    if asked.kind == "t5_bias":
        raise UnsupportedByModel(
            f"{description.id} has no T5 bias: its positions are "
            f"{description.positions or 'unknown'}.",
            hint="Leave the model out for the buckets of distances.",
        )
    found = await engine.ask(RotaryParametersQuestion(asked.model))
    if found.scaling is not None:
        raise UnsupportedByModel(
            f"{description.id} stretches its rotary waves by the rule "
            f"{found.scaling}, which is not shown here.",
            hint="Leave the model out, and give d_model and base.",
        )
    return found


def _work(asked: PositionalEncodingsRequest, own: Any = None) -> Worked:
    """Compute; ``own`` is the model's table, or its rotary parameters."""
    base = _BASE if asked.base is None else asked.base
    width = _WIDTH if asked.d_model is None else asked.d_model
    if asked.kind == "rotary" and own is not None:
        base, width = own.base, own.rotary_dim
    has_waves = asked.kind in ("sinusoidal", "rotary")
    worked = _positions(asked, width, base, own)
    arrays = {
        "encoding": (worked.encoding, _axes(worked)),
        "frequencies": (worked.frequencies, ("pair",)),
        "wavelengths": (worked.wavelengths, ("pair",)),
        "similarity": (worked.similarity, ("position", "position")),
        "slopes": (worked.slopes, ("head",)),
        "buckets": (worked.buckets, ("query", "key")),
    }
    return {
        "kind": asked.kind,
        **{
            name: None if values is None else NamedArray(values, axes)
            for name, (values, axes) in arrays.items()
        },
        "model": asked.model,
        "base": base if has_waves else None,
    }


def _positions(
    asked: PositionalEncodingsRequest, width: int, base: float, own: Any
) -> WorkedPositions:
    n_positions, start = asked.n_positions, asked.start or 0
    with_similarity = asked.similarity is True
    match asked.kind:
        case "alibi":
            n_heads = _N_HEADS if asked.n_heads is None else asked.n_heads
            return model.alibi_positions(n_positions, n_heads)
        case "t5_bias":
            is_bidirectional = asked.bidirectional is not False
            return model.t5_positions(n_positions, is_bidirectional=is_bidirectional)
        case "learned":
            return model.learned_positions(
                own, n_positions, start=start, with_similarity=with_similarity
            )
    work = (
        model.rotary_positions if asked.kind == "rotary" else model.sinusoidal_positions
    )
    return work(
        n_positions, width, start=start, base=base, with_similarity=with_similarity
    )


def _axes(worked: WorkedPositions) -> tuple[str, ...]:
    is_bias = worked.encoding is not None and worked.encoding.ndim > 2
    return ("head", "query", "key") if is_bias else ("position", "feature")

"""Answer ``GET`` and ``POST /scaled-dot-product``."""

from fastapi import APIRouter, Request, Response

import model
from app.dependencies import ArithmeticDep
from app.openapi import answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.texts import BODY_ERRORS
from app.routes.api.worked import NPZ, WORKED_ERRORS, Worked, answer_worked
from app.schemas.masks import mask_specification
from app.schemas.matrices import check_tokens
from app.schemas.scaled_dot_product import ScaledDotProduct, ScaledDotProductRequest
from app.wire import NamedArray

router = APIRouter(tags=["scaled-dot-product"])

_CELLS = ("query", "key")


@router.get(
    "/scaled-dot-product",
    summary="Attention with your own numbers, as a link",
    response_class=Response,
    responses=answers(ScaledDotProduct, *WORKED_ERRORS, media_types=NPZ, has_etag=True),
    openapi_extra=query_operation(ScaledDotProductRequest),
)
async def attend_by_link(request: Request, arithmetic: ArithmeticDep) -> Response:
    """Compute attention step by step, in float64; matrices are JSON."""
    asked = read_query(request, ScaledDotProductRequest)
    return await answer_worked(request, arithmetic, asked, _work)


@router.post(
    "/scaled-dot-product",
    summary="Attention with your own numbers",
    response_class=Response,
    responses=answers(ScaledDotProduct, *WORKED_ERRORS, *BODY_ERRORS, media_types=NPZ),
    openapi_extra=body_operation(ScaledDotProductRequest),
)
async def attend_by_body(request: Request, arithmetic: ArithmeticDep) -> Response:
    """Compute attention step by step, in float64."""
    asked = await read_body(request, ScaledDotProductRequest)
    return await answer_worked(request, arithmetic, asked, _work)


def _work(asked: ScaledDotProductRequest) -> Worked:
    check_tokens(asked.tokens, len(asked.key), "key")
    steps = model.scaled_dot_product(
        asked.query,
        asked.key,
        asked.value,
        mask_specification(asked.mask),
        scale=asked.scale,
    )
    return {
        "dot_products": NamedArray(steps.dot_products, _CELLS),
        "scores": NamedArray(steps.scores, _CELLS),
        "masked_scores": NamedArray(steps.masked_scores, _CELLS),
        "weights": NamedArray(steps.weights, _CELLS),
        "output": NamedArray(steps.output, ("query", "feature")),
        "row_sums": NamedArray(steps.row_sums, ("query",)),
        "fully_masked_rows": steps.fully_masked_rows,
        "scale": steps.scale,
        "tokens": asked.tokens,
    }

"""Answer ``GET`` and ``POST /multi-head-attention``."""

from fastapi import APIRouter, Request, Response

import model
from app.dependencies import ArithmeticDep
from app.openapi import answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.texts import BODY_ERRORS
from app.routes.api.worked import NPZ, WORKED_ERRORS, Worked, answer_worked
from app.schemas.masks import mask_specification
from app.schemas.matrices import check_tokens
from app.schemas.multi_head_attention import (
    MultiHeadAttention,
    MultiHeadAttentionRequest,
)
from app.wire import NamedArray

router = APIRouter(tags=["multi-head-attention"])

_PER_HEAD = ("head", "position", "feature")
_CELLS = ("head", "query", "key")
_STREAM = ("position", "feature")
# In the order they are computed.
_STEPS = {
    "query": _PER_HEAD,
    "key": _PER_HEAD,
    "value": _PER_HEAD,
    "dot_products": _CELLS,
    "scores": _CELLS,
    "masked_scores": _CELLS,
    "weights": _CELLS,
    "head_outputs": _PER_HEAD,
    "concatenated": _STREAM,
}


@router.get(
    "/multi-head-attention",
    summary="Several heads with your own numbers, as a link",
    response_class=Response,
    responses=answers(
        MultiHeadAttention, *WORKED_ERRORS, media_types=NPZ, has_etag=True
    ),
    openapi_extra=query_operation(MultiHeadAttentionRequest),
)
async def heads_by_link(request: Request, arithmetic: ArithmeticDep) -> Response:
    """Compute multi-head attention step by step, in float64."""
    asked = read_query(request, MultiHeadAttentionRequest)
    return await answer_worked(request, arithmetic, asked, _work)


@router.post(
    "/multi-head-attention",
    summary="Several heads with your own numbers",
    response_class=Response,
    responses=answers(
        MultiHeadAttention, *WORKED_ERRORS, *BODY_ERRORS, media_types=NPZ
    ),
    openapi_extra=body_operation(MultiHeadAttentionRequest),
)
async def heads_by_body(request: Request, arithmetic: ArithmeticDep) -> Response:
    """Compute multi-head attention step by step, in float64."""
    asked = await read_body(request, MultiHeadAttentionRequest)
    return await answer_worked(request, arithmetic, asked, _work)


def _work(asked: MultiHeadAttentionRequest) -> Worked:
    check_tokens(asked.tokens, len(asked.inputs), "inputs")
    worked = model.multi_head_attention(
        asked.inputs,
        asked.query_weights,
        asked.key_weights,
        asked.value_weights,
        asked.output_weights,
        mask_specification(asked.mask),
        scale=asked.scale,
    )
    output = worked.output
    return {
        **{
            name: NamedArray(getattr(worked, name), axes)
            for name, axes in _STEPS.items()
        },
        "output": None if output is None else NamedArray(output, _STREAM),
        "fully_masked_rows": worked.fully_masked_rows,
        "scale": worked.scale,
        "tokens": asked.tokens,
    }

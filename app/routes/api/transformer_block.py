"""Answer ``GET`` and ``POST /transformer-block``."""

from fastapi import APIRouter, Request, Response

import model
from app.dependencies import ArithmeticDep
from app.openapi import answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.texts import BODY_ERRORS
from app.routes.api.worked import NPZ, WORKED_ERRORS, Worked, answer_worked
from app.schemas.masks import mask_specification
from app.schemas.matrices import check_tokens
from app.schemas.transformer_block import (
    TransformerBlock,
    TransformerBlockRequest,
)
from app.wire import NamedArray

router = APIRouter(tags=["transformer-block"])

_FEED_FORWARD_TIMES = 4


@router.get(
    "/transformer-block",
    summary="One transformer block, as a link",
    response_class=Response,
    responses=answers(TransformerBlock, *WORKED_ERRORS, media_types=NPZ, has_etag=True),
    openapi_extra=query_operation(TransformerBlockRequest),
)
async def block_by_link(request: Request, arithmetic: ArithmeticDep) -> Response:
    """Send vectors through one block and return every step, in float64."""
    asked = read_query(request, TransformerBlockRequest)
    return await answer_worked(request, arithmetic, asked, _work)


@router.post(
    "/transformer-block",
    summary="One transformer block",
    response_class=Response,
    responses=answers(TransformerBlock, *WORKED_ERRORS, *BODY_ERRORS, media_types=NPZ),
    openapi_extra=body_operation(TransformerBlockRequest),
)
async def block_by_body(request: Request, arithmetic: ArithmeticDep) -> Response:
    """Send vectors through one block and return every step, in float64."""
    asked = await read_body(request, TransformerBlockRequest)
    return await answer_worked(request, arithmetic, asked, _work)


def _work(asked: TransformerBlockRequest) -> Worked:
    check_tokens(asked.tokens, len(asked.inputs), "inputs")
    width = len(asked.inputs[0]) if asked.inputs else 0
    block = model.transformer_block(
        asked.inputs,
        asked.n_heads,
        d_ff=_FEED_FORWARD_TIMES * width if asked.d_ff is None else asked.d_ff,
        seed=asked.seed,
        norm=asked.norm,
        mask=mask_specification(asked.mask),
    )
    return {
        "steps": [_named(step) for step in block.steps],
        "matrices": [_named(matrix) for matrix in block.matrices],
        "norm": asked.norm,
        "fully_masked_rows": block.fully_masked_rows,
        "tokens": asked.tokens,
    }


def _named(step: model.WorkedStep) -> Worked:
    return {
        "name": step.name,
        "title": step.title,
        "values": NamedArray(step.values, step.axes),
    }

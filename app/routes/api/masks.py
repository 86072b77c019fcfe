"""Answer ``GET`` and ``POST /masks``."""

import numpy as np
from fastapi import APIRouter, Request, Response

import model
from app.dependencies import ArithmeticDep
from app.openapi import answers, body_operation, query_operation
from app.request_reading import read_body, read_query
from app.routes.api.texts import BODY_ERRORS
from app.routes.api.worked import NPZ, WORKED_ERRORS, Worked, answer_worked
from app.schemas.mask_answer import MaskAnswer, MaskRequest
from app.wire import NamedArray

router = APIRouter(tags=["masks"])


@router.get(
    "/masks",
    summary="A mask, as a link",
    response_class=Response,
    responses=answers(MaskAnswer, *WORKED_ERRORS, media_types=NPZ, has_etag=True),
    openapi_extra=query_operation(MaskRequest),
)
async def mask_by_link(request: Request, arithmetic: ArithmeticDep) -> Response:
    """Build a mask: which keys each query may look at."""
    asked = read_query(request, MaskRequest)
    return await answer_worked(request, arithmetic, asked, _work)


@router.post(
    "/masks",
    summary="A mask",
    response_class=Response,
    responses=answers(MaskAnswer, *WORKED_ERRORS, *BODY_ERRORS, media_types=NPZ),
    openapi_extra=body_operation(MaskRequest),
)
async def mask_by_body(request: Request, arithmetic: ArithmeticDep) -> Response:
    """Build a mask: which keys each query may look at."""
    asked = await read_body(request, MaskRequest)
    return await answer_worked(request, arithmetic, asked, _work)


def _work(asked: MaskRequest) -> Worked:
    n_keys = asked.query_length if asked.key_length is None else asked.key_length
    mask = model.work_mask(asked.specification(), asked.query_length, n_keys)
    axes = ("text", "query", "key")[-mask.allowed.ndim :]
    rows = mask.fully_masked_rows
    return {
        "kind": asked.kind,
        "allowed": NamedArray(mask.allowed, axes),
        "additive": NamedArray(mask.additive.astype(np.float64), axes),
        "fully_masked_rows": list(rows) if len(rows) > 1 else rows[0],
        "allowed_fraction": mask.allowed_fraction,
    }

"""Answer ``/``: the page in the state its address says, before any script.

Lives here: finding what the page shows. Not here: reading the address
(``app/page_view.py``) and the wording (``app/contexts.py``).
"""

import asyncio
from typing import cast

from fastapi import APIRouter, Request, Response
from starlette.templating import Jinja2Templates

from app.contexts import explore_page
from app.dependencies import EngineDep, SettingsDep
from app.documents import current_description, model_document
from app.engine import Engine, TextInput
from app.errors import AppError
from app.page_parts import is_single
from app.page_view import View, first_view, fit_to, names_head, read_view
from model import ModelDescription, ModelError, Token

router = APIRouter(include_in_schema=False)

# The tokens are a courtesy: the script brings them anyway, so a busy server
# doesn't hold the page back for them.
_PATIENCE_SECONDS = 0.5
_HEADERS = {"Cache-Control": "no-cache"}


@router.get("/")
async def read_explore(
    request: Request, engine: EngineDep, settings: SettingsDep
) -> Response:
    """Show the head, text and choices that the address names."""
    query = request.query_params
    defaults = first_view(engine.catalogue.default_id)
    ids = engine.catalogue.ids
    models = [current_description(engine, model_id) for model_id in ids]
    view = read_view(query, defaults)
    model = next((model for model in models if model.id == view.model), None)
    if model is not None:
        view = fit_to(view, model)
    tokens, note = await _find_tokens(engine, view, model)
    page = explore_page(
        view=view,
        defaults=defaults,
        has_head=names_head(query, defaults)
        or (model is not None and is_single(model, view.part)),
        models=models,
        tokens=tokens,
        note=note,
        limits={"max_characters": settings.max_characters},
        wire_models=[model_document(model) for model in models],
    )
    templates = cast(Jinja2Templates, request.app.state.templates)
    return templates.TemplateResponse(
        request, "explore.html", {"page": page}, headers=_HEADERS
    )


async def _find_tokens(
    engine: Engine, view: View, model: ModelDescription | None
) -> tuple[tuple[Token, ...], str]:
    """Make the tokens if that takes no waiting; else say what is going on."""
    if view.text == "":
        return (), ""
    if model is None:
        return (), f"There is no model called {view.model} here."
    if not model.available:
        return (), f"{model.title} can't be used here: {model.reason}"
    if not model.loaded:
        return (), f"{model.title} is loading; its tokens follow."
    asked = TextInput(model=view.model, text=view.text, text_pair=view.pair or None)
    try:
        _, tokenized = await asyncio.wait_for(engine.tokenize(asked), _PATIENCE_SECONDS)
    except TimeoutError:
        return (), "The server is busy; the tokens follow."
    except (AppError, ModelError) as error:
        return (), f"{error.detail} {error.hint}"
    return tokenized.tokens, ""

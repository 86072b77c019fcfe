"""Say the adapter of a request in the words of the engine.

Lives here: what the paths share that take an adapter: which one is meant, and
which model where none is named. Not here: the paths (one file each).
"""

from collections.abc import Callable

from app.engine import Engine
from app.errors import FieldError, InvalidRequest
from app.schemas.adapters import AdapterRequest
from model import AdapterUse, ModelDescription, UnsupportedByModel

_HOW = ("adapter_scale", "adapter_rank")


def adapter_use(
    asked: AdapterRequest, implied: AdapterUse | None = None
) -> AdapterUse | None:
    """Take the adapter of a request; None for the model as it is.

    Args: ``implied`` is used where none is named.

    Raises:
        InvalidRequest: it says how strongly none acts.
    """
    adapter_id = asked.adapter or (implied.id if implied else None)
    if adapter_id is not None:
        return AdapterUse(adapter_id, asked.adapter_scale, asked.adapter_rank)
    given = [
        name
        for name in _HOW
        if name in asked.model_fields_set and getattr(asked, name) is not None
    ]
    if given:
        said = "means nothing without an adapter, and none is named"
        raise InvalidRequest(
            f"{given[0]} {said}.",
            hint=f"Name an adapter, or leave {given[0]} out.",
            errors=[FieldError((name,), "no_adapter", said) for name in given],
        )
    return None


def predicting_adapter(
    engine: Engine, asked: AdapterRequest, model_id: str, objective: str
) -> AdapterUse | None:
    """Take the adapter of a request, or the one whose head answers it.

    Raises:
        InvalidRequest: as ``adapter_use``.
        UnknownModel: no such id in the catalogue.
    """
    description = engine.catalogue.describe(model_id)
    return adapter_use(asked, description.default_adapter(objective))


def first_model(
    engine: Engine, fits: Callable[[ModelDescription], object], what: str
) -> str:
    """Name the first model of the catalogue that something can be asked of.

    Raises:
        UnsupportedByModel: there is none.
    """
    for description in engine.catalogue.describe_all():
        if fits(description):
            return description.id
    raise UnsupportedByModel(
        f"No model of this server {what}.",
        hint="GET /api/v1/models lists what each can be asked.",
    )


def model_for(engine: Engine, named: str | None, objective: str, what: str) -> str:
    """Take the model that is named, or the first with an objective.

    Raises:
        UnsupportedByModel: none is named, and none has it.
    """
    return named or first_model(engine, lambda d: objective in d.objectives, what)

"""Whatever fits OpenAPI, or just misses it, is answered as OpenAPI says."""

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from app.engine import Engine
from app.main import create_app
from app.settings import Settings
from tests.app.fakes import FakeCatalogue


def make_app() -> Any:
    """Make an app of fake models; schemathesis calls itself ``testserver``."""
    limits = Settings(
        cache_folder=Path("unused"), allowed_hosts=("testserver",), preload=False
    )
    catalogue: Any = FakeCatalogue()
    app = create_app(limits, Engine(catalogue, limits))

    async def without_lifespan(scope: Any, receive: Any, send: Any) -> None:
        # Schemathesis stops an app it has read the document of for good.
        if scope["type"] == "lifespan":
            raise RuntimeError("this app starts and stops with the process")
        await app(scope, receive, send)

    return without_lifespan


schema = schemathesis.openapi.from_asgi("/openapi.json", make_app())


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_those_described(case):
    # Which layers, heads and positions exist depends on model and text.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])

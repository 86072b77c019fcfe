"""The examples about one forward are what the models really answer."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.engine import Engine
from app.schemas.forward_examples import FORWARD_EXAMPLES
from app.settings import Settings
from tests.app.conftest import client_of

pytestmark = pytest.mark.anyio

PATHS = {
    "next-token": "NextToken",
    "residual-stream": "ResidualStream",
    "similarities": "Similarities",
}
# Another processor may add in another order.
ROUNDING = 2e-2


@pytest.fixture
async def real_client(
    catalogue: Any, minilm: Any, smollm2: Any, settings: Settings
) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to an app that has both models in memory."""
    engine = Engine(catalogue, settings.model_copy(update={"preload": False}))
    await engine.start()
    async with client_of(engine, settings) as client:
        yield client
    await engine.stop()


def compare(found: Any, shown: Any, path: str) -> None:
    """Compare two documents; numbers with a point may differ by rounding."""
    if isinstance(shown, dict):
        assert found.keys() == shown.keys(), path
        for name, value in shown.items():
            compare(found[name], value, f"{path}.{name}")
    elif isinstance(shown, list):
        assert len(found) == len(shown), path
        for place, value in enumerate(shown):
            compare(found[place], value, f"{path}[{place}]")
    elif isinstance(shown, float):
        assert found == pytest.approx(shown, abs=ROUNDING), path
    else:
        assert found == shown, path


@pytest.mark.parametrize(("path", "name"), PATHS.items(), ids=PATHS)
async def test_the_example_is_what_the_model_answers(real_client, path, name):
    asked = FORWARD_EXAMPLES[f"{name}Request"]
    answer = await real_client.post(f"/api/v1/{path}", json=asked)
    assert answer.status_code == 200, answer.text
    compare(answer.json(), FORWARD_EXAMPLES[name], name)

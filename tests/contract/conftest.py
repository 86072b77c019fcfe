"""Share one app of fake models: the contract is hundreds of short questions."""

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.engine import Engine
from app.logs import configure_logging
from app.settings import Settings
from tests.app.conftest import client_of
from tests.app.fakes import FakeCatalogue, FakeControls


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def logs() -> io.StringIO:
    """Log as a server does: pytest's console would get rich tracebacks."""
    stream = io.StringIO()
    configure_logging("json", stream)
    return stream


@pytest.fixture(scope="session")
def controls() -> FakeControls:
    """Count what the fake models are asked."""
    return FakeControls()


@pytest.fixture(scope="session")
def settings(tmp_path_factory: Any) -> Settings:
    """Set everything as an operator who sets nothing."""
    folder: Path = tmp_path_factory.mktemp("cache")
    return Settings(cache_folder=folder, grace_seconds=0.2)


@pytest.fixture(scope="session")
async def engine(settings: Settings, controls: FakeControls) -> AsyncIterator[Engine]:
    """Run one engine of fake models for all tests of the contract."""
    catalogue: Any = FakeCatalogue(controls=controls)
    engine = Engine(catalogue, settings)
    await engine.start()
    yield engine
    await engine.stop()


@pytest.fixture(scope="session")
async def client(
    engine: Engine, settings: Settings
) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to the app, without a network."""
    async with client_of(engine, settings) as client:
        yield client

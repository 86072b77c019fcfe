"""Give the tests of the service an app, an engine and a client."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.engine import Engine
from app.logs import configure_logging
from app.main import create_app
from app.settings import Settings
from tests.app.fakes import FakeCatalogue, FakeControls


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def log_stream() -> io.StringIO:
    """Log as a server does, to where a test can read it."""
    stream = io.StringIO()
    configure_logging("json", stream)
    return stream


@pytest.fixture
def controls() -> FakeControls:
    """Hold the fake models in hand."""
    return FakeControls()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Set everything as an operator who sets nothing, but with no grace."""
    return Settings(cache_folder=tmp_path, grace_seconds=0.2)


@pytest.fixture
def catalogue(controls: FakeControls) -> FakeCatalogue:
    """List a fake encoder (the default) and a fake decoder, both loaded."""
    return FakeCatalogue(controls=controls)


@pytest.fixture
async def engine(
    catalogue: Any, settings: Settings, controls: FakeControls
) -> AsyncIterator[Engine]:
    """Run an engine of fake models, and let every held forward go at the end."""
    engine = Engine(catalogue, settings, restart_seconds=0.3)
    await engine.start()
    yield engine
    controls.gate.set()
    controls.load_gate.set()
    await engine.stop()


@asynccontextmanager
async def client_of(
    engine: Engine, settings: Settings
) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to an app of this engine, without a network."""
    transport = httpx.ASGITransport(app=create_app(settings, engine))
    async with httpx.AsyncClient(
        transport=transport, base_url="http://localhost"
    ) as client:
        yield client


@pytest.fixture
async def client(
    engine: Engine, settings: Settings
) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to an app of fake models, without a network."""
    async with client_of(engine, settings) as client:
        yield client

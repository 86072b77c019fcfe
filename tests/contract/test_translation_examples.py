"""The examples about translations are what the models really answer."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.engine import Engine
from app.schemas.card_results import CardResults
from app.schemas.model_card import ModelCard
from app.schemas.translated import TRANSLATED
from app.settings import Settings
from model import Catalogue
from tests.app.conftest import client_of
from tests.contract.test_forward_examples import compare
from tests.contract.translation_examples import ask_all

pytestmark = pytest.mark.anyio

LESSONS = (
    "lesson-translator",
    "lesson-bahdanau",
    "lesson-luong",
    "lesson-bottleneck",
)


@pytest.fixture
async def real_client(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to an app that has the models of the lessons."""
    catalogue = Catalogue(LESSONS, cache_folder=Path("unused"))
    # A forward a head, with every shape checked: a busy machine takes its time.
    patient = settings.model_copy(update={"preload": False, "deadline_seconds": 120.0})
    engine = Engine(catalogue, patient)
    await engine.start()
    async with client_of(engine, settings) as client:
        yield client
    await engine.stop()


async def test_the_examples_are_what_the_models_answer(real_client):
    compare(await ask_all(real_client), TRANSLATED, "examples")


@pytest.mark.parametrize("model", LESSONS)
async def test_every_card_has_the_fields_described(real_client, model):
    answer = await real_client.get(f"/api/v1/models/{model}/card")
    assert answer.status_code == 200
    card = ModelCard.model_validate_json(answer.content)
    assert card.id == model
    assert card.training.is_finished
    assert isinstance(card.results, CardResults)

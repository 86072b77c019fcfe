"""The lesson's words, asked of the API: one word, different company.

Rows of the lesson: *mole* in three sentences; *The man bit the dog* against
*The dog bit the man*. The numbers of the first were computed apart, by
transformers' own eager attention in float64.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import torch
from transformers import AutoModel

from app.engine import Engine, TextInput
from app.questions import ResidualQuestion
from app.schemas.similarities import MOLES
from app.settings import Settings
from model import Catalogue, MaskSpecification
from tests.app.asking import question
from tests.app.conftest import client_of

pytestmark = pytest.mark.anyio

MAN_AND_DOG = ["The man bit the dog", "The dog bit the man"]
# Rounding of float32 in MiniLM's six layers, with numbers up to 20 in a state.
NOISE = 1e-5
NOISE_IN_FLOAT64 = 1e-13


@pytest.fixture
async def real_engine(
    catalogue: Any, minilm: Any, settings: Settings
) -> AsyncIterator[Engine]:
    """Run an engine that has MiniLM in memory."""
    engine = Engine(catalogue, settings.model_copy(update={"preload": False}))
    await engine.start()
    yield engine
    await engine.stop()


@pytest.fixture
async def real_client(
    real_engine: Engine, settings: Settings
) -> AsyncIterator[httpx.AsyncClient]:
    """Talk to an app of that engine."""
    async with client_of(real_engine, settings) as client:
        yield client


async def similarities(client: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await client.post(
        "/api/v1/similarities", json={"model": "minilm", "digits": 9, **fields}
    )
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_mole_means_something_else_in_each_sentence(
    real_client: httpx.AsyncClient, cache_folder: Path
) -> None:
    found = await similarities(real_client, texts=MOLES, word="mole")
    moles = [
        tokens[o["tokens"][0]]["text"]
        for o, tokens in zip(found["occurrences"], found["text_tokens"], strict=True)
    ]
    assert moles == ["mole"] * 3
    cosines = np.array(found["cosines"]["data"])
    np.testing.assert_allclose(
        cosines, reference_cosines(found, cache_folder), atol=1e-6
    )
    # The same token: at the start only its position differs, at the end much does.
    pairs = np.triu_indices(3, 1)
    assert (cosines[0][pairs] > 0.95).all()
    assert (cosines[-1][pairs] < 0.87).all()
    np.testing.assert_allclose(cosines[-1][pairs], [0.649, 0.866, 0.674], atol=1e-3)
    blind = await similarities(
        real_client, texts=MOLES, word="mole", without_positions=True
    )
    first = np.array(blind["largest_differences"]["data"][0])
    assert (first == 0).all(), "without positions the start is the token alone"
    assert (np.array(blind["cosines"]["data"][-1])[pairs] < 0.95).all()


def reference_cosines(found: dict[str, Any], cache_folder: Path) -> Any:
    network = AutoModel.from_pretrained(
        cache_folder / "minilm", attn_implementation="eager", dtype=torch.float64
    ).eval()
    states = []
    for tokens, place in zip(found["text_tokens"], found["occurrences"], strict=True):
        ids = torch.tensor([[token["id"] for token in tokens]])
        with torch.inference_mode():
            hidden = network(ids, output_hidden_states=True).hidden_states
        states.append(torch.stack(hidden)[:, 0, place["tokens"][0]])
    stacked = torch.stack(states, dim=1)
    return torch.nn.functional.cosine_similarity(
        stacked[:, :, None], stacked[:, None], dim=-1
    ).numpy()


@pytest.mark.parametrize("word", ["man", "dog", "bit"])
async def test_without_positions_who_bit_whom_is_lost(
    real_client: httpx.AsyncClient, word: str
) -> None:
    blind = await similarities(
        real_client, texts=MAN_AND_DOG, word=word, without_positions=True
    )
    differences = np.array(blind["largest_differences"]["data"])[:, 0, 1]
    assert differences.max() <= NOISE
    assert np.array(blind["cosines"]["data"])[:, 0, 1] == pytest.approx(1, abs=1e-9)
    own = await similarities(real_client, texts=MAN_AND_DOG, word=word)
    different = np.array(own["largest_differences"]["data"])[:, 0, 1]
    if word == "bit":
        assert different[0] == 0, "it stands at the same place in both"
        different = different[1:]
    assert (different > 0.1).all()
    assert own["warnings"] == blind["warnings"] == []


async def test_in_float64_what_is_left_is_rounding(cache_folder: Path) -> None:
    exact = Catalogue(("minilm",), cache_folder=cache_folder, dtype="float64")
    loaded = exact.load("minilm")
    states = [
        loaded.mean_states(loaded.tokenize(text), [(place,)], without_positions=True)
        for text, place in zip(MAN_AND_DOG, (5, 2), strict=True)
    ]
    assert states[0].shape == (7, 1, 384)
    assert np.abs(states[0] - states[1]).max() <= NOISE_IN_FLOAT64


async def test_a_decoder_is_said_to_know_the_order_still(
    real_client: httpx.AsyncClient,
) -> None:
    blind = await similarities(
        real_client,
        model="smollm2-135m",
        texts=MAN_AND_DOG,
        word="dog",
        without_positions=True,
    )
    assert np.array(blind["largest_differences"]["data"])[-1, 0, 1] > 0.1
    assert any("causal mask" in warning for warning in blind["warnings"])


async def test_questions_at_once_never_mix(real_engine: Engine) -> None:
    """Hooks and masks of one forward are not there in the next."""
    asked = TextInput("minilm", MAN_AND_DOG[0])
    kinds = [
        ResidualQuestion(asked),
        ResidualQuestion(asked, without_positions=True),
        ResidualQuestion(asked, mask=MaskSpecification("causal")),
    ]
    alone = [(await real_engine.ask(kind)).stream for kind in kinds]
    own = await real_engine.attention(question(asked.text, model="minilm"))
    fresh = Engine(real_engine.catalogue, real_engine._settings)
    await fresh.start()
    attention, *streams = await asyncio.gather(
        fresh.attention(question(asked.text, model="minilm")),
        *(fresh.ask(kind) for kind in kinds * 3),
    )
    await fresh.stop()
    assert np.array_equal(attention.reading.values, own.reading.values)
    for place, answer in enumerate(streams):
        expected = alone[place % 3].residual_norms
        assert np.array_equal(answer.stream.residual_norms, expected)

"""Lesson 10 as the server writes it: counts of the real files, and by hand."""

import json
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from safetensors import safe_open

from tests.app.lesson_pages import boot_of, bound, notes_of

pytestmark = pytest.mark.anyio

TEXT = "She went to the bank to deposit her [MASK]."
WEIGHTS = Path(__file__).parents[2] / "model" / "weights" / "minilm-words"
ALL = "".join(
    f"&on_{name}=true" for name in ("key", "attention_output", "intermediate", "output")
)
W = np.array([[1.0, 0, 2], [0, 1, 0], [1, 1, 0]])
B = np.array([[1.0], [0.5], [-1]])
A = np.array([[1.0, 2, 0]])
X = np.array([[1.0], [1], [2]])


async def open_lesson(client: httpx.AsyncClient, query: str = "") -> tuple[str, Any]:
    answer = await client.get(f"/learn/adapting{query}")
    assert answer.status_code == 200
    return answer.text, boot_of(answer.text)


def count_file(path: Path) -> dict[str, int]:
    """Count the numbers of each tensor that a safetensors file holds."""
    with safe_open(path, "np") as tensors:
        shapes = {name: tensors.get_slice(name).get_shape() for name in tensors.keys()}  # noqa: SIM118
    return {name: int(np.prod(shape)) for name, shape in shapes.items()}


def said(number: int) -> str:
    return f"{number:,}"


async def test_parts_are_those_of_the_checkpoint(client, cache_folder):
    """Embeddings, a layer, the pooler and all of them, counted in the file."""
    path = cache_folder / "minilm" / "model.safetensors"
    # A list of places is stored with the embeddings; it is no parameter.
    sizes = {k: n for k, n in count_file(path).items() if "position_ids" not in k}
    _, boot = await open_lesson(client)
    shape = boot["numbers"]["counted"]["shape"]
    parts = {
        "embeddings": "embeddings.",
        "layer": "encoder.layer.3.",
        "layers": "encoder.layer.",
        "pooler": "pooler.",
        "total": "",
    }
    for name, start in parts.items():
        total = sum(n for key, n in sizes.items() if key.startswith(start))
        assert shape[name] == said(total), name
    assert shape["total"] == "22,713,216"


async def test_frozen_layers_leave_the_layers_above(client, cache_folder):
    """With the last two trained: their numbers, the pooler's and the head's."""
    sizes = count_file(cache_folder / "minilm" / "model.safetensors")
    above = ("encoder.layer.4.", "encoder.layer.5.", "pooler.")
    trained = sum(n for key, n in sizes.items() if key.startswith(above))
    page, boot = await open_lesson(client, "?top_layers=2")
    head = 2 * 384 + 2
    assert boot["numbers"]["counted"]["frozen"]["n_trained"] == trained + head
    assert bound(page, "counted.frozen.trained")[0] == said(trained + head)


async def test_lora_counts_what_the_shipped_adapter_holds(client):
    """At its rank and beside its matrices, the count is that of its file."""
    sizes = count_file(WEIGHTS / "adapter_model.safetensors")
    rank = json.loads((WEIGHTS / "adapter_config.json").read_text())["r"]
    page, boot = await open_lesson(client, f"?rank={rank}{ALL}")
    lora = boot["numbers"]["counted"]["lora"]
    assert lora["all"] == said(sum(sizes.values()))
    assert 2 * lora["n_matrices"] == len(sizes)
    # No model is loaded here, so there is no adapter to be like.
    assert "As in the adapter of this page" not in page


async def test_an_adapter_counts_as_houlsby_counts_it(client):
    """2md + d + m numbers each, two a layer, both layer norms, and the head."""
    _, boot = await open_lesson(client, "?bottleneck=8")
    down, up = np.empty((384, 8)), np.empty((8, 384))
    one = down.size + 8 + up.size + 384
    norms = 4 * 384
    trained = 6 * (2 * one + norms) + 770
    assert boot["numbers"]["counted"]["adapters"]["n_trained"] == trained


async def test_memory_is_four_numbers_for_each_that_is_trained(client):
    """All of it trained, 16 bytes a number; frozen ones take four."""
    _, boot = await open_lesson(client)
    counted = boot["numbers"]["counted"]
    assert counted["full"]["together"] == pytest.approx(16 * 22_713_986 / 1e6)
    low_rank = 12 * 8 * (384 + 384)
    held, trained = 22_713_216 + low_rank + 770, low_rank + 770
    assert counted["lora"]["together"] == pytest.approx((4 * held + 12 * trained) / 1e6)
    assert counted["lora"]["share"] == pytest.approx(0.328, abs=0.0005)
    assert sum(counted["full"]["bars"]) == pytest.approx(1)


async def test_both_routes_give_the_same(client):
    """W x + s B (A x) and (W + s B A) x, in numpy."""
    page, boot = await open_lesson(client, "?scale=-1.25&down=1,2,0.5&output=2")
    hand = boot["numbers"]["hand"]
    a = np.array([[1, 2, 0.5]])
    update = -1.25 * B @ a
    np.testing.assert_allclose(hand["merged"], W + update, rtol=1e-14)
    np.testing.assert_allclose(hand["separate"], W @ X + update @ X, rtol=1e-14)
    np.testing.assert_allclose(hand["at_once"], hand["separate"], rtol=1e-14)
    singular = np.linalg.svd(update, compute_uv=False)
    assert hand["singular"] == pytest.approx(singular[0])
    assert singular[1] < 1e-12
    assert bound(page, "hand.at_once.{output}.0") == ["7"]


async def test_rounding_between_the_routes_is_said(client):
    """Numbers that float64 can't hold: a difference, written as a power of ten."""
    _, boot = await open_lesson(client, "?weight=0.1,0.2,0.7;0,1,0;1,1,0&scale=0.3")
    hand = boot["numbers"]["hand"]
    gap = np.abs(np.subtract(hand["separate"], hand["at_once"])).max()
    assert gap > 0
    mantissa, _, power = hand["gap"].partition(" × 10⁻")
    power = power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))
    assert float(f"{mantissa}e-{power}") == pytest.approx(gap, rel=0.5)


async def test_first_view_and_its_sentence(client):
    page, boot = await open_lesson(client)
    assert boot["state"] == boot["defaults"]
    assert boot["state"]["text"] == TEXT
    assert boot["state"]["strength"] == 1
    assert bound(page, "counted.lora.trained")[0] == "74,498"
    np.testing.assert_allclose(
        boot["numbers"]["hand"]["separate"], W @ X + 0.5 * B @ A @ X
    )


async def test_what_can_not_be_read_is_said(client):
    query = "?strength=1.6&rank=0&target=bias&weight=1,2;3,4&bottleneck=400&runs=7"
    page, boot = await open_lesson(client, query)
    assert len(notes_of(page)) == 6
    assert boot["state"] == boot["defaults"]

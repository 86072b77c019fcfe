"""What the catalogue says of MiniLM's adapter, before and after it is loaded."""

import json
import logging
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from model import AdapterUse, Catalogue, UnknownAdapter, UnknownModel
from model.lessons import WEIGHTS_FOLDER

SHIPPED = WEIGHTS_FOLDER / "minilm-words"
BOTH = ("fill-mask", "next-sentence")


@pytest.fixture
def weights(tmp_path):
    """Return a folder of weights with a copy of the adapter."""
    shutil.copytree(SHIPPED, tmp_path / "minilm-words")
    return tmp_path


def test_the_adapter_is_described_before_the_model_is_loaded(cache_folder):
    described = Catalogue(("minilm",), cache_folder=cache_folder).describe("minilm")
    assert described.state == "available"
    assert described.objectives == ("attention", *BOTH)
    assert described.own_objectives == ("attention",)
    assert described.mask_token == "[MASK]"
    (adapter,) = described.adapters
    assert (adapter.id, adapter.kind, adapter.default_for) == (
        *("minilm-words", "lora"),
        BOTH,
    )
    assert adapter.n_matrices == 6 * 6
    # rank (d_in + d_out): four 384 x 384, and 384 x 1536 both ways, six layers
    sizes = 4 * (384 + 384) + 2 * (384 + 1536)
    assert adapter.n_parameters == 6 * adapter.rank * sizes
    assert described.default_adapter("fill-mask") == AdapterUse("minilm-words")
    assert described.default_adapter("attention") is None


def test_describing_adapters_imports_no_torch(cache_folder):
    """In its own process, since this one has imported it long ago."""
    code = (
        "import sys; from pathlib import Path; from model import Catalogue\n"
        f"c = Catalogue(('minilm',), cache_folder=Path({str(cache_folder)!r}))\n"
        "assert c.describe('minilm').adapters\n"
        "assert c.adapter_card('minilm', 'minilm-words')\n"
        "assert 'torch' not in sys.modules, 'torch was imported'\n"
    )
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)


def test_loading_changes_nothing_of_what_was_said(cache_folder, minilm):
    before = Catalogue(("minilm",), cache_folder=cache_folder).describe("minilm")
    after = minilm.description
    for name in ("adapters", "objectives", "mask_token", "revision"):
        assert getattr(before, name) == getattr(after, name)
    assert minilm.adapter("minilm-words").description == before.adapters[0]
    assert minilm.adapter_for("fill-mask") == AdapterUse("minilm-words")


def test_without_its_files_minilm_shows_attention_alone(cache_folder, tmp_path):
    catalogue = Catalogue(
        ("minilm",), cache_folder=cache_folder, weights_folder=tmp_path
    )
    described = catalogue.describe("minilm")
    assert described.adapters == ()
    assert described.objectives == ("attention",)


def test_its_revision_is_part_of_the_models(cache_folder, weights):
    def revision():
        return (
            Catalogue(("minilm",), cache_folder=cache_folder, weights_folder=weights)
            .describe("minilm")
            .revision
        )

    before = revision()
    path = weights / "minilm-words" / "heads.safetensors"
    tensors = load_file(path)
    save_file({n: t + 1 for n, t in tensors.items()}, path)
    after = revision()
    assert before != after
    assert before.partition("+")[0] == after.partition("+")[0], "of the model itself"


def test_the_card_is_read_from_its_folder(cache_folder, weights):
    catalogue = Catalogue(
        ("minilm", "smollm2-135m"), cache_folder=cache_folder, weights_folder=weights
    )
    card = catalogue.adapter_card("minilm", "minilm-words")
    assert card == json.loads((SHIPPED / "card.json").read_text(encoding="utf-8"))
    (weights / "minilm-words" / "card.json").unlink()
    assert catalogue.adapter_card("minilm", "minilm-words") is None
    assert catalogue.adapter("minilm", "minilm-words").id == "minilm-words"
    with pytest.raises(UnknownAdapter, match="smollm2-135m has no adapter of that id"):
        catalogue.adapter_card("smollm2-135m", "minilm-words")
    with pytest.raises(UnknownModel):
        catalogue.adapter("nothing", "minilm-words")


@pytest.mark.parametrize("asked", ["../minilm-words", "minilm-word", "", "."])
def test_a_strange_name_never_becomes_a_path(catalogue, asked):
    with pytest.raises(UnknownAdapter) as refused:
        catalogue.adapter_card("minilm", asked)
    assert "minilm-words" in refused.value.hint


def test_one_that_cannot_be_read_leaves_the_model_as_it_is(
    cache_folder, weights, caplog
):
    path = weights / "minilm-words" / "adapter_model.safetensors"
    narrower = {n: t[:, :8].contiguous() for n, t in load_file(path).items()}
    save_file(narrower, path)
    catalogue = Catalogue(
        ("minilm",), cache_folder=cache_folder, weights_folder=weights, device="cpu"
    )
    assert catalogue.describe("minilm").adapters
    with caplog.at_level(logging.WARNING, logger="model.huggingface"):
        loaded = catalogue.load("minilm")
    assert "minilm-words can't be read" in caplog.text
    assert loaded.description.adapters == ()
    assert loaded.description.objectives == ("attention",)
    with pytest.raises(UnknownAdapter):
        loaded.adapter("minilm-words")
    assert len(loaded.run(loaded.tokenize("a")).layers) == 6


def test_the_real_adapter_of_scale_0_is_minilm_bit_for_bit(minilm):
    tokenized = minilm.tokenize("The animal didn't cross the street.")
    plain = minilm.run(tokenized)
    zero = minilm.run(tokenized, adapter=AdapterUse("minilm-words", 0.0))
    full = minilm.run(tokenized, adapter=AdapterUse("minilm-words"))
    for one, other, changed in zip(plain.layers, zero.layers, full.layers, strict=True):
        weights = [
            layer.weights(range(12), slice(None)) for layer in (one, other, changed)
        ]
        assert torch.equal(weights[0], weights[1])
        assert not torch.allclose(weights[0], weights[2], atol=1e-3)


def test_merging_the_real_adapter_changes_nothing_but_the_last_digits(minilm):
    tokenized = minilm.tokenize("The animal didn't cross the street.")
    found = minilm.merging(tokenized, AdapterUse("minilm-words"), runs=1)
    assert found.largest_difference < 1e-5 * found.largest_state * 10
    assert found.largest_difference_from_base > 0.1

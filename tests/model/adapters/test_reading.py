"""An adapter's files: what they say, and what is refused."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from model.adapters.catalogue import ADAPTERS, adapters_of, describe_adapter, target_of
from model.adapters.reading import read_update
from model.tensor_files import read_names, read_shapes
from tests.model.adapters.small_adapters import rewrite_json

CONFIG, ADAPTER, HEADS = (
    "adapter_config.json",
    "adapter_model.safetensors",
    "heads.safetensors",
)


@pytest.fixture
def folder(small, tmp_path):
    """Return a copy of the tiny adapter's folder, under a listed name."""
    return Path(shutil.copytree(small.adapters / "words", tmp_path / "minilm-words"))


def test_the_description_counts_what_the_files_hold(folder):
    described = describe_adapter(folder, title="Words")
    tensors = load_file(folder / ADAPTER)
    assert described.n_matrices == len(tensors) / 2 == 18
    assert described.n_parameters == sum(t.numel() for t in tensors.values())
    # rank (d_in + d_out) of each: four 32 x 32, and 32 x 48 both ways, 3 layers
    assert described.n_parameters == 3 * 4 * (4 * (32 + 32) + 2 * (32 + 48))
    # transform 32 x 32 + 32, norm 2 x 32, a bias a word, pooler, 2 x 32 + 2
    assert described.n_head_parameters == 1056 + 64 + 99 + 1056 + 66
    assert (described.id, described.kind) == ("minilm-words", "lora")
    assert (described.rank, described.alpha, described.scaling) == (4, 12.0, 3.0)
    assert described.targets == (
        *("query", "key", "value", "attention.output.dense"),
        *("intermediate.dense", "output.dense"),
    )
    assert (
        described.objectives == described.default_for == ("fill-mask", "next-sentence")
    )
    assert described.has_card
    assert described.license == "MIT"


@pytest.mark.parametrize(
    ("kept", "objective"),
    [("cls.predictions.", "fill-mask"), ("cls.seq_relationship.", "next-sentence")],
)
def test_it_serves_what_it_has_heads_for(folder, kept, objective):
    heads = load_file(folder / HEADS)
    save_file(
        {n: t for n, t in heads.items() if n.startswith((kept, "bert."))},
        folder / HEADS,
    )
    (folder / "card.json").unlink()
    described = describe_adapter(folder, title="")
    assert described.objectives == (objective,)
    assert not described.has_card


@pytest.mark.parametrize("name", [CONFIG, ADAPTER, HEADS])
def test_the_revision_changes_with_every_file(folder, name):
    before = describe_adapter(folder, title="").revision
    assert len(before) == 16
    assert describe_adapter(folder, title="").revision == before
    if name == CONFIG:
        rewrite_json(folder / name, lora_alpha=13)
    else:
        tensors = load_file(folder / name)
        first = next(iter(tensors))
        save_file({**tensors, first: tensors[first] + 1}, folder / name)
    assert describe_adapter(folder, title="").revision != before


def test_a_model_lists_the_adapters_that_lie_there(folder):
    (found,) = adapters_of("minilm", folder.parent)
    assert found.title == ADAPTERS["minilm"]["minilm-words"]
    assert adapters_of("smollm2-135m", folder.parent) == ()
    assert adapters_of("../minilm", folder.parent) == ()


@pytest.mark.parametrize("name", [CONFIG, ADAPTER, HEADS])
@pytest.mark.parametrize(
    "content", [None, b"", b"{}", b"\xff" * 200, b"\x02\0\0\0\0\0\0\0[]", b"[1]"]
)
def test_one_with_missing_or_damaged_files_is_left_out(folder, name, content):
    path = folder / name
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert adapters_of("minilm", folder.parent) == ()


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("base_model.model.bert.encoder.layer.0.attention.self.query", "query"),
        ("encoder.layer.11.attention.output.dense", "attention.output.dense"),
        ("encoder.layer.3.output.dense", "output.dense"),
    ],
)
def test_a_matrix_has_a_short_name(module, target):
    assert target_of(module) == target


@pytest.mark.parametrize(
    "changes",
    [
        {"peft_type": "IA3"},
        {"use_dora": True},
        {"use_rslora": True},
        {"fan_in_fan_out": True},
        {"rank_pattern": {"query": 2}},
        {"alpha_pattern": {"query": 2}},
        {"lora_bias": True},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_other_kinds_of_adapter_are_refused(small, folder, changes):
    read_update(folder, small.loaded.network)
    rewrite_json(folder / CONFIG, **changes)
    with pytest.raises(ValueError, match="plain low-rank"):
        read_update(folder, small.loaded.network)


def test_an_adapter_of_another_network_is_refused(small, folder):
    tensors = load_file(folder / ADAPTER)
    wrong = {n: t[:, :-1] if "lora_A" in n else t for n, t in tensors.items()}
    save_file({n: t.contiguous() for n, t in wrong.items()}, folder / ADAPTER)
    with pytest.raises(ValueError, match=r"layer\.0\.attention\.self\.query"):
        read_update(folder, small.loaded.network)
    renamed = {n.replace("layer.2", "layer.9"): t for n, t in tensors.items()}
    save_file(renamed, folder / ADAPTER)
    with pytest.raises(ValueError, match=r"no layer named encoder\.layer\.9"):
        read_update(folder, small.loaded.network)


def test_it_is_read_in_the_precision_of_its_network(small, precise):
    for made, dtype in ((small, torch.float32), (precise, torch.float64)):
        adapter = made.loaded.adapter("words")
        for factors in adapter.update.factors.values():
            assert factors.down.dtype == factors.up.dtype == dtype
        head = adapter.heads.words
        assert head.weight.dtype == head.word_bias.dtype == dtype
        own = made.loaded.network.get_input_embeddings().weight
        assert head.embeddings is own, "tied, not copied"


def test_names_and_shapes_are_read_without_the_numbers(tmp_path):
    tensors = {"a": torch.zeros(2, 3), "b": torch.zeros(()), "c": torch.zeros(0, 5)}
    save_file(tensors, tmp_path / "one.safetensors", metadata={"format": "pt"})
    assert read_shapes(tmp_path / "one.safetensors") == {
        "a": (2, 3),
        "b": (),
        "c": (0, 5),
    }
    save_file({"d": torch.zeros(1)}, tmp_path / "two.safetensors")
    (tmp_path / "three.safetensors").write_text(json.dumps({"e": 1}))
    assert read_names(tmp_path) == {"a", "b", "c", "d"}

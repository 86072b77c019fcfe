"""The catalogue: what it says without loading, and what it refuses."""

import json
import pickle
import threading

import pytest
import torch
import transformers as hf
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from model import (
    Catalogue,
    ModelUnavailable,
    Selection,
    UnknownModel,
    UnsupportedByModel,
)
from tests.model.tiny_models import (
    BYPASSING,
    DECODERS,
    ENCODER_DECODERS,
    ENCODERS,
    SIZES,
    VOCABULARY,
    build,
)


def save_checkpoint(folder, make, *, implementation="eager", special=True):
    """Write a tiny random model and a word tokenizer, as a user would have it."""
    words = ["[UNK]", "[CLS]", "[SEP]", "a", "b", "the", "cat", "sat"]
    vocabulary = {word: i for i, word in enumerate(words)}
    vocabulary |= {f"w{i}": i for i in range(len(words), VOCABULARY)}
    backend = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    backend.pre_tokenizer = pre_tokenizers.Whitespace()
    if special:
        backend.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]",
            pair="[CLS] $A [SEP] $B:1 [SEP]:1",
            special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
        )
    hf.PreTrainedTokenizerFast(
        tokenizer_object=backend,
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
    ).save_pretrained(folder)
    build(make, implementation).save_pretrained(folder)
    return folder


def catalogue_of(*names, cache=None):
    return Catalogue([str(name) for name in names], cache_folder=cache or names[0])


ALL = {**ENCODERS, **DECODERS, **BYPASSING}


@pytest.mark.parametrize("name", ALL)
def test_a_local_checkpoint_is_described_loaded_and_read(tmp_path, name):
    is_decoder = name in DECODERS or name == "bloom"
    folder = save_checkpoint(tmp_path / name, ALL[name], special=not is_decoder)
    catalogue = catalogue_of(folder)
    described = catalogue.describe(name)
    assert described.state == "available"
    assert described.family == ("decoder" if is_decoder else "encoder")
    assert (described.n_layers, described.n_heads) == (3, 4)
    assert described.d_model == 32
    assert described.capture == ("eager" if name in BYPASSING else "operands")
    assert described.has_special_tokens is not is_decoder
    loaded = catalogue.load(name)
    assert loaded.description.state == catalogue.describe(name).state == "loaded"
    tokenized = loaded.tokenize("the cat sat")
    reading = loaded.read(loaded.run(tokenized), loaded.resolve(Selection(), tokenized))
    n = len(tokenized.tokens)
    assert n >= 2
    assert reading.values.shape == (3, 4, n, n)
    if name != "gpt_oss":
        assert reading.values.sum(-1) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("name", ENCODER_DECODERS)
def test_of_an_encoder_decoder_the_encoder_is_shown_without_a_target(tmp_path, name):
    folder = save_checkpoint(tmp_path / name, ENCODER_DECODERS[name])
    catalogue = catalogue_of(folder)
    described = catalogue.describe(name)
    assert described.family == "encoder-decoder"
    assert (described.n_layers, described.n_heads, described.d_model) == (2, 4, 32)
    loaded = catalogue.load(name)
    tokenized = loaded.tokenize("the cat sat")
    resolved = loaded.resolve(Selection(part="encoder"), tokenized)
    reading = loaded.read(loaded.run(tokenized), resolved)
    n = len(tokenized.tokens)
    assert reading.values.shape == (2, 4, n, n)
    assert reading.mask.all()
    with pytest.raises(UnsupportedByModel, match="there is none"):
        loaded.resolve(Selection(part="decoder"), tokenized)


def test_a_model_that_keeps_no_scores_says_so(tmp_path):
    folder = save_checkpoint(tmp_path / "bloom", BYPASSING["bloom"], special=False)
    loaded = catalogue_of(folder).load("bloom")
    with pytest.raises(Exception, match="weights only"):
        loaded.resolve(Selection(quantity="scores"), loaded.tokenize("the cat"))


def test_pickles_are_never_loaded(tmp_path):
    folder = save_checkpoint(tmp_path / "old", ENCODERS["bert"])
    (folder / "model.safetensors").unlink()
    trap = tmp_path / "sprung"

    class Trap:
        def __reduce__(self):
            return (open, (str(trap), "w"))

    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Trap()))
    catalogue = catalogue_of(folder)
    described = catalogue.describe("old")
    assert described.state == "unavailable"
    assert described.reason is not None
    assert "pickle" in described.reason
    with pytest.raises(ModelUnavailable, match="pickle"):
        catalogue.load("old")
    assert not trap.exists()


def test_remote_code_is_never_run(tmp_path):
    folder = save_checkpoint(tmp_path / "custom", ENCODERS["bert"])
    trap = tmp_path / "sprung"
    (folder / "modeling_custom.py").write_text(f"open({str(trap)!r}, 'w')")
    config = json.loads((folder / "config.json").read_text())
    config["auto_map"] = {"AutoModel": "modeling_custom.CustomModel"}
    (folder / "config.json").write_text(json.dumps(config))
    described = catalogue_of(folder).describe("custom")
    assert described.state == "unavailable"
    assert "Python code" in str(described.reason)
    assert not trap.exists()


@pytest.mark.parametrize(
    "spoil", ["config.json", "model.safetensors", "tokenizer.json"]
)
def test_a_broken_checkpoint_leaves_the_others_alone(tmp_path, spoil):
    good = save_checkpoint(tmp_path / "good", ENCODERS["bert"])
    bad = save_checkpoint(tmp_path / "bad", ENCODERS["bert"])
    (bad / spoil).write_bytes(b"{not a checkpoint")
    catalogue = catalogue_of(good, bad, tmp_path / "missing")
    assert catalogue.ids == ("good", "bad", "missing")
    with pytest.raises(ModelUnavailable):
        catalogue.load("bad")
    assert catalogue.describe("bad").state == "unavailable"
    assert catalogue.describe("bad").reason
    assert catalogue.describe("missing").state == "unavailable"
    assert catalogue.load("good").description.loaded


def test_no_description_tells_where_the_folder_lies(tmp_path):
    folder = save_checkpoint(tmp_path / "mine", ENCODERS["bert"])
    for name in ("mine", "gone"):
        described = catalogue_of(tmp_path / name, cache=folder).describe(name)
        assert str(tmp_path) not in repr(described)


def test_a_hub_id_is_clear_when_offline(tmp_path):
    catalogue = catalogue_of("some-org/some-model", cache=tmp_path)
    described = catalogue.describe("some-org/some-model")
    assert described.state == "unavailable"
    assert "hub is switched off" in str(described.reason)
    with pytest.raises(ModelUnavailable, match="hub is switched off"):
        catalogue.load("some-org/some-model")


def test_packaged_models_that_are_not_fetched_say_what_to_do(tmp_path):
    described = catalogue_of("minilm", cache=tmp_path).describe("minilm")
    assert described.state == "unavailable"
    assert "make install" in str(described.reason)
    assert (described.n_layers, described.n_heads) == (6, 12)


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "..%2f..%2fetc",
        "/etc/passwd",
        "https://example.org/model",
        "\\\\host\\share",
        "",
        "MINILM",
    ],
)
def test_ids_that_are_not_in_the_catalogue_are_unknown(tmp_path, name):
    catalogue = catalogue_of("minilm", cache=tmp_path)
    with pytest.raises(UnknownModel) as caught:
        catalogue.load(name)
    assert name not in caught.value.detail or not name
    assert "minilm" in caught.value.hint


def test_the_near_match_is_named(tmp_path):
    with pytest.raises(UnknownModel) as caught:
        catalogue_of("minilm", "smollm2-135m", cache=tmp_path).describe("minilmm")
    assert caught.value.hint == "Did you mean minilm?"


def test_a_model_that_cannot_be_used_is_no_near_match(tmp_path):
    folder = save_checkpoint(tmp_path / "minilm-own", ENCODERS["bert"])
    with pytest.raises(UnknownModel) as caught:
        catalogue_of("minilm", folder, cache=tmp_path).describe("minilmm")
    assert caught.value.hint == "Did you mean minilm-own?"
    assert "no such model" not in caught.value.detail  # the title says so


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        # One window of weights a query, not one weight a key.
        (
            lambda: hf.LongformerConfig(**SIZES, attention_window=[8] * 3),
            r"hands out 4 by 9 weights for 4 tokens",
        ),
        # Fills its last block, and says nothing of the weights of short texts.
        (
            lambda: hf.BigBirdConfig(**SIZES, block_size=4, num_random_blocks=1),
            "hands out no attention",
        ),
    ],
)
def test_attention_that_is_no_matrix_of_the_tokens_is_refused(tmp_path, config, reason):
    folder = save_checkpoint(tmp_path / "blocks", config)
    catalogue = catalogue_of(folder)
    with pytest.raises(ModelUnavailable, match=reason):
        catalogue.load("blocks")
    assert catalogue.describe("blocks").state == "unavailable"


def test_threads_that_ask_at_once_share_one_load(tmp_path):
    folder = save_checkpoint(tmp_path / "shared", ENCODERS["bert"])
    catalogue = catalogue_of(folder)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(catalogue.load("shared")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(model is found[0] for model in found)


def test_the_revision_changes_with_the_weights(tmp_path):
    folder = save_checkpoint(tmp_path / "mine", ENCODERS["bert"])
    before = catalogue_of(folder).describe("mine").revision
    assert catalogue_of(folder).describe("mine").revision == before
    network = build(ENCODERS["bert"], "eager", seed=1)
    network.save_pretrained(folder)
    assert catalogue_of(folder).describe("mine").revision != before


def test_a_wanted_precision_and_device_are_used(tmp_path):
    folder = save_checkpoint(tmp_path / "half", ENCODERS["bert"])
    catalogue = Catalogue(
        [str(folder)], cache_folder=tmp_path, device="cpu", dtype="bfloat16"
    )
    loaded = catalogue.load("half")
    assert (loaded.description.device, loaded.description.dtype) == ("cpu", "bfloat16")
    assert next(loaded.network.parameters()).dtype == torch.bfloat16
    tokenized = loaded.tokenize("the cat")
    reading = loaded.read(loaded.run(tokenized), loaded.resolve(Selection(), tokenized))
    # Read in float32: rows sum to 1 far closer than bfloat16 could.
    assert reading.values.sum(-1) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize(("device", "dtype"), [("abacus", None), (None, "float12")])
def test_a_device_or_precision_that_is_none_is_refused(tmp_path, device, dtype):
    folder = save_checkpoint(tmp_path / "mine", ENCODERS["bert"])
    catalogue = Catalogue(
        [str(folder)], cache_folder=tmp_path, device=device, dtype=dtype
    )
    with pytest.raises(ModelUnavailable, match=device or dtype):
        catalogue.load("mine")

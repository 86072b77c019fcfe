"""Checkpoints of encoder-decoders that lack something, or do it in their own way."""

import json

import pytest
import transformers as hf

from model import (
    ModelUnavailable,
    UnsupportedByModel,
)
from tests.model.test_encoder_decoder import SOURCE, save_translator
from tests.model.test_registry import catalogue_of, save_checkpoint
from tests.model.tiny_models import (
    TRANSLATORS,
    VOCABULARY,
)


def test_a_checkpoint_without_its_head_reads_targets_but_writes_none(tmp_path):
    folder = save_translator(tmp_path / "headless")

    def make():
        config = TRANSLATORS["bart"]()
        config.tie_word_embeddings = False
        return config

    hf.AutoModel.from_config(make()).save_pretrained(folder)
    catalogue = catalogue_of(folder)
    assert catalogue.describe("headless").objectives == ("attention",)
    loaded = catalogue.load("headless")
    assert loaded.description.objectives == ("attention",)
    source, target = loaded.tokenize(SOURCE), loaded.tokenize_target("w30")
    assert "cross" in loaded.run(source, target=target).parts
    for ask in (loaded.generate, loaded.translate):
        with pytest.raises(UnsupportedByModel, match="lacks the head"):
            ask(source)


def test_of_a_model_that_attends_in_its_own_way_the_encoder_is_shown(tmp_path):
    folder = save_checkpoint(
        tmp_path / "led",
        lambda: hf.FSMTConfig(
            src_vocab_size=VOCABULARY,
            tgt_vocab_size=VOCABULARY,
            langs=["en", "fr"],
            d_model=32,
            encoder_layers=2,
            decoder_layers=2,
            encoder_attention_heads=4,
            decoder_attention_heads=4,
            encoder_ffn_dim=48,
            decoder_ffn_dim=48,
            max_position_embeddings=64,
        ),
    )
    described = catalogue_of(folder).describe("led")
    assert described.capture == "eager"
    assert [shape.part for shape in described.parts] == ["encoder"]
    assert "translation" not in described.objectives


def test_a_slow_tokenizer_makes_a_model_unavailable_with_a_plain_reason(tmp_path):
    """Marian's own files: a vocabulary and two sentencepiece models, no fast one."""
    folder = save_translator(tmp_path / "marian", TRANSLATORS["marian"])
    for file in folder.glob("tokenizer*"):
        file.unlink()
    catalogue = catalogue_of(folder)
    with pytest.raises(ModelUnavailable, match="no fast tokenizer"):
        catalogue.load("marian")
    assert "tokenizer" in str(catalogue.describe("marian").reason)


def test_a_tokenizer_json_is_taken_where_the_models_own_class_is_slow(tmp_path):
    folder = save_translator(tmp_path / "marian", TRANSLATORS["marian"])
    settings = folder / "tokenizer_config.json"
    said = json.loads(settings.read_text()) | {"tokenizer_class": "MarianTokenizer"}
    settings.write_text(json.dumps(said))
    loaded = catalogue_of(folder).load("marian")
    assert loaded.tokenize(SOURCE).ids == (1, 5, 6, 7, 2)

"""Lesson 11, the family: the facts hold, and the table sorts without script."""

import re
from typing import Any

import pytest
import torch
from transformers import AutoConfig, AutoModel, AutoModelForCausalLM

from app.lessons.variants import size_of
from app.lessons.variants_family import FAMILY
from app.settings import DEFAULT_MODELS
from tests.app.lesson_pages import boot_of, notes_of

BY_NAME = {variant.name: variant for variant in FAMILY}

# What the papers and releases say of the shapes, as transformers' classes take it.
SHAPES: dict[str, tuple[str, dict[str, Any]]] = {
    "GPT": ("openai-gpt", {}),
    "BERT, base": ("bert", {}),
    "GPT-2, XL": ("gpt2", {"n_layer": 48, "n_head": 25, "n_embd": 1600}),
    "RoBERTa, base": (
        "roberta",
        {"vocab_size": 50_265, "max_position_embeddings": 514, "type_vocab_size": 1},
    ),
    "ALBERT, base": (
        "albert",
        {"hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072},
    ),
    "DistilBERT": ("distilbert", {}),
    "T5, base": (
        "t5",
        {"d_model": 768, "d_ff": 3072, "num_layers": 12, "num_heads": 12},
    ),
    "BART, large": ("bart", {}),
    "MiniLM, 6 layers": (
        "bert",
        {"hidden_size": 384, "num_hidden_layers": 6, "intermediate_size": 1536},
    ),
    # The paper says 8 heads; the released configuration has 12.
    "wav2vec 2.0, base": ("wav2vec2", {"num_attention_heads": 8}),
    "ViT, base": ("vit", {}),
    "Whisper, large": (
        "whisper",
        {
            "vocab_size": 51_865,
            "d_model": 1280,
            **{f"{side}_layers": 32 for side in ("encoder", "decoder")},
            **{f"{side}_attention_heads": 20 for side in ("encoder", "decoder")},
            **{f"{side}_ffn_dim": 5120 for side in ("encoder", "decoder")},
        },
    ),
    "LLaMA, 7B": ("llama", {}),
    "Mistral, 7B": ("mistral", {"tie_word_embeddings": False}),
    "Gemma 2, 2B": ("gemma2", {}),
    "ModernBERT, base": ("modernbert", {}),
    "SmolLM2, 135M": (
        "llama",
        {
            "vocab_size": 49_152,
            "hidden_size": 576,
            "intermediate_size": 1536,
            "num_hidden_layers": 30,
            "num_attention_heads": 9,
            "num_key_value_heads": 3,
            "tie_word_embeddings": True,
        },
    ),
}
# With their own output matrix, which the numbers of their papers count.
WITH_HEAD = {"LLaMA, 7B", "Mistral, 7B"}


def sizes(config):
    """Read layers, heads and width under the names that classes give them."""

    def first(*names):
        return next(getattr(config, n) for n in names if hasattr(config, n))

    layers = first("num_hidden_layers", "encoder_layers")
    heads = first("num_attention_heads", "encoder_attention_heads")
    return layers, heads, first("hidden_size", "d_model")


@pytest.mark.parametrize("name", SHAPES)
def test_a_model_of_this_shape_has_so_many_parameters(name):
    kind, changes = SHAPES[name]
    config = AutoConfig.for_model(kind, **changes)
    maker: Any = AutoModelForCausalLM if name in WITH_HEAD else AutoModel
    with torch.device("meta"):
        network = maker.from_config(config)

    variant = BY_NAME[name]
    millions = sum(each.numel() for each in network.parameters()) / 1e6
    # Papers round, and count heads and poolers differently.
    assert millions == pytest.approx(variant.parameters, rel=0.035)
    layers, heads, width = sizes(config)
    stacks = f"{layers} + {layers}" if "+" in variant.shape else f"{layers}"
    assert variant.shape == f"{stacks} × {heads} × {width}"


def test_every_row_is_whole_and_shown_by_a_model_that_is_here():
    assert len(FAMILY) == len(BY_NAME)
    for variant in FAMILY:
        assert set(variant.shown_by) <= set(DEFAULT_MODELS), variant.name
        assert 2017 <= variant.year <= 2026
        facts = (variant.tokenizer, variant.task, variant.modality, variant.paper)
        assert all(facts), variant.name
        # The number of a preprint begins with its year and month.
        if variant.arxiv:
            assert re.fullmatch(r"\d{4}\.\d{5}", variant.arxiv)
            assert 2000 + int(variant.arxiv[:2]) == variant.year, variant.name


@pytest.mark.parametrize(
    ("millions", "words"),
    [(22.7, "22.7 M"), (110, "110 M"), (1558, "1.56 B"), (671_000, "671 B")],
)
def test_sizes_are_written_as_papers_do(millions, words):
    assert size_of(millions) == words


async def names_of(client, query=""):
    answer = await client.get(f"/learn/variants{query}")
    assert answer.status_code == 200
    rows = re.findall(r"<tr data-place.*?</tr>", answer.text, re.DOTALL)
    shown = [row for row in rows if "hidden>" not in row.partition("\n")[0]]
    return re.findall(r'<th scope="row">(.*?)</th>', "".join(shown))


@pytest.mark.anyio
async def test_the_table_is_sorted_and_narrowed_by_its_address(client):
    first = await names_of(client)
    assert len(first) == len(FAMILY)
    assert first[0] == "Transformer, base"

    largest = await names_of(client, "?sort=parameters&is_descending=true")
    assert largest[:3] == ["DeepSeek-V3", "GPT-3", "gpt-oss, 20B"]
    assert largest[-1] == "ALBERT, base"

    stacks = await names_of(client, "?design=encoder-decoder&sort=name")
    assert stacks == ["BART, large", "T5, base", "Transformer, base", "Whisper, large"]

    seen = await names_of(client, "?sort=shown_by")
    assert seen[0] == "BART, large"  # by g2p, the first id of the alphabet
    assert BY_NAME[seen[-1]].shown_by == ()


@pytest.mark.anyio
async def test_an_order_that_is_none_is_said(client):
    answer = await client.get("/learn/variants?sort=colour&is_descending=maybe")
    assert answer.status_code == 200
    assert len(notes_of(answer.text)) == 2
    assert boot_of(answer.text)["state"]["sort"] == "year"

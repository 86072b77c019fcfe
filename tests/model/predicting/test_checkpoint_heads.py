"""Any checkpoint with its own heads says what transformers says."""

import json

import pytest
import torch
import transformers as hf
from safetensors.torch import load_file, save_file

from model import Catalogue, NoMask, UnsupportedByModel
from model.adapters.heads import CheckpointHeads
from tests.model.adapters.small_adapters import rewrite_json
from tests.model.predicting.small_heads import (
    load,
    make_checkpoint,
    pipeline_of,
    reference,
)

CLASSES = {
    "bert": hf.BertForMaskedLM,
    "roberta": hf.RobertaForMaskedLM,
    "modernbert": hf.ModernBertForMaskedLM,
    "distilbert": hf.DistilBertForMaskedLM,
    "albert": hf.AlbertForMaskedLM,
    "electra": hf.ElectraForMaskedLM,
}
TEXT = "the cat sat on the {} . a {} ran ."
PAIR = ("the cat sat on a mat .", "a dog ran .")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    root = tmp_path_factory.mktemp("heads")
    return {
        family: make_checkpoint(root / family, kind, family)
        for family, kind in CLASSES.items()
    }


@pytest.mark.parametrize("family", CLASSES)
def test_words_are_those_of_transformers_own_pipeline(folders, family):
    folder = folders[family]
    described = Catalogue([str(folder)], cache_folder=folder).describe(family)
    assert described.objectives == ("attention", "fill-mask")
    loaded = load(folder)
    assert loaded.description.objectives == ("attention", "fill-mask")
    mask = loaded.description.mask_token
    assert mask == ("<mask>" if family == "roberta" else "[MASK]")
    assert described.mask_token == mask
    text = TEXT.format(mask, mask)
    tokenized = loaded.tokenize(text)
    words = loaded.masked_words(tokenized, top_k=7)
    assert loaded.adapter_for("fill-mask") is None
    expected = pipeline_of(folder, CLASSES[family])(text, top_k=7)
    assert len(words) == len(expected) == 2
    for word, each in zip(words, expected, strict=True):
        assert tokenized.tokens[word.position].raw == mask
        assert list(word.ids) == [one["token"] for one in each]
        scores = [one["score"] for one in each]
        assert word.probabilities.tolist() == pytest.approx(scores, abs=1e-6)
    assert words[0].position < words[1].position


@pytest.mark.parametrize("family", CLASSES)
def test_logits_of_some_positions_are_those_of_all(folders, family):
    """In float64, so that a wrong layer of the head couldn't hide."""
    folder = folders[family]
    loaded = load(folder, "float64")
    tokenized = loaded.tokenize("the cat sat on a mat")
    network = reference(folder, CLASSES[family]).double()
    with torch.inference_mode():
        logits = network(torch.tensor([tokenized.ids])).logits[0]
    for positions in ([0], [3, 1], list(range(len(tokenized.ids)))):
        found = loaded.masked_logits(tokenized, positions)
        wanted = logits[positions].float().numpy()
        assert found.tolist() == pytest.approx(wanted, rel=1e-6, abs=1e-6)
    # And nothing is left behind for the next forward.
    assert isinstance(loaded.heads, CheckpointHeads)
    whole = loaded.heads.whole(torch.tensor([tokenized.ids])).logits
    assert whole.shape[1] == len(tokenized.ids)
    assert len(loaded.run(tokenized).layers) == 3


@pytest.mark.parametrize(
    ("kind", "objectives"),
    [
        (hf.BertForNextSentencePrediction, ("attention", "next-sentence")),
        (hf.BertForPreTraining, ("attention", "fill-mask", "next-sentence")),
    ],
)
def test_next_sentences_are_those_of_transformers(tmp_path, kind, objectives):
    folder = make_checkpoint(tmp_path / "bert", kind, "bert")
    loaded = load(folder)
    assert loaded.description.objectives == objectives
    network, tokenized = reference(folder, kind), loaded.tokenize(*PAIR)
    assert set(tokenized.segment_ids) == {0, 1}
    with torch.inference_mode():
        output = network(
            torch.tensor([tokenized.ids]),
            token_type_ids=torch.tensor([tokenized.segment_ids]),
        )
    is_both = kind is hf.BertForPreTraining
    logits = output.seq_relationship_logits if is_both else output.logits
    expected = float(logits[0].double().softmax(dim=-1)[0])
    assert loaded.next_sentence(tokenized) == pytest.approx(expected, abs=1e-6)
    assert 0.01 < expected < 0.99
    masked = loaded.tokenize("the cat [MASK]")
    if is_both:
        with torch.inference_mode():
            words = network(torch.tensor([masked.ids])).prediction_logits[0, 3]
        found = loaded.masked_logits(masked, [3])[0]
        assert found.tolist() == pytest.approx(words.tolist(), abs=1e-5)
    else:
        with pytest.raises(UnsupportedByModel, match="predicts no masked word"):
            loaded.masked_words(masked, top_k=1)


def test_a_masked_word_class_whose_file_has_both_heads_serves_both(tmp_path):
    """As Google's own BERT does, whose architecture names one of them."""
    folder = make_checkpoint(tmp_path / "bert", hf.BertForPreTraining, "bert")
    rewrite_json(folder / "config.json", architectures=["BertForMaskedLM"])
    loaded = load(folder)
    assert loaded.description.objectives == ("attention", "fill-mask", "next-sentence")
    assert 0 < loaded.next_sentence(loaded.tokenize(*PAIR)) < 1


@pytest.mark.parametrize(
    ("lost", "left"),
    [
        ("cls.predictions", ("next-sentence",)),
        ("cls.seq_relationship", ("fill-mask",)),
        ("bert.pooler", ("fill-mask",)),
        ("cls.", ()),
    ],
)
def test_a_head_whose_weights_are_missing_is_not_used(tmp_path, lost, left):
    folder = make_checkpoint(tmp_path / "bert", hf.BertForPreTraining, "bert")
    path = folder / "model.safetensors"
    tensors = {n: t for n, t in load_file(path).items() if not n.startswith(lost)}
    save_file(tensors, path, metadata={"format": "pt"})
    loaded = load(folder)
    assert loaded.description.objectives == ("attention", *left)
    assert len(loaded.run(loaded.tokenize("the cat")).layers) == 3
    if "fill-mask" not in left:
        with pytest.raises(UnsupportedByModel, match="predicts no masked word"):
            loaded.masked_words(loaded.tokenize("the [MASK]"), top_k=1)
    if "next-sentence" not in left:
        with pytest.raises(UnsupportedByModel, match="whether a text follows"):
            loaded.next_sentence(loaded.tokenize(*PAIR))


def test_a_discriminator_fills_no_mask(tmp_path):
    """ELECTRA's own class of that name tells real words from replaced ones."""
    folder = make_checkpoint(tmp_path / "electra", hf.ElectraForPreTraining, "electra")
    loaded = load(folder)
    assert loaded.description.objectives == ("attention",)


def test_a_bare_encoder_has_a_mask_and_no_head(tmp_path):
    folder = make_checkpoint(tmp_path / "bert", hf.BertModel, "bert")
    loaded = load(folder)
    assert loaded.description.objectives == ("attention",)
    assert loaded.description.mask_token == "[MASK]"
    with pytest.raises(UnsupportedByModel) as refused:
        loaded.masked_words(loaded.tokenize("the [MASK]"), top_k=1)
    assert refused.value.hint == "Choose a model whose objectives name fill-mask."
    with pytest.raises(UnsupportedByModel):
        loaded.influences_on(loaded.tokenize("the [MASK]"), (2,))


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_a_text_without_a_mask_says_how_it_is_typed(folders, family):
    loaded = load(folders[family])
    with pytest.raises(NoMask) as refused:
        loaded.masked_words(loaded.tokenize("the cat"), top_k=1)
    mask = loaded.description.mask_token
    assert refused.value.hint == f"Put {mask} in the place of a word."
    split = loaded.tokenize(f"the {mask}", split_special_tokens=True)
    with pytest.raises(NoMask):
        loaded.masked_words(split, top_k=1)


@pytest.mark.parametrize(
    "said",
    [{"mask_token": {"content": "[MASK]"}}, {"mask_token": "[MASK]"}, {}],
    ids=["object", "string", "only in tokenizer.json"],
)
def test_the_mask_is_known_before_anything_is_loaded(folders, tmp_path, said):
    source = folders["bert"]
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (tmp_path / name).write_bytes((source / name).read_bytes())
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(said))
    catalogue = Catalogue([str(tmp_path)], cache_folder=tmp_path)
    assert catalogue.describe_all()[0].mask_token == "[MASK]"

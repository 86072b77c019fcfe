"""The letters-to-phonemes model: its conversion, and what it says."""

import json

import numpy as np
import pytest
import torch

from model import Catalogue, Selection
from model.packages.phonemes import TARGET_TOKENIZER, convert_phonemes

LETTERS, PHONEMES = "____abcdez", "____nzɪʃˈ"
SAID = {
    "grapheme_chars": LETTERS,
    "phoneme_chars": PHONEMES,
    "d_model": 8,
    "ffn_dim": 12,
    "num_heads": 1,
    "max_position_embeddings": 16,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "decoder_start_token_id": 1,
}


@pytest.fixture(scope="module")
def g2p(cache_folder):
    return Catalogue(["g2p"], cache_folder=cache_folder).load("g2p")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Write an archive as the wheel holds it, tiny and random."""
    import transformers as hf

    torch.manual_seed(0)
    config = hf.BartConfig(
        vocab_size=10,
        d_model=8,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=1,
        decoder_attention_heads=1,
        encoder_ffn_dim=12,
        decoder_ffn_dim=12,
        max_position_embeddings=16,
    )
    weights = {
        name: tensor.numpy()
        for name, tensor in hf.BartForConditionalGeneration(config).state_dict().items()
        if "embed_tokens" not in name and name != "lm_head.weight"
    }
    path = tmp_path_factory.mktemp("wheel") / "weights.npz"
    np.savez(path, meta_json=np.array(json.dumps(SAID)), **weights)
    return path


def test_the_folder_holds_the_same_weights_and_both_alphabets(archive, tmp_path):
    from safetensors.numpy import load_file

    convert_phonemes(archive, tmp_path)

    kept = load_file(tmp_path / "model.safetensors")
    with np.load(archive) as arrays:
        assert set(kept) == set(arrays.files) - {"meta_json"}
        for name, values in kept.items():
            assert values.dtype == np.float32
            assert np.array_equal(values, arrays[name])
    config = json.loads((tmp_path / "config.json").read_text())
    assert config["scale_embedding"] is False
    assert config["activation_function"] == "gelu"
    assert config["forced_eos_token_id"] is None
    assert config["decoder_start_token_id"] == 1
    for name, alphabet in (
        ("tokenizer.json", LETTERS),
        (TARGET_TOKENIZER, PHONEMES),
    ):
        vocabulary = json.loads((tmp_path / name).read_text())["model"]["vocab"]
        places = {letter: alphabet.index(letter) for letter in alphabet[4:]}
        special = {"<pad>": 0, "<s>": 1, "</s>": 2, "<unk>": 3}
        assert vocabulary == special | places


def test_an_archive_with_pickles_is_not_read(tmp_path):
    np.savez(tmp_path / "trap.npz", meta_json=np.array([{"a": 1}], dtype=object))

    with pytest.raises(ValueError, match="allow_pickle"):
        convert_phonemes(tmp_path / "trap.npz", tmp_path / "made")


@pytest.mark.parametrize(
    ("word", "phonemes"),
    [
        ("attention", "ətˈɛnʃən"),
        ("knight", "nˈIt"),
    ],
)
def test_words_are_spoken(g2p, word, phonemes):
    found = g2p.translate(g2p.tokenize(word))

    assert found.target.text == phonemes
    assert found.target.is_finished
    assert found.unknown_words == ()
    assert "".join(step.token.text for step in found.steps[1:-1]) == phonemes


def test_each_letter_is_a_token_and_the_start_and_end_are_added(g2p):
    tokens = g2p.tokenize("knight").tokens

    assert [token.text for token in tokens] == ["<s>", *"knight", "</s>"]
    assert [token.id for token in tokens] == [1, 15, 18, 13, 53, 12, 21, 2]
    assert [token.word for token in tokens[1:-1]] == [0] * 6


def test_a_letter_outside_the_alphabet_is_said(g2p):
    text = "Zürich 3"
    found = g2p.translate(g2p.tokenize(text))

    places = [(word.start, word.end) for word in found.unknown_words]
    assert [text[a:b] for a, b in places] == ["ü", " ", "3"]


def test_the_models_own_target_given_back_is_the_same_target(g2p):
    source = g2p.tokenize("attention")
    own, stitched = g2p.generate(source)
    forced = g2p.tokenize_target(own.text)

    assert own.text == "ətˈɛnʃən"
    assert forced.tokenized.ids == own.tokenized.ids
    resolved = g2p.resolve(Selection(part="cross"), source, forced)
    one = g2p.read(g2p.run(source, target=forced), resolved).values
    other = g2p.read(stitched, resolved).values
    np.testing.assert_allclose(one, other, atol=1e-6)
    assert one.shape == (1, 1, 10, 11)


def test_phonemes_are_target_and_not_source(g2p):
    target = g2p.tokenize_target("nˈIt")

    assert [token.text for token in target.tokenized.tokens[-4:]] == list("nˈIt")
    assert 3 not in target.tokenized.ids
    assert 3 in g2p.tokenize("nˈIt").ids

"""A loaded model that writes a target: its tokens, its parts and its refusals."""

import pytest
import torch
import transformers as hf

from model import (
    Cancelled,
    Catalogue,
    InvalidText,
    MaskSpecification,
    NumberOutOfRange,
    Selection,
    TooManyTokens,
    UnsupportedByModel,
)
from model.description import Part
from tests.model.test_registry import catalogue_of, save_checkpoint
from tests.model.tiny_models import (
    DECODERS,
    ENCODER_DECODERS,
    TRANSLATORS,
    build_translator,
)

SOURCE = "the cat sat"


def save_translator(folder, make=TRANSLATORS["bart"], **generation):
    """Write a tiny encoder-decoder with its head and a word tokenizer."""
    save_checkpoint(folder, ENCODER_DECODERS["bart"])
    network = build_translator(make, "eager")
    for name, value in generation.items():
        setattr(network.generation_config, name, value)
    network.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def translator(tmp_path_factory):
    folder = save_translator(tmp_path_factory.mktemp("models") / "bart")
    return catalogue_of(folder).load("bart")


def texts(tokens):
    return [token.text for token in tokens]


@pytest.mark.parametrize("name", TRANSLATORS)
def test_a_checkpoint_is_described_before_it_is_loaded_as_it_turns_out(tmp_path, name):
    folder = save_translator(tmp_path / name, TRANSLATORS[name])
    catalogue = catalogue_of(folder)
    described = catalogue.describe(name)
    loaded = catalogue.load(name)
    assert described.parts == loaded.description.parts
    assert [shape.part for shape in described.parts] == [
        "encoder",
        "decoder",
        "cross",
        "joint",
    ]
    assert loaded.description.objectives == ("attention", "translation")
    source = loaded.tokenize(SOURCE)
    target = loaded.tokenize_target("w30 w31")
    capture = loaded.run(source, target=target)
    sizes_of: dict[Part, tuple[int, int]] = {
        "encoder": (5, 5),
        "decoder": (3, 3),
        "cross": (3, 5),
    }
    for part, sizes in sizes_of.items():
        reading = loaded.read(
            capture, loaded.resolve(Selection(part=part), source, target)
        )
        assert reading.values.shape[2:] == sizes
        assert reading.values.sum(-1) == pytest.approx(1.0, abs=1e-5)


def test_a_target_is_the_start_and_its_words_and_then_the_end(translator):
    target = translator.tokenize_target("w30 the w31")
    assert texts(target.tokenized.tokens) == ["[SEP]", "w30", "the", "w31"]
    assert [t.index for t in target.tokenized.tokens] == [0, 1, 2, 3]
    assert texts(target.next_tokens) == ["w30", "the", "w31", "[SEP]"]
    assert [t.special for t in target.tokenized.tokens] == [True, False, False, False]
    assert [(t.start, t.end) for t in target.tokenized.tokens[1:]] == [
        (0, 3),
        (4, 7),
        (8, 11),
    ]
    assert target.next_tokens[-1].id == translator.model.end_id == 2
    assert target.is_forced
    assert target.is_finished


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_target_is_the_start_alone(translator, text):
    source, target = translator.tokenize(SOURCE), translator.tokenize_target(text)
    assert texts(target.tokenized.tokens) == ["[SEP]"]
    assert texts(target.next_tokens) == ["[SEP]"]
    reading = translator.read(
        translator.run(source, target=target),
        translator.resolve(Selection(part="cross"), source, target),
    )
    assert reading.values.shape == (3, 12, 1, 5)


def test_a_special_token_that_was_typed_is_fed_and_marked(translator):
    typed = translator.tokenize_target("w30 [SEP] w31").tokenized
    assert typed.ids == (2, 30, 2, 31)
    assert [t.typed for t in typed.tokens] == [False, False, True, False]
    plain = translator.tokenize_target("w30 [SEP]", split_special_tokens=True).tokenized
    assert 2 not in plain.ids[1:]


def test_half_a_character_is_refused_with_its_place(translator):
    with pytest.raises(InvalidText, match="The target is not valid") as caught:
        translator.tokenize_target("w3\ud800")
    assert caught.value.actual == 2


def test_a_target_that_is_too_long_is_refused_with_both_numbers(translator):
    words = " ".join(["w30"] * 128)
    with pytest.raises(TooManyTokens, match=r"129 tokens .* at most 128") as caught:
        translator.tokenize_target(words)
    assert (caught.value.limit, caught.value.actual) == (128, 129)
    cut = translator.tokenize_target(f"{words[:-3]}w31", truncate=True)
    assert len(cut.tokenized.tokens) == 128
    assert cut.tokenized.dropped == 1
    # What would come next is what was cut off, not the end.
    assert cut.next_tokens[-1].text == "w31"
    assert not cut.is_finished


def test_an_unknown_word_keeps_its_place(translator):
    target = translator.tokenize_target("w30 zebra")
    unknown = target.tokenized.tokens[2]
    assert (unknown.id, unknown.start, unknown.end) == (0, 4, 9)


def test_a_generation_is_what_a_whole_forward_over_it_captures(translator):
    source = translator.tokenize(SOURCE)
    target, capture = translator.generate(source, max_new_tokens=7)
    again = translator.run(source, target=target)
    assert capture.parts.keys() == again.parts.keys()
    for shape in translator.description.parts:
        part = shape.part
        resolved = translator.resolve(Selection(part=part), source, target)
        ours = translator.read(capture, resolved)
        theirs = translator.read(again, resolved)
        torch.testing.assert_close(
            torch.from_numpy(ours.values),
            torch.from_numpy(theirs.values),
            rtol=0,
            atol=1e-6,
        )
        assert (ours.mask == theirs.mask).all()


def test_what_is_written_is_what_the_model_predicts(translator):
    """Each next token is the likeliest after the tokens before it."""
    source = translator.tokenize(SOURCE)
    target, _ = translator.generate(source, max_new_tokens=7)
    with torch.inference_mode():
        output = translator.model.network(
            input_ids=torch.tensor([source.ids]),
            decoder_input_ids=torch.tensor([target.tokenized.ids]),
        )
    assert output.logits[0].argmax(-1).tolist() == [t.id for t in target.next_tokens]


def test_a_target_that_ran_out_of_room_says_so(translator):
    source = translator.tokenize(SOURCE)
    target, _ = translator.generate(source, max_new_tokens=3)
    assert not target.is_finished
    assert not target.is_forced
    # Three were written, of which the last was never fed.
    assert len(target.tokenized.tokens) == 3
    assert len(target.text.split()) == 3
    whole, _ = translator.generate(source)
    assert len(whole.next_tokens) <= 128


def test_a_target_that_ends_is_finished(tmp_path):
    """Of a model that always ends, the target is empty and the end its only step."""
    folder = save_translator(tmp_path / "ends")
    network = hf.AutoModelForSeq2SeqLM.from_pretrained(folder)
    network.final_logits_bias[0, 2] = 1e4
    network.save_pretrained(folder)
    loaded = catalogue_of(folder).load("ends")
    source = loaded.tokenize(SOURCE)
    target, _ = loaded.generate(source)
    assert target.text == ""
    assert target.is_finished
    assert texts(target.next_tokens) == ["[SEP]"]
    translation = loaded.translate(source)
    assert [step.token.id for step in translation.steps] == [2]
    assert translation.steps[0].probability == pytest.approx(1.0)


def test_a_language_that_is_forced_stands_second(tmp_path):
    folder = save_translator(
        tmp_path / "mbart", TRANSLATORS["mbart"], forced_bos_token_id=9
    )
    loaded = catalogue_of(folder).load("mbart")
    forced = loaded.tokenize_target("w30")
    assert forced.tokenized.ids == (2, 9, 30)
    assert [t.id for t in forced.next_tokens] == [9, 30, 2]
    assert [t.special for t in forced.tokenized.tokens] == [True, True, False]
    source = loaded.tokenize(SOURCE)
    written, capture = loaded.generate(source, max_new_tokens=4)
    assert written.tokenized.ids[:2] == (2, 9)
    assert len(written.tokenized.tokens) == 5
    assert capture.parts["decoder"][0].weights([0], slice(None)).shape == (1, 5, 5)


def test_ids_that_no_text_would_give_are_shown_all_the_same(translator):
    """A special token amid a target is left out of its text, but not of its tokens."""
    target = translator.spelling.written([30, 2, 31], is_finished=True)
    assert target.text == "w30 w31"
    assert target.tokenized.ids == (2, 30, 2, 31)
    assert texts(target.tokenized.tokens[1:]) == ["w30", "[SEP]", "w31"]
    assert [t.special for t in target.tokenized.tokens[1:]] == [False, True, False]
    last = target.tokenized.tokens[-1]
    assert target.text[slice(last.start, last.end)] == "w31"


def test_translation_says_how_it_was_written(translator):
    source = translator.tokenize(SOURCE)
    translation = translator.translate(source, max_new_tokens=4, n_alternatives=3)
    target, _ = translator.generate(source, max_new_tokens=4)
    assert translation.target == target
    assert [step.token for step in translation.steps] == list(target.next_tokens)
    assert all(len(step.alternatives) == 3 for step in translation.steps)
    beams = translator.translate(source, max_new_tokens=4, n_beams=3).beams
    assert len(beams) == 3


@pytest.mark.parametrize("n", [0, -1, 129])
def test_more_tokens_than_fit_are_refused(translator, n):
    source = translator.tokenize(SOURCE)
    for ask in (translator.generate, translator.translate):
        with pytest.raises(NumberOutOfRange, match="max_new_tokens"):
            ask(source, max_new_tokens=n)


def test_nobody_waits_for_a_translation_that_was_stopped(translator):
    source = translator.tokenize(SOURCE)
    for ask in (translator.generate, translator.translate, translator.run):
        with pytest.raises(Cancelled):
            ask(source, is_cancelled=lambda: True)


def test_a_mask_replaces_that_of_the_encoder_alone(translator):
    source, target = translator.tokenize(SOURCE), translator.tokenize_target("w30")
    causal = MaskSpecification("causal")
    reading = translator.read(
        translator.run(source, mask=causal),
        translator.resolve(Selection(part="encoder"), source),
    )
    assert reading.mask.tolist() == [[k <= q for k in range(5)] for q in range(5)]
    with pytest.raises(UnsupportedByModel, match="another mask"):
        translator.run(source, target=target, mask=causal)


def test_models_of_one_text_refuse_a_target(tmp_path):
    folder = save_checkpoint(tmp_path / "gpt2", DECODERS["gpt2"], special=False)
    loaded = catalogue_of(folder).load("gpt2")
    source = loaded.tokenize(SOURCE)
    for ask in (
        lambda: loaded.tokenize_target("w30"),
        lambda: loaded.generate(source),
        lambda: loaded.translate(source),
        lambda: loaded.tensors(source, None),
    ):
        with pytest.raises(UnsupportedByModel, match="reads one text"):
            ask()


def test_a_model_of_another_makes_no_table_of_tensors(translator):
    source, target = translator.tokenize(SOURCE), translator.tokenize_target("w30")
    with pytest.raises(UnsupportedByModel, match="no model of the lessons"):
        translator.tensors(source, target)
    with pytest.raises(UnsupportedByModel, match="no model of the lessons"):
        translator.head_effects(source, target, place=0, token_id=3, other_id=4)


def test_letters_and_phonemes_have_a_tokenizer_each(cache_folder):
    """The package's own check: attention is ətˈɛnʃən, knight is nˈIt."""
    loaded = Catalogue(("g2p",), cache_folder=cache_folder).load("g2p")
    for word, sound in {"attention": "ətˈɛnʃən", "knight": "nˈIt"}.items():
        source = loaded.tokenize(word)
        target, _ = loaded.generate(source)
        assert target.text == sound
        assert target.is_finished
        # It has learned to write a start of its own before the first phoneme.
        assert texts(target.tokenized.tokens) == ["<s>", "<s>", *sound]
        assert loaded.tokenize_target(sound).tokenized == target.tokenized

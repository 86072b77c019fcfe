"""This project's own models behind the protocol of all encoder-decoders."""

import numpy as np
import pytest
import torch

from model import (
    Catalogue,
    InvalidText,
    NumberOutOfRange,
    Selection,
    TooManyTokens,
    UnsupportedByModel,
)
from tests.model.tiny_lessons import SIZES, WORDS, write_all

SOURCE = "The animal didn't cross the street."
IDS = torch.tensor([[1, 9, 5, 12, 7, 20, 6]])


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("weights"))


@pytest.fixture(scope="module")
def lessons(weights):
    catalogue = Catalogue(list(SIZES), cache_folder=weights, weights_folder=weights)
    return {name: catalogue.load(name) for name in SIZES}


@pytest.fixture(params=SIZES)
def lesson(lessons, request):
    return lessons[request.param]


def whole_logits(lesson, source_ids, target_ids):
    """Run the network itself over both texts at once."""
    steps = lesson.model.network(source_ids, target_ids)
    return steps.logits if hasattr(steps, "logits") else steps.decoder.logits


def test_half_precision_on_disk_is_float32_in_memory(lesson):
    kinds = {parameter.dtype for parameter in lesson.model.network.parameters()}
    assert kinds == {torch.float32}
    assert lesson.description.dtype == "float32"
    assert lesson.description.state == "loaded"


def test_a_source_ends_with_the_end_and_a_target_begins_with_the_start(lesson):
    source = lesson.tokenize(SOURCE)
    pieces = " ".join(token.text for token in source.tokens)
    assert pieces == "the animal did n't cross the street . </s>"
    assert source.tokens[1].start == 4
    target = lesson.tokenize_target("L'animal n'a pas")
    fed = [token.raw for token in target.tokenized.tokens]
    assert fed == ["<s>", "l'", "animal", "n'", "a", "pas"]
    following = [token.raw for token in target.next_tokens]
    assert following == [*fed[1:], "</s>"]


def test_decoding_step_by_step_is_decoding_at_once(lesson):
    """In float64 the two differ by rounding alone."""
    network = lesson.model.network
    network.double()
    try:
        source = torch.tensor([lesson.tokenize(SOURCE).ids])
        memory = lesson.model.encode(source)
        at_once, _ = lesson.model.decode(memory, IDS)
        cache, steps = None, []
        for place in range(IDS.shape[1]):
            fed = IDS[:, place : place + 1]
            logits, cache = lesson.model.decode(memory, fed, cache)
            steps.append(logits)
        expected = whole_logits(lesson, source, IDS)
        torch.testing.assert_close(at_once, expected, rtol=0, atol=1e-12)
        torch.testing.assert_close(torch.cat(steps, 1), expected, rtol=0, atol=1e-12)
    finally:
        network.float()


def test_beams_go_on_from_where_they_are_told(lesson):
    source = torch.tensor([lesson.tokenize(SOURCE).ids])
    memory = lesson.model.encode(source)
    one, other = [1, 9, 5], [1, 7, 20]
    _, cache = lesson.model.decode(memory, torch.tensor([one, other]))
    cache = lesson.model.reorder(cache, [1, 1, 0])
    logits, _ = lesson.model.decode(memory, torch.tensor([[6], [7], [6]]), cache)
    for row, ids in enumerate(([*other, 6], [*other, 7], [*one, 6])):
        expected = whole_logits(lesson, source, torch.tensor([ids]))[0, -1]
        torch.testing.assert_close(logits[row, 0], expected, rtol=1e-4, atol=1e-4)


def test_a_translation_is_the_greedy_target_with_its_chances(lesson):
    source = lesson.tokenize(SOURCE)
    translation = lesson.translate(source, max_new_tokens=9, n_alternatives=3)
    target, _ = lesson.generate(source, max_new_tokens=9)
    assert translation.target == target
    tokens = translation.target.next_tokens
    assert [step.token for step in translation.steps] == list(tokens)
    ids = torch.tensor([target.tokenized.ids])
    logits = whole_logits(lesson, torch.tensor([source.ids]), ids)[0]
    probabilities = logits.double().softmax(-1)
    for row, step in zip(probabilities, translation.steps, strict=True):
        assert step.probability == pytest.approx(float(row[step.token.id]), rel=1e-3)
        assert step.token.id == int(row.argmax())
        assert len(step.alternatives) == 3
        assert step.alternatives[0].id == step.token.id
        assert 0 <= step.entropy_nats <= np.log(len(row))
    assert translation.beams == ()


def test_beams_are_read_like_the_target(lesson):
    source = lesson.tokenize(SOURCE)
    found = lesson.translate(source, max_new_tokens=9, n_beams=3)
    assert 1 <= len(found.beams) <= 3
    best = found.beams[0]
    assert best.text == found.target.text
    assert best.log_probability == pytest.approx(found.log_probability)
    written = [step.token.id for step in found.steps]
    end = [2] if found.target.is_finished else []
    assert [token.id for token in best.tokens] + end == written
    for beam in found.beams:
        assert all(token.id != 2 for token in beam.tokens)


def test_words_without_an_entry_are_listed_where_they_stand(lesson):
    text = "The zebra didn't cross the Zambezi."
    found = lesson.translate(lesson.tokenize(text), max_new_tokens=2)
    spans = [(word.start, word.end) for word in found.unknown_words]
    assert [text[a:b] for a, b in spans] == ["zebra", "Zambezi"]
    known = lesson.translate(lesson.tokenize(SOURCE), max_new_tokens=2)
    assert known.unknown_words == ()


def test_the_longest_target_fills_the_model(lesson):
    words = " ".join(["animal"] * 63)
    target = lesson.tokenize_target(words)
    assert len(target.tokenized.tokens) == 64
    assert lesson.model.decode(
        lesson.model.encode(torch.tensor([lesson.tokenize("a").ids])),
        torch.tensor([target.tokenized.ids]),
    )[0].shape == (1, 64, lesson.description.vocab_size)
    with pytest.raises(TooManyTokens) as caught:
        lesson.tokenize_target(f"{words} animal")
    assert (caught.value.limit, caught.value.actual) == (64, 65)
    with pytest.raises(InvalidText):
        lesson.tokenize_target("half \ud83d")


def test_an_empty_target_is_the_start_alone(lesson):
    target = lesson.tokenize_target("")
    assert [token.raw for token in target.tokenized.tokens] == ["<s>"]
    assert [token.raw for token in target.next_tokens] == ["</s>"]
    lesson.run(lesson.tokenize(SOURCE), target=target)


def test_no_more_is_written_than_asked_for(lesson):
    source = lesson.tokenize(SOURCE)
    assert len(lesson.translate(source, max_new_tokens=1).steps) == 1
    for asked in (0, 65):
        with pytest.raises(NumberOutOfRange):
            lesson.translate(source, max_new_tokens=asked)


def test_all_the_room_is_used_where_no_limit_is_asked_for(lessons):
    lesson = lessons["lesson-luong"]
    found = lesson.translate(lesson.tokenize(SOURCE))
    assert found.target.is_finished or len(found.steps) == 64
    assert len(found.target.tokenized.tokens) <= 64


def test_the_bottleneck_has_no_attention_to_show(lessons):
    lesson = lessons["lesson-bottleneck"]
    source = lesson.tokenize(SOURCE)
    with pytest.raises(UnsupportedByModel, match="one vector holds the whole"):
        lesson.resolve(Selection(), source, lesson.tokenize_target("l'animal"))


def test_words_of_the_tiny_models_are_all_known(lessons):
    source = lessons["lesson-luong"].tokenize(" ".join(WORDS))
    assert 3 not in source.ids

"""What the shipped models translate, held to what was written down."""

import json
from pathlib import Path

import pytest

from model import Catalogue
from model.lessons import LESSONS

GOLDEN = Path(__file__).parents[1] / "golden" / "translations.json"
RECORDED = json.loads(GOLDEN.read_text(encoding="utf-8"))
TIRED, WIDE, AREA = (
    one["source"] for one in RECORDED["lesson-luong"]["translations"][:3]
)


@pytest.fixture(scope="module")
def lessons():
    catalogue = Catalogue(tuple(LESSONS), cache_folder=Path())
    return {model_id: catalogue.load(model_id) for model_id in LESSONS}


@pytest.mark.parametrize("model_id", LESSONS)
def test_each_translation_is_the_one_written_down(lessons, model_id):
    lesson, recorded = lessons[model_id], RECORDED[model_id]
    assert lesson.description.revision == recorded["revision"], (
        "other weights: run python -m tests.golden.write_translations"
    )
    assert len(recorded["translations"]) == 20
    for one in recorded["translations"]:
        found = lesson.translate(lesson.tokenize(one["source"]))
        assert found.target.text == one["target"]
        chances = [step.probability for step in found.steps]
        assert chances == pytest.approx(one["probabilities"], abs=1e-3)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (TIRED, "L'animal n'a pas traversé la rue parce qu'il était trop fatigué."),
        (WIDE, "L'animal n'a pas traversé la rue parce qu'elle était trop large."),
        (AREA, "L'accord sur la zone économique européenne a été signé en août 1992."),
    ],
)
def test_the_translator_says_the_sentences_of_the_lessons_right(
    lessons, source, target
):
    lesson = lessons["lesson-translator"]
    assert lesson.translate(lesson.tokenize(source)).target.text == target


@pytest.mark.parametrize("model_id", LESSONS)
def test_every_target_is_cut_into_the_same_words_again(lessons, model_id):
    """A person can take the model's own target and go on from there."""
    lesson = lessons[model_id]
    for one in RECORDED[model_id]["translations"]:
        own = lesson.translate(lesson.tokenize(one["source"])).target
        if own.is_finished:
            forced = lesson.tokenize_target(own.text)
            assert forced.tokenized.ids == own.tokenized.ids


def test_the_words_that_no_model_knows_are_the_same_for_all(lessons):
    sentence = "The zebra is sleeping."
    for lesson in lessons.values():
        words = lesson.translate(lesson.tokenize(sentence)).unknown_words
        assert [sentence[word.start : word.end] for word in words] == ["zebra"]

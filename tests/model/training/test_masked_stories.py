"""Stories are written in batches, again the same, and read without loose ends."""

import json

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from model.training.masked_language import stories
from model.training.masked_language.stories import (
    STORIES,
    TOLD,
    Kind,
    read_stories,
    write_stories,
)
from model.training.masked_language.texts import Document
from tests.model.small_tokenizers import byte_level
from tests.model.tiny_models import GROUPED


@pytest.fixture(scope="module")
def writer(tmp_path_factory):
    """A tiny decoder that has never learned anything."""
    folder = tmp_path_factory.mktemp("writer")
    torch.manual_seed(0)
    made = byte_level()
    made.save_pretrained(folder)
    named = {"vocab_size": len(made), "eos_token_id": made.eos_token_id}
    config = LlamaConfig(**{**GROUPED, **named})
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def written(writer, into, kind, seed):
    into.mkdir(exist_ok=True)
    things = ["spoon", "horse", "lamp", "milk"]
    write_stories(writer, into, kind, things, n_batches=2, seed=seed)
    return json.loads((into / kind.file).read_text("utf-8"))


@pytest.mark.parametrize("kind", [STORIES, TOLD])
def test_stories_go_on_from_an_opening_and_repeat_themselves(
    kind, writer, tmp_path, monkeypatch
):
    monkeypatch.setattr(stories, "BATCH", 4)
    one = written(writer, tmp_path / "one", kind, seed=1)
    again = written(writer, tmp_path / "again", kind, seed=1)
    other = written(writer, tmp_path / "other", kind, seed=2)

    assert len(one) == 8
    assert one == again != other
    # A story may end at once; they don't all.
    assert sum(len(story.partition(".")[2]) > 10 for story in one) >= 4
    for story in one:
        assert " went " in story.partition(".")[0]
        # What it was asked is not part of the story.
        assert "Write a short story" not in story
        assert "<|im_start|>" not in story


def test_a_told_story_is_asked_for_with_things_in_it(writer, tmp_path, monkeypatch):
    monkeypatch.setattr(stories, "BATCH", 4)
    prompts = []
    true = stories._continued

    def watched(network, tokenizer, batch, kind):
        prompts.extend(batch)
        return true(network, tokenizer, batch, kind)

    monkeypatch.setattr(stories, "_continued", watched)
    texts = written(writer, tmp_path, TOLD, seed=1)

    for prompt, story in zip(prompts, texts, strict=True):
        asked, _, begun = prompt.partition("<|im_end|>")
        named = asked.partition("These things are in it: ")[2].rstrip(".").split(", ")
        assert len(set(named)) == TOLD.n_things
        assert set(named) <= {"spoon", "horse", "lamp", "milk"}
        assert story.startswith(begun.rpartition("assistant\n")[2])


def test_the_last_sentence_is_left_out_and_short_stories_too(tmp_path):
    kind = Kind("these.json", 1, top_p=1.0, top_k=0, n_things=0)
    texts = ["It was cold. We ran. He fell. And the", "Too short. To be"]
    (tmp_path / kind.file).write_text(json.dumps(texts), "utf-8")

    assert read_stories(tmp_path, kind) == [
        Document("story 0", ("It was cold.", "We ran.", "He fell."))
    ]

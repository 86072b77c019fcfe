"""Let SmolLM2 write everyday English to learn from.

Lives here: openings drawn from lists, and their continuation in batches. Not
here: the texts that people wrote (``texts.py``).

The addresses are political, the books are old and the dictionary's examples are
short: none shows how ordinary sentences of today follow each other. The same seed,
threads and kind of CPU give the same stories; they are kept in the folder of the
texts.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import torch
from tqdm import tqdm
from transformers import AutoModelForCausalLM, AutoTokenizer

from model.training.masked_language.texts import Document, split_sentences

BATCH = 96
TEMPERATURE = 0.8


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to have stories written.

    Attributes:
        file: where they are kept.
        new_tokens: how many follow an opening, at most.
        top_p, top_k: what is drawn from; 1 and 0 cut nothing.
        n_things: how many things a story is asked to speak of. With none, the
            model isn't asked for a story: it goes on from the opening alone.
    """

    file: str
    new_tokens: int
    top_p: float
    top_k: int
    n_things: int


STORIES = Kind("stories.json", 144, top_p=0.95, top_k=0, n_things=0)
TOLD = Kind("told-stories.json", 112, top_p=1.0, top_k=50, n_things=3)

_WHO = (
    *("Anna", "Tom", "Maria", "my sister", "my father", "the teacher", "the doctor"),
    *("our neighbour", "an old man", "a young woman", "the boy", "the girl", "Sam"),
    *("my grandmother", "the nurse", "a farmer", "the driver", "her husband", "Lisa"),
    *("the cook", "the children", "two friends", "the student", "my brother", "Jack"),
)
_WHERE = (
    *("to the bank to deposit some money", "to the market to buy vegetables"),
    *("to school by bus", "to the station to catch a train", "home after work"),
    *("to the kitchen to cook dinner", "to the hospital to visit a friend"),
    *("to the park with the dog", "to the beach for a swim", "to the library"),
    *("to the garden to water the plants", "to the shop to buy shoes", "to bed late"),
    *("to the office for a meeting", "to the cinema to see a film", "to the dentist"),
    *("to the bakery for fresh bread", "to the post office with a letter"),
    *("to the river to catch fish", "to the restaurant for lunch", "to the garage"),
    *("to a birthday party", "to the football game", "to the airport", "to church"),
    *("into the forest for a walk", "up the hill to see the view", "to the museum"),
    *("to the piano to play a song", "to the window to look at the snow"),
    *("to the farm to feed the animals", "to the barber to have a haircut"),
)
_WHEN = (
    *("On Monday morning", "Last night", "After lunch", "On a cold winter day"),
    *("When it stopped raining", "Early in the morning", "Last summer", "Yesterday"),
    *("On Saturday", "At six o'clock", "Because the weather was nice", "One day"),
    *("Before dinner", "In the afternoon", "Last week", "On the first day of spring"),
)


def write_stories(
    folder: Path,
    into: Path,
    kind: Kind,
    things: Sequence[str],
    *,
    n_batches: int,
    seed: int,
) -> None:
    """Write stories with the model in a folder, into another folder."""
    torch.manual_seed(seed)
    network = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder, padding_side="left")
    tokenizer.pad_token = tokenizer.eos_token
    beginnings = _beginnings(kind, things, Random(seed))  # noqa: S311 - a seed is wanted
    stories: list[str] = []
    for _ in tqdm(range(n_batches), desc="stories", unit="batch"):
        batch = [next(beginnings) for _ in range(BATCH)]
        written = _continued(network, tokenizer, [each.prompt for each in batch], kind)
        stories += [
            each.opening + text for each, text in zip(batch, written, strict=True)
        ]
        text = json.dumps(stories, ensure_ascii=False, indent=0)
        (into / kind.file).write_text(text, encoding="utf-8")


def _continued(
    network: Any, tokenizer: Any, prompts: list[str], kind: Kind
) -> list[str]:
    inputs = tokenizer(prompts, return_tensors="pt", padding=True)
    with torch.inference_mode():
        written = network.generate(
            **inputs,
            max_new_tokens=kind.new_tokens,
            do_sample=True,
            temperature=TEMPERATURE,
            top_p=kind.top_p,
            top_k=kind.top_k,
            pad_token_id=tokenizer.pad_token_id,
        )
    new = written[:, inputs["input_ids"].shape[1] :]
    return list(tokenizer.batch_decode(new, skip_special_tokens=True))


@dataclass(frozen=True, slots=True)
class _Beginning:
    """What the model reads before it writes; its story starts with the opening."""

    prompt: str
    opening: str


def _beginnings(
    kind: Kind, things: Sequence[str], draw: Random
) -> Iterator[_Beginning]:
    while True:
        who, where = draw.choice(_WHO), draw.choice(_WHERE)
        opening = f"{draw.choice(_WHEN)}, {who} went {where}."
        if kind.n_things == 0:
            yield _Beginning(opening, opening)
            continue
        asked = ", ".join(draw.sample(things, kind.n_things))
        # The opening stands in the answer already, so that it goes on from there.
        yield _Beginning(
            "<|im_start|>user\nWrite a short story about an ordinary day, in plain and "
            f"simple words. These things are in it: {asked}.<|im_end|>\n"
            f"<|im_start|>assistant\n{opening}",
            opening,
        )


def read_stories(folder: Path, kind: Kind) -> list[Document]:
    """Read the stories as documents, without their unfinished last sentences."""
    texts = json.loads((folder / kind.file).read_text(encoding="utf-8"))
    return [
        Document(f"story {number}", sentences)
        for number, text in enumerate(texts)
        if len(sentences := tuple(split_sentences(text))[:-1]) > 2
    ]

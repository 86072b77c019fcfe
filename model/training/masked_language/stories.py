"""Let SmolLM2 write everyday English to learn from.

Lives here: openings drawn from lists, and their continuation in batches. Not
here: the texts that people wrote (``texts.py``).

The addresses are political and the dictionary's examples are short, so neither
shows how ordinary sentences follow each other. The same seed, threads and kind of
CPU give the same stories; they are kept in the folder of the texts.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import torch
from tqdm import tqdm
from transformers import AutoModelForCausalLM, AutoTokenizer

from model.training.masked_language.texts import Document, split_sentences

BATCH = 96
NEW_TOKENS = 144
TEMPERATURE = 0.8
TOP_P = 0.95
FILE = "stories.json"

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


def write_stories(folder: Path, into: Path, *, n_batches: int, seed: int) -> None:
    """Write stories with the model in a folder, into another folder."""
    torch.manual_seed(seed)
    network = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder, padding_side="left")
    tokenizer.pad_token = tokenizer.eos_token
    openings = _openings(Random(seed))  # noqa: S311
    stories: list[str] = []
    for _ in tqdm(range(n_batches), desc="stories", unit="batch"):
        batch = [next(openings) for _ in range(BATCH)]
        inputs = tokenizer(batch, return_tensors="pt", padding=True)
        with torch.inference_mode():
            written = network.generate(
                **inputs,
                max_new_tokens=NEW_TOKENS,
                do_sample=True,
                temperature=TEMPERATURE,
                top_p=TOP_P,
                top_k=0,
                pad_token_id=tokenizer.pad_token_id,
            )
        stories += tokenizer.batch_decode(written, skip_special_tokens=True)
        text = json.dumps(stories, ensure_ascii=False, indent=0)
        (into / FILE).write_text(text, encoding="utf-8")


def _openings(draw: Random) -> Iterator[str]:
    while True:
        who, where = draw.choice(_WHO), draw.choice(_WHERE)
        yield f"{draw.choice(_WHEN)}, {who} went {where}."


def read_stories(folder: Path) -> list[Document]:
    """Read the stories as documents, without their unfinished last sentences."""
    texts = json.loads((folder / FILE).read_text(encoding="utf-8"))
    return [
        Document(f"story {number}", sentences)
        for number, text in enumerate(texts)
        if len(sentences := tuple(split_sentences(text))[:-1]) > 2
    ]

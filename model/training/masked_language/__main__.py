"""Make the adapter: ``python -m model.training.masked_language train``.

Lives here: the command and its arguments. Not here: the making (``run.py``).
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import AutoTokenizer

from model.training.masked_language.card import ADAPTER
from model.training.masked_language.rounds import ROUNDS
from model.training.masked_language.run import Making, Order
from model.training.masked_language.stories import STORIES, TOLD, write_stories
from model.training.masked_language.texts import DICTIONARY, fetch, read_things

WEIGHTS_FOLDER = Path(__file__).parents[2] / "weights"
CACHE_FOLDER = Path("~/.cache/headlight").expanduser()
DEFAULT_SEED = 2018
N_STORY_BATCHES, N_TOLD_BATCHES = 5, 16
# The first of MiniLM's pieces, which stand in the order of how frequent they are.
N_KNOWN, FEWEST_LETTERS = 14_000, 3


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the stories, train on all the texts, or test what lies there."""
    asked = _parser().parse_args(arguments)
    texts = asked.texts or asked.cache / "texts"
    texts.mkdir(parents=True, exist_ok=True)
    if asked.what == "stories":
        _write_both(asked, texts)
        return
    order = Order(
        base=asked.cache / "minilm",
        texts=texts,
        folder=asked.folder / ADAPTER,
        number=asked.round,
        n_steps=asked.steps,
        seed=asked.seed,
        threads=asked.threads,
    )
    making = Making(order)
    making.train() if asked.what == "train" else making.test()


def _write_both(asked: argparse.Namespace, texts: Path) -> None:
    torch.set_num_threads(asked.threads)
    writer = asked.cache / "smollm2-135m"
    pieces = AutoTokenizer.from_pretrained(asked.cache / "minilm").get_vocab()
    known = {
        piece
        for piece, place in pieces.items()
        if place < N_KNOWN and len(piece) >= FEWEST_LETTERS
    }
    things = read_things(fetch(DICTIONARY, texts), known)
    for kind, n in ((STORIES, N_STORY_BATCHES), (TOLD, N_TOLD_BATCHES)):
        write_stories(writer, texts, kind, things, n_batches=n, seed=asked.seed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m model.training.masked_language",
        description="Write stories to learn from; then train MiniLM to predict words.",
    )
    add = parser.add_argument
    add("what", choices=["stories", "train", "test"])
    rounds = range(1, len(ROUNDS) + 1)
    add("--round", type=int, choices=rounds, default=1, help="goes on from the last")
    add("--steps", type=int, help="fewer than the round has, for a trial")
    add("--seed", type=int, default=DEFAULT_SEED, help="fixes everything drawn")
    add("--threads", type=int, default=2, help="of PyTorch; part of the seed")
    add("--folder", type=Path, default=WEIGHTS_FOLDER, help="where it is written")
    add("--cache", type=Path, default=CACHE_FOLDER, help="where the models lie")
    add("--texts", type=Path, help="where the texts lie; in the cache if not given")
    return parser


if __name__ == "__main__":
    main()

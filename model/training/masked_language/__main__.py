"""Make the adapter: ``python -m model.training.masked_language train``.

Lives here: the command and its arguments. Not here: the making (``run.py``).
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from model.training.masked_language.card import ADAPTER
from model.training.masked_language.run import Making, Order
from model.training.masked_language.stories import write_stories

WEIGHTS_FOLDER = Path(__file__).parents[2] / "weights"
CACHE_FOLDER = Path("~/.cache/headlight").expanduser()
DEFAULT_SEED = 2018
N_STEPS = 4000
N_STORY_BATCHES = 5


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the stories, train on all the texts, or test what lies there."""
    asked = _parser().parse_args(arguments)
    texts = asked.texts or asked.cache / "texts"
    texts.mkdir(parents=True, exist_ok=True)
    if asked.what == "stories":
        torch.set_num_threads(asked.threads)
        folder = asked.cache / "smollm2-135m"
        write_stories(folder, texts, n_batches=N_STORY_BATCHES, seed=asked.seed)
        return
    order = Order(
        base=asked.cache / "minilm",
        texts=texts,
        folder=asked.folder / ADAPTER,
        n_steps=asked.steps,
        seed=asked.seed,
        threads=asked.threads,
    )
    making = Making(order)
    making.train() if asked.what == "train" else making.test()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m model.training.masked_language",
        description="Write stories to learn from; then train MiniLM to predict words.",
    )
    add = parser.add_argument
    add("what", choices=["stories", "train", "test"])
    add("--steps", type=int, default=N_STEPS)
    add("--seed", type=int, default=DEFAULT_SEED, help="fixes everything drawn")
    add("--threads", type=int, default=2, help="of PyTorch; part of the seed")
    add("--folder", type=Path, default=WEIGHTS_FOLDER, help="where it is written")
    add("--cache", type=Path, default=CACHE_FOLDER, help="where the models lie")
    add("--texts", type=Path, help="where the texts lie; in the cache if not given")
    return parser


if __name__ == "__main__":
    main()

"""Train lesson models: ``python -m model.training lesson-translator``.

Lives here: the command and its arguments. Not here: the training (``run.py``).
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from model.training.corpus import build_corpus
from model.training.data import Data
from model.training.recipes import DEFAULT_SEED, RECIPES
from model.training.run import Making, Order

WEIGHTS_FOLDER = Path(__file__).parents[1] / "weights"
ALL = "all"
# Not that of the training: all models are tested on the same sentences.
CORPUS_SEED = 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Train the models asked for, one after the other."""
    asked = _parser().parse_args(arguments)
    ids = list(RECIPES) if asked.model == ALL else [asked.model]
    data = Data.of(build_corpus(seed=CORPUS_SEED))
    for model_id in ids:
        recipe = RECIPES[model_id]
        order = Order(
            n_steps=asked.steps or recipe.n_steps,
            seed=asked.seed,
            threads=asked.threads,
            folder=asked.folder,
            minutes_between=asked.write_every,
        )
        Making(recipe, data, order).run()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m model.training",
        description="Train the models of the lessons, and write weights and cards.",
    )
    add = parser.add_argument
    add("model", choices=[*RECIPES, ALL])
    add("--steps", type=_positive, help="how many; the recipe's own if not given")
    add("--seed", type=int, default=DEFAULT_SEED, help="fixes everything drawn")
    add("--folder", type=Path, default=WEIGHTS_FOLDER, help="where models are written")
    add("--threads", type=_positive, default=1, help="of PyTorch; part of the seed")
    add(
        "--write-every",
        type=float,
        metavar="MINUTES",
        help="write the model while it is trained, too",
    )
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


if __name__ == "__main__":
    main()

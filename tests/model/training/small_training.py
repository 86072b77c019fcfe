"""A little corpus, little models, and trainings of seconds."""

import dataclasses
from functools import cache
from random import Random

import torch

from model.lesson_network import END_ID, START_ID
from model.recurrent import RecurrentConfig, RecurrentTranslator
from model.recurrent_decoders import Score
from model.training.batches import Pair
from model.training.corpus import Sizes, build_corpus
from model.training.data import Data
from model.training.recipes import RECIPES
from model.transformer import Transformer, TransformerConfig

SIZES = Sizes(train=600, valid=30, test=40, combinations=20)
WORDS = range(4, 10)


@cache
def small_data():
    return Data.of(build_corpus(seed=1, sizes=SIZES))


def small_network(name, vocab_size, dropout=0.0):
    if name == "lesson-translator":
        return Transformer(
            TransformerConfig(
                vocab_size=vocab_size,
                d_model=32,
                n_heads=4,
                n_layers=2,
                d_ff=48,
                dropout=dropout,
            )
        )
    scores: dict[str, Score | None] = {
        "lesson-bahdanau": "additive",
        "lesson-luong": "multiplicative",
        "lesson-bottleneck": None,
    }
    return RecurrentTranslator(
        RecurrentConfig(vocab_size, scores[name], 24, 20, 16, dropout=dropout)
    )


def small_recipe(name):
    """Return the recipe with a network that trains in seconds."""
    return dataclasses.replace(
        RECIPES[name],
        build=lambda vocab_size: small_network(name, vocab_size, dropout=0.1),
        batch_tokens=400,
    )


def swapped_pairs(n, seed=0):
    """Make pairs that a model must look at both ends of to translate."""
    chance = Random(seed)
    sources = [tuple(chance.choices(WORDS, k=chance.randint(1, 9))) for _ in range(n)]
    return [Pair(source, source[::-1]) for source in sources]


def translate_one(network, source, max_length):
    """Translate alone, greedily, with the network's own forward."""
    written: list[int] = []
    while len(written) < max_length:
        ids = torch.tensor([[*source, END_ID]]), torch.tensor([[START_ID, *written]])
        steps = network(*ids)
        logits = (
            steps.logits if isinstance(network, Transformer) else steps.decoder.logits
        )
        chosen = int(logits[0, -1].argmax())
        if chosen == END_ID:
            break
        written.append(chosen)
    return tuple(written)

"""Tiny random models of the lessons' kinds, written as the real ones are."""

from pathlib import Path
from typing import Any

import torch

from model.lesson_network import LessonConfig, write_network
from model.training.vocabulary import build_tokenizer, save_tokenizer

TEXT = (
    "the animal did n't cross street because it was too tired wide . l' n' pas "
    "traversé la rue parce qu' il elle était trop fatigué large a"
)
WORDS = TEXT.split()

TRANSFORMER: dict[str, Any] = {
    "d_model": 32,
    "n_heads": 2,
    "n_layers": 2,
    "d_ff": 48,
    "norm": "post",
}
RECURRENT: dict[str, Any] = {"d_embedding": 16, "d_hidden": 24, "d_attention": 20}
SIZES: dict[str, dict[str, Any]] = {
    "lesson-translator": TRANSFORMER,
    "lesson-bahdanau": {**RECURRENT, "attention": "additive"},
    "lesson-luong": {**RECURRENT, "attention": "multiplicative"},
    "lesson-bottleneck": {**RECURRENT, "attention": None},
}


def write_lesson(weights: Path, model_id: str, *, seed: int = 0) -> Path:
    """Write a random model to ``weights/<id>``, peaked enough to differ."""
    folder = weights / model_id
    folder.mkdir(parents=True)
    tokenizer = build_tokenizer(WORDS)
    save_tokenizer(tokenizer, folder)
    sizes = {**SIZES[model_id], "vocab_size": tokenizer.get_vocab_size()}
    architecture: Any = "transformer" if "d_model" in sizes else "recurrent"
    config = LessonConfig(model_id, architecture, sizes, names=("paul",))
    torch.manual_seed(seed)
    network = config.build()
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if parameter.dim() > 1 and "embedding" not in name:
                parameter.mul_(3.0)
    write_network(folder, config, network.state_dict())
    return folder


def write_all(weights: Path) -> Path:
    """Write one random model of each kind."""
    for model_id in SIZES:
        write_lesson(weights, model_id)
    return weights

"""List the models that this project has trained, and describe them.

Lives here: their table, and what their files say of them, read without
PyTorch. Not here: reading the weights (``lesson_network.py``,
``translation/loaded_lesson.py``) and making them (``training/``).
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from model.checkpoint import UnusableCheckpoint
from model.description import ModelDescription, PartShape

WEIGHTS_FOLDER = Path(__file__).parent / "weights"

# Each id with the title of its model.
LESSONS: Mapping[str, str] = MappingProxyType(
    {
        "lesson-translator": "Transformer, English to French",
        "lesson-bahdanau": "Recurrent, additive attention",
        "lesson-luong": "Recurrent, multiplicative attention",
        "lesson-bottleneck": "Recurrent, no attention",
    }
)

_FILES = ("config.json", "tokenizer.json", "model.safetensors")


def describe_lesson(model_id: str, weights: Path = WEIGHTS_FOLDER) -> ModelDescription:
    """Describe one of the models from its configuration.

    Raises: UnusableCheckpoint where its files are missing or unreadable.
    """
    folder = weights / model_id
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        shape = _shape(config["architecture"], config["sizes"])
        return ModelDescription(
            id=model_id,
            title=LESSONS[model_id],
            max_length=config["max_length"],
            vocab_size=config["sizes"]["vocab_size"],
            takes_pair=False,
            has_special_tokens=True,
            source=f"trained by this project, model/weights/{model_id}",
            license="MIT",
            notice="Trained by this project on sentences that its own grammar "
            "makes; its card tells how, and how well it does.",
            revision=_revision(folder),
            **shape,
        )
    except OSError as fault:
        missing = Path(fault.filename or "").name
        raise UnusableCheckpoint(
            f"{model_id} can't be read: {missing} is missing from its folder."
        ) from fault
    except (ValueError, KeyError, TypeError) as fault:
        raise UnusableCheckpoint(
            f"The config.json of {model_id} is damaged."
        ) from fault


def read_card(folder: Path) -> dict[str, Any] | None:
    """Read how a model was trained and how well it does; None without a card."""
    path = folder / "card.json"
    if not path.is_file():
        return None
    card: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return card


def _shape(architecture: str, sizes: Mapping[str, Any]) -> dict[str, Any]:
    """Count layers and heads, as the catalogue does."""
    if architecture == "transformer":
        n_layers, n_heads = sizes["n_layers"], sizes["n_heads"]
        return {
            "family": "encoder-decoder",
            "n_layers": n_layers,
            "n_heads": n_heads,
            "n_key_value_heads": n_heads,
            "head_dim": sizes["d_model"] // n_heads,
            "d_model": sizes["d_model"],
            "positions": "sinusoidal",
            "objectives": ("attention", "translation"),
            "capture": "operands",
            "more_parts": tuple(
                PartShape(part, n_layers, n_heads)
                for part in ("decoder", "cross", "joint")
            ),
        }
    attends = sizes["attention"] is not None
    return {
        "family": "rnn",
        "n_layers": int(attends),
        "n_heads": int(attends),
        "n_key_value_heads": int(attends),
        "head_dim": None,
        "d_model": sizes["d_hidden"],
        "positions": "none",
        "objectives": ("attention", "translation") if attends else ("translation",),
        "capture": "operands" if attends else None,
        "more_parts": (PartShape("cross", 1, 1),) if attends else (),
    }


def _revision(folder: Path) -> str:
    """Name the state of the files; they are small enough to be read whole."""
    digest = hashlib.sha256()
    for name in _FILES:
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()[:16]

"""Find the adapters of a model, and describe them from their files.

Lives here: which adapters this project has made for which model, and what their
files say of them, read in milliseconds and without PyTorch. Not here: reading
the numbers (``reading.py``).

A folder holds, as the library peft writes it,

    adapter_config.json         rank, alpha
    adapter_model.safetensors   A and B of every matrix, in float16

and beside it ``heads.safetensors``, the heads by the names that a BERT
checkpoint gives them, and ``card.json``, how all of it was trained.
"""

import hashlib
import json
import math
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType

from model.adapters.description import AdapterDescription
from model.tensor_files import read_shapes

CONFIG_FILE = "adapter_config.json"
ADAPTER_FILE = "adapter_model.safetensors"
HEADS_FILE = "heads.safetensors"

# The matrices of a BERT's layer, in the order in which a state passes them.
_TARGETS = (
    *("query", "key", "value", "attention.output.dense"),
    *("intermediate.dense", "output.dense"),
)
_DOWN = ".lora_A.weight"

# The adapters of a model, each with its title.
ADAPTERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"minilm": MappingProxyType({"minilm-words": "Masked words and next sentences"})}
)

# What a head predicts, by how its tensors are named.
_OBJECTIVES = {
    "cls.predictions.": "fill-mask",
    "cls.seq_relationship.": "next-sentence",
}


def adapters_of(model_id: str, weights: Path) -> tuple[AdapterDescription, ...]:
    """Describe the adapters of a model that lie in a folder of weights.

    One whose files are missing or damaged is left out: without it the model
    still answers everything but the adapter's own objectives.
    """
    found = []
    for adapter_id, title in ADAPTERS.get(model_id, {}).items():
        try:
            found.append(describe_adapter(weights / adapter_id, title=title))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return tuple(found)


def describe_adapter(folder: Path, *, title: str) -> AdapterDescription:
    """Describe the adapter in a folder.

    Raises: OSError, ValueError, KeyError and others for files that are missing
        or are something else.
    """
    config = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))
    shapes = read_shapes(folder / ADAPTER_FILE)
    heads = read_shapes(folder / HEADS_FILE)
    rank, alpha = int(config["r"]), float(config["lora_alpha"])
    matrices = [name.removesuffix(_DOWN) for name in shapes if name.endswith(_DOWN)]
    objectives = tuple(
        objective
        for prefix, objective in _OBJECTIVES.items()
        if any(name.startswith(prefix) for name in heads)
    )
    return AdapterDescription(
        id=folder.name,
        title=title,
        kind="lora",
        rank=rank,
        alpha=alpha,
        scaling=alpha / rank,
        targets=_in_order({target_of(name) for name in matrices}),
        n_matrices=len(matrices),
        n_parameters=_count(shapes),
        n_head_parameters=_count(heads),
        objectives=objectives,
        default_for=objectives,
        source=f"trained by this project, model/weights/{folder.name}",
        license="MIT",
        revision=_revision(folder),
        has_card=(folder / "card.json").is_file(),
    )


def target_of(module: str) -> str:
    """Shorten a matrix's name to what it is within its layer.

    ``encoder.layer.0.attention.output.dense`` becomes
    ``attention.output.dense``, and ``...attention.self.query`` ``query``.
    """
    within = module.rpartition(".layer.")[2].partition(".")[2]
    return within.removeprefix("attention.self.")


def _in_order(targets: Collection[str]) -> tuple[str, ...]:
    """Sort targets as a text meets them; what is not known comes last."""
    known = [target for target in _TARGETS if target in targets]
    return (*known, *sorted(set(targets) - set(known)))


def _count(shapes: Mapping[str, tuple[int, ...]]) -> int:
    return sum(math.prod(shape) for shape in shapes.values())


def _revision(folder: Path) -> str:
    """Name the state of the files; they are small enough to be read whole."""
    digest = hashlib.sha256()
    for name in (CONFIG_FILE, ADAPTER_FILE, HEADS_FILE):
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()[:16]

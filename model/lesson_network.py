"""Write and read a lesson model: its configuration and its weights.

Lives here: the folder of a model of ``model/weights``, as far as PyTorch needs
it. Not here: its tokenizer (``tokens.py``), its card (``training/card.py``) and
what a loaded model can do (``translation/lesson.py``).

    config.json          architecture and sizes, special ids, the longest text,
                         the names that the written text spells with a capital
    model.safetensors    the parameters by name, in float16
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import torch
from torch import Tensor

from model.recurrent import RecurrentConfig, RecurrentTranslator
from model.transformer import Transformer, TransformerConfig

Architecture = Literal["transformer", "recurrent"]
Network = Transformer | RecurrentTranslator

CONFIG = "config.json"
WEIGHTS = "model.safetensors"
MAX_LENGTH = 64
PAD_ID, START_ID, END_ID, UNKNOWN_ID = range(4)


@dataclass(frozen=True, slots=True)
class LessonConfig:
    """What config.json says.

    Attributes:
        sizes: the fields of ``TransformerConfig`` or ``RecurrentConfig``.
        names: words that are written with a capital wherever they stand.
    """

    id: str
    architecture: Architecture
    sizes: Mapping[str, Any]
    names: Sequence[str] = ()
    max_length: int = MAX_LENGTH
    pad_id: int = PAD_ID
    start_id: int = START_ID
    end_id: int = END_ID
    unknown_id: int = UNKNOWN_ID

    def build(self) -> Network:
        """Build the network, with weights drawn at random."""
        if self.architecture == "transformer":
            return Transformer(TransformerConfig(**self.sizes))
        return RecurrentTranslator(RecurrentConfig(**self.sizes))


def sizes_of(network: Network) -> dict[str, Any]:
    """Return the fields of a network's configuration."""
    return asdict(network.config)


def architecture_of(network: Network) -> Architecture:
    """Name a network's architecture, as config.json does."""
    return "transformer" if isinstance(network, Transformer) else "recurrent"


def write_network(
    folder: Path, config: LessonConfig, weights: Mapping[str, Tensor]
) -> None:
    """Write the configuration and the weights, these in float16."""
    from safetensors.torch import save

    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(config), ensure_ascii=False, indent=2)
    (folder / CONFIG).write_text(f"{text}\n", encoding="utf-8")
    halves = {name: each.half().contiguous() for name, each in weights.items()}
    (folder / WEIGHTS).write_bytes(save(halves))


def read_config(folder: Path) -> LessonConfig:
    """Read config.json. Raises: ValueError where it isn't of a lesson model."""
    fields = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    is_whole = fields.keys() == LessonConfig.__dataclass_fields__.keys()
    if not is_whole or fields["architecture"] not in get_args(Architecture):
        raise ValueError(f"{folder.name} holds no lesson model.")
    return LessonConfig(**fields)


def read_network(
    folder: Path, device: torch.device | str | None = None
) -> tuple[Network, LessonConfig]:
    """Read a network, ready to translate: float32, no dropout, no gradients."""
    from safetensors.torch import load_file

    config = read_config(folder)
    network = config.build()
    network.load_state_dict(load_file(folder / WEIGHTS))
    return network.to(device).eval().requires_grad_(False), config

"""Read an adapter that the library peft has written, and the heads beside it.

Lives here: from files to tensors, under the names of the network that they are
for. Not here: what the files are (``catalogue.py``) and the training that made
them (``model/training/masked_language``).

peft names a matrix by the way from its own outermost module down to it, as in

    base_model.model.bert.encoder.layer.0.attention.self.query.lora_A.weight

``base_model.model`` is peft's; ``bert`` is the encoder within the model that was
trained. What is left is the name of the layer in the encoder.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from safetensors.torch import load_file
from torch import Tensor, nn

from model.adapters.catalogue import ADAPTER_FILE, CONFIG_FILE, HEADS_FILE
from model.adapters.description import AdapterDescription
from model.adapters.heads import AdapterHeads, NextSentenceHead, WordHead
from model.adapters.loaded_adapter import LoadedAdapter
from model.adapters.low_rank import Factors, Update, linear_layer

_OUTER = "base_model.model."
_DOWN, _UP = ".lora_A.weight", ".lora_B.weight"
# What would make the update another one than s B A; each is off unless it is said.
_OTHER_KINDS = (
    *("use_dora", "use_rslora", "fan_in_fan_out", "lora_bias"),
    *("rank_pattern", "alpha_pattern"),
)


def read_adapter(
    folder: Path, description: AdapterDescription, network: nn.Module
) -> LoadedAdapter:
    """Read the adapter of a folder for a network, in the network's precision.

    Raises: OSError, ValueError, KeyError for files that are missing, are
        something else, or don't fit the network.
    """
    update = read_update(folder, network)
    heads = _read_heads(folder, network)
    return LoadedAdapter(description, network, update, heads)


def read_update(folder: Path, network: nn.Module) -> Update:
    """Read A and B of every matrix.

    Raises: as ``read_adapter``.
    """
    config = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))
    if config.get("peft_type") != "LORA" or any(map(config.get, _OTHER_KINDS)):
        raise ValueError("Only plain low-rank adapters are read.")
    tensors = load_file(folder / ADAPTER_FILE)
    names = [name.removesuffix(_DOWN) for name in tensors if name.endswith(_DOWN)]
    of_layer = {_name_in(network, name): name for name in names}
    factors = {}
    # In the order of the network, not of the alphabet.
    for layer in [name for name, _ in network.named_modules() if name in of_layer]:
        weight = linear_layer(network, layer).weight
        down, up = (tensors[of_layer[layer] + end] for end in (_DOWN, _UP))
        if (*up.shape[:1], *down.shape[1:]) != weight.shape:
            raise ValueError(f"The update of {layer} doesn't fit its matrix.")
        factors[layer] = Factors(down.to(weight), up.to(weight))
    missing = of_layer.keys() - factors.keys()
    if missing:
        raise ValueError(f"The network has no layer named {min(missing)}.")
    return Update(factors, config["lora_alpha"] / config["r"])


def _name_in(network: nn.Module, name: str) -> str:
    """Translate peft's name of a layer into the network's own."""
    inner = name.removeprefix(_OUTER)
    prefix: Any = getattr(network, "base_model_prefix", "")
    return inner.removeprefix(f"{prefix}.") if prefix else inner


def _read_heads(folder: Path, network: Any) -> AdapterHeads | None:
    path = folder / HEADS_FILE
    if not path.is_file():
        return None
    embeddings: Tensor = network.get_input_embeddings().weight
    tensors = {name: each.to(embeddings) for name, each in load_file(path).items()}
    return heads_of(tensors, embeddings, norm_epsilon=network.config.layer_norm_eps)


def heads_of(
    tensors: Mapping[str, Tensor], embeddings: Tensor, *, norm_epsilon: float
) -> AdapterHeads:
    """Build the heads from tensors named as in a BERT checkpoint.

    Raises: KeyError where a head is there in part.
    """
    return AdapterHeads(
        _word_head(tensors, embeddings, norm_epsilon),
        _next_sentence_head(tensors),
    )


def _word_head(
    tensors: Mapping[str, Tensor], embeddings: Tensor, norm_epsilon: float
) -> WordHead | None:
    own = _named(tensors, "cls.predictions.")
    if not own:
        return None
    return WordHead(
        weight=own["transform.dense.weight"],
        bias=own["transform.dense.bias"],
        norm_weight=own["transform.LayerNorm.weight"],
        norm_bias=own["transform.LayerNorm.bias"],
        norm_epsilon=norm_epsilon,
        embeddings=embeddings,
        word_bias=own["bias"],
    )


def _next_sentence_head(tensors: Mapping[str, Tensor]) -> NextSentenceHead | None:
    own = _named(tensors, "cls.seq_relationship.")
    if not own:
        return None
    return NextSentenceHead(
        pooler_weight=tensors["bert.pooler.dense.weight"],
        pooler_bias=tensors["bert.pooler.dense.bias"],
        weight=own["weight"],
        bias=own["bias"],
    )


def _named(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }

"""Read a configuration: what kind of model it is of, and how large.

Lives here: what config.json and transformers' own source tell of a model's
stacks, layers, heads and tasks. Not here: the other files of a folder
(``checkpoint.py``).
"""

from collections.abc import Collection, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from model.description import Family, Part, PartShape

_NAMES = {
    "n_layers": ("num_hidden_layers", "n_layer", "n_layers", "num_layers"),
    "n_heads": ("num_attention_heads", "n_head", "n_heads", "num_heads"),
    "d_model": ("hidden_size", "n_embd", "d_model", "dim", "n_embed"),
    "max_length": ("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len"),
}
_DECODER_PARTS: tuple[Part, ...] = ("decoder", "cross")
_CAUSAL_HEADS = ("ForCausalLM", "LMHeadModel")


class UnusableCheckpoint(Exception):
    """The folder can't be loaded; the message says why."""


def number_of(config: Mapping[str, Any], field: str) -> int | None:
    """Read a count under any of the names that it has."""
    values = (config.get(name) for name in _NAMES[field])
    return next((v for v in values if isinstance(v, int) and v > 0), None)


def side_of(config: Mapping[str, Any], side: str) -> dict[str, Any]:
    """Read one stack's part of a configuration, as if it stood alone.

    It is a part of its own (T5Gemma), or its names begin with the stack's
    (BART); else what is said holds for both.
    """
    own = config.get(side)
    own = own if isinstance(own, dict) else {}
    names = {
        "num_hidden_layers": (f"{side}_layers", f"num_{side}_layers"),
        "num_attention_heads": (f"{side}_attention_heads",),
    }
    for name, written in names.items():
        found = next((config[w] for w in written if config.get(w)), None)
        own = {name: found, **own} if found else own
    return {**config, **own}


def more_parts_of(config: Mapping[str, Any]) -> tuple[PartShape, ...]:
    """Count what there is beside the encoder's attention."""
    encoder, decoder = side_of(config, "encoder"), side_of(config, "decoder")
    counts = [number_of(decoder, "n_layers"), number_of(decoder, "n_heads")]
    if None in counts:
        return ()
    n_layers, n_heads = (count or 0 for count in counts)
    parts = [PartShape(part, n_layers, n_heads) for part in _DECODER_PARTS]
    n_both = min(n_layers, number_of(encoder, "n_layers") or 0)
    if n_both and n_heads == number_of(encoder, "n_heads"):
        parts.append(PartShape("joint", n_both, n_heads))
    return tuple(parts)


def writes_target(config: Mapping[str, Any]) -> bool:
    """Whether a checkpoint's decoder can be read, and not its encoder alone."""
    listed = _auto_types("MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES")
    return (
        family_of(config) == "encoder-decoder"
        and capture_of(config) == "operands"
        and f'("{config.get("model_type")}", ' in listed
    )


def objectives_of(
    config: Mapping[str, Any], tensors: Collection[str] = ()
) -> tuple[str, ...]:
    """List what a checkpoint can be asked for, by its tensors' names, too.

    A head that its weights lack is found out when it is loaded.
    """
    if writes_target(config):
        # A bare model has its head where that shares the embeddings.
        is_bare = _architecture(config).endswith("Model")
        is_bare = is_bare and not _architecture(config).endswith("MTModel")
        has_head = not is_bare or config.get("tie_word_embeddings", True)
        return ("attention", "translation") if has_head else ("attention",)
    if family_of(config) == "encoder":
        return ("attention", *_encoder_heads(config, tensors))
    predicts = _architecture(config).endswith(_CAUSAL_HEADS)
    return ("attention", "next-token") if predicts else ("attention",)


def _encoder_heads(
    config: Mapping[str, Any], tensors: Collection[str]
) -> tuple[str, ...]:
    """Tell which of BERT's two heads a checkpoint has.

    Many have the second one without their architecture saying so: BERT's own
    name the masked-word class only.
    """
    kind, entry = _architecture(config), f'("{config.get("model_type")}", '
    judges = entry in _auto_types("MODEL_FOR_NEXT_SENTENCE_PREDICTION_MAPPING_NAMES")
    fills = kind.endswith("ForMaskedLM") or (judges and kind.endswith("ForPreTraining"))
    judges = judges and (
        kind.endswith("ForNextSentencePrediction")
        or (fills and any("seq_relationship" in name for name in tensors))
    )
    heads = {"fill-mask": fills, "next-sentence": judges}
    return tuple(name for name, is_there in heads.items() if is_there)


def _architecture(config: Mapping[str, Any]) -> str:
    return str(next(iter(config.get("architectures") or ()), ""))


def family_of(config: Mapping[str, Any]) -> Family:
    """Tell which stacks a model has."""
    if config.get("is_encoder_decoder"):
        return "encoder-decoder"
    if _architecture(config).endswith(_CAUSAL_HEADS):
        return "decoder"
    # A bare base model: those that can fill a mask look both ways.
    masked = _auto_types("MODEL_FOR_MASKED_LM_MAPPING_NAMES")
    fills_masks = f'("{config.get("model_type")}", ' in masked
    return "encoder" if fills_masks and not config.get("is_decoder") else "decoder"


def capture_of(config: Mapping[str, Any]) -> Literal["operands", "eager"]:
    """Tell how a model's attention is got at."""
    source = modeling_source(str(config.get("model_type", "")))
    return "operands" if "ALL_ATTENTION_FUNCTIONS" in source else "eager"


def modeling_source(model_type: str) -> str:
    """Return the text of transformers' own module for a type of model.

    Reading it tells what an import would, without the seconds an import takes.
    An unknown type gives the empty text.
    """
    root = _transformers_models()
    name = model_type.replace("-", "_")
    for folder in (name, name.removesuffix("_text")):
        for module in (f"modeling_{name}.py", f"modeling_{folder}.py"):
            path = root / folder / module
            if name.isidentifier() and path.is_file():
                return path.read_text(encoding="utf-8")
    return ""


def _auto_types(table: str) -> str:
    """Return the text of one of transformers' tables of model types."""
    path = _transformers_models() / "auto" / "modeling_auto.py"
    _, _, entries = path.read_text(encoding="utf-8").partition(f"{table} = ")
    return entries.partition("\n)")[0]


def _transformers_models() -> Path:
    package = find_spec("transformers")
    if package is None or not package.submodule_search_locations:
        raise UnusableCheckpoint("The package transformers is not installed.")
    return Path(package.submodule_search_locations[0]) / "models"

"""Read a checkpoint's folder: what it is, and whether it may be loaded.

Lives here: config.json and the names of the files. Nothing is imported and no
weight is read, so a catalogue is described in milliseconds. Not here: loading
(``huggingface.py``).
"""

import hashlib
import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from model.description import Family, ModelDescription

# Attention models without a stated limit are cut here.
LENGTH_WITHOUT_LIMIT = 4096
# transformers writes "no limit" as a huge number.
NO_LIMIT = 10**9

_NAMES = {
    "n_layers": ("num_hidden_layers", "n_layer", "n_layers", "num_layers"),
    "n_heads": ("num_attention_heads", "n_head", "n_heads", "num_heads"),
    "d_model": ("hidden_size", "n_embd", "d_model", "dim", "n_embed"),
    "max_length": ("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len"),
}
_RELATIVE = {"t5", "mt5", "umt5", "deberta", "deberta-v2", "xlnet"}
_ALIBI = {"bloom", "mpt"}
_SINUSOIDAL = {"marian", "xlm", "fsmt"}
# Position ids start after the padding id.
_PADDED_POSITIONS = {"roberta", "xlm-roberta", "camembert", "longformer", "mpnet"}
_CAUSAL_HEADS = ("ForCausalLM", "LMHeadModel")
_ADDS_TOKENS = {"TemplateProcessing", "BertProcessing", "RobertaProcessing"}


class UnusableCheckpoint(Exception):
    """The folder can't be loaded; the message says why."""


def describe_checkpoint(
    folder: Path, *, model_id: str, source: str
) -> ModelDescription:
    """Describe the checkpoint in a folder from its configuration.

    Raises: UnusableCheckpoint for a folder that is no checkpoint, holds
        pickles only, or wants its own code run.
    """
    text = _usable_config(folder, source)
    family = _family(text)
    n_heads = _number(text, "n_heads")
    d_model = _number(text, "d_model")
    head_dim = text.get("head_dim") or text.get("d_kv")
    return ModelDescription(
        id=model_id,
        title=model_id,
        family=family,
        n_layers=_number(text, "n_layers") or text.get("encoder_layers"),
        n_heads=n_heads or text.get("encoder_attention_heads"),
        n_key_value_heads=text.get("num_key_value_heads") or n_heads,
        head_dim=head_dim or (d_model // n_heads if d_model and n_heads else None),
        d_model=d_model,
        max_length=_max_length(folder, text),
        vocab_size=text.get("vocab_size"),
        positions=_positions(text),
        objectives=_objectives(text),
        capture=_capture(text),
        takes_pair=family == "encoder",
        has_special_tokens=_adds_special_tokens(folder),
        source=source,
        license=_license(folder),
        notice="",
        revision=revision_of(folder),
    )


def _usable_config(folder: Path, source: str) -> dict[str, Any]:
    config = _read_json(folder / "config.json")
    if config is None:
        raise UnusableCheckpoint(f"{source} has no readable config.json.")
    if "auto_map" in config:
        raise UnusableCheckpoint(
            f"{source} wants its own Python code run, which is never done."
        )
    if not any(folder.glob("*.safetensors")):
        raise UnusableCheckpoint(
            f"{source} has no .safetensors weights; pickle files are never loaded."
        )
    inner = config.get("text_config")
    return {**config, **inner} if isinstance(inner, dict) else config


def revision_of(folder: Path) -> str:
    """Name the state of a checkpoint: its texts, and its weights' sizes.

    Weights are told apart by name, size and time of change; reading gigabytes
    at every start would tell no more.
    """
    digest = hashlib.sha256()
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        path = folder / name
        digest.update(path.read_bytes() if path.is_file() else b"")
    for path in sorted(folder.glob("*.safetensors")):
        facts = path.stat()
        digest.update(f"{path.name} {facts.st_size} {facts.st_mtime_ns}".encode())
    return digest.hexdigest()[:16]


def _read_json(path: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def _number(config: Mapping[str, Any], field: str) -> int | None:
    values = (config.get(name) for name in _NAMES[field])
    return next((v for v in values if isinstance(v, int) and v > 0), None)


def _objectives(config: Mapping[str, Any]) -> tuple[str, ...]:
    predicts = _family(config) == "decoder" and _architecture(config).endswith(
        _CAUSAL_HEADS
    )
    return ("attention", "next-token") if predicts else ("attention",)


def _architecture(config: Mapping[str, Any]) -> str:
    return str(next(iter(config.get("architectures") or ()), ""))


def _family(config: Mapping[str, Any]) -> Family:
    if config.get("is_encoder_decoder"):
        return "encoder-decoder"
    if _architecture(config).endswith(_CAUSAL_HEADS):
        return "decoder"
    # A bare base model: those that can fill a mask look both ways.
    fills_masks = f'("{config.get("model_type")}", ' in _masked_lm_types()
    return "encoder" if fills_masks and not config.get("is_decoder") else "decoder"


def _capture(config: Mapping[str, Any]) -> Literal["operands", "eager"]:
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


def _masked_lm_types() -> str:
    path = _transformers_models() / "auto" / "modeling_auto.py"
    _, _, table = path.read_text(encoding="utf-8").partition(
        "MODEL_FOR_MASKED_LM_MAPPING_NAMES = "
    )
    return table.partition("\n)")[0]


def _transformers_models() -> Path:
    package = find_spec("transformers")
    if package is None or not package.submodule_search_locations:
        raise UnusableCheckpoint("The package transformers is not installed.")
    return Path(package.submodule_search_locations[0]) / "models"


def _positions(config: Mapping[str, Any]) -> str | None:
    kind = config.get("model_type")
    if kind in _RELATIVE:
        return "relative"
    if kind in _ALIBI or config.get("alibi"):
        return "alibi"
    if kind in _SINUSOIDAL or config.get("sinusoidal_pos_embds"):
        return "sinusoidal"
    if any(name.startswith(("rope", "rotary")) for name in config):
        return "rotary"
    if kind in {"modernbert", "gpt_neox", "falcon", "gptj"}:
        return "rotary"
    return "learned" if _number(config, "max_length") else None


def _max_length(folder: Path, config: Mapping[str, Any]) -> int:
    limits = [_number(config, "max_length")]
    if limits[0] and config.get("model_type") in _PADDED_POSITIONS:
        limits[0] -= int(config.get("pad_token_id") or 0) + 1
    tokenizer = _read_json(folder / "tokenizer_config.json") or {}
    said = tokenizer.get("model_max_length")
    limits.append(said if isinstance(said, int) and 0 < said < NO_LIMIT else None)
    return min((n for n in limits if n), default=LENGTH_WITHOUT_LIMIT)


def _adds_special_tokens(folder: Path) -> bool:
    tokenizer = _read_json(folder / "tokenizer.json")
    if tokenizer is None:
        return (folder / "vocab.txt").is_file()
    found = [tokenizer.get("post_processor") or {}]
    while found:
        processor = found.pop()
        found += processor.get("processors") or []
        if processor.get("type") in _ADDS_TOKENS:
            single = processor.get("single")
            return single is None or any("SpecialToken" in part for part in single)
    return False


def _license(folder: Path) -> str:
    card = folder / "README.md"
    if card.is_file():
        for line in card.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("license:"):
                return line.partition(":")[2].strip()
    return "unknown"

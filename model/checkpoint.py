"""Read a checkpoint's folder: what it is, and whether it may be loaded.

Lives here: config.json, and the names of files and tensors. Nothing is imported
and no weight is read, so a catalogue is described in milliseconds. Not here: loading
(``huggingface.py``).
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model.configuration import (
    UnusableCheckpoint,
    capture_of,
    family_of,
    more_parts_of,
    number_of,
    objectives_of,
    side_of,
    writes_target,
)
from model.description import ModelDescription
from model.tensor_files import read_names

__all__ = ["UnusableCheckpoint", "describe_checkpoint", "revision_of"]

# Attention models without a stated limit are cut here.
LENGTH_WITHOUT_LIMIT = 4096
# transformers writes "no limit" as a huge number.
NO_LIMIT = 10**9

TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json", "target_tokenizer.json")

_RELATIVE = {
    *("t5", "mt5", "umt5", "longt5", "switch_transformers"),
    *("deberta", "deberta-v2", "xlnet"),
}
_ALIBI = {"bloom", "mpt"}
_SINUSOIDAL = {"marian", "xlm", "fsmt", "pegasus", "pegasus_x", "m2m_100", "nllb-moe"}
# Position ids start after the padding id.
_PADDED_POSITIONS = {"roberta", "xlm-roberta", "camembert", "longformer", "mpnet"}
# How BERT and RoBERTa spell a hidden word, and all that follow them.
_MASKS = ("[MASK]", "<mask>")
_ADDS_TOKENS = {"TemplateProcessing", "BertProcessing", "RobertaProcessing"}


def describe_checkpoint(
    folder: Path, *, model_id: str, source: str
) -> ModelDescription:
    """Describe the checkpoint in a folder from its configuration.

    Raises: UnusableCheckpoint for a folder that is no checkpoint, holds
        pickles only, or wants its own code run.
    """
    config = _usable_config(folder, source)
    family = family_of(config)
    text = side_of(config, "encoder") if family == "encoder-decoder" else config
    n_heads = number_of(text, "n_heads")
    d_model = number_of(text, "d_model")
    head_dim = text.get("head_dim") or text.get("d_kv")
    return ModelDescription(
        id=model_id,
        title=model_id,
        family=family,
        n_layers=number_of(text, "n_layers"),
        n_heads=n_heads,
        n_key_value_heads=text.get("num_key_value_heads") or n_heads,
        head_dim=head_dim or (d_model // n_heads if d_model and n_heads else None),
        d_model=d_model,
        max_length=_max_length(folder, text),
        vocab_size=text.get("vocab_size"),
        positions=_positions(text),
        objectives=objectives_of(config, read_names(folder)),
        capture=capture_of(config),
        takes_pair=family == "encoder",
        has_special_tokens=_adds_special_tokens(folder),
        source=source,
        license=_license(folder),
        notice="",
        revision=revision_of(folder),
        more_parts=more_parts_of(config) if writes_target(config) else (),
        mask_token=_mask_token(folder),
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
    for name in ("config.json", *TOKENIZER_FILES):
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
    return "learned" if number_of(config, "max_length") else None


def _max_length(folder: Path, config: Mapping[str, Any]) -> int:
    limits = [number_of(config, "max_length")]
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


def _mask_token(folder: Path) -> str | None:
    """Read how a hidden word is typed, as far as the files say so."""
    for name in ("tokenizer_config.json", "special_tokens_map.json"):
        said = (_read_json(folder / name) or {}).get("mask_token")
        said = said.get("content") if isinstance(said, dict) else said
        if isinstance(said, str):
            return said
    added = (_read_json(folder / "tokenizer.json") or {}).get("added_tokens") or []
    spelt = {token.get("content") for token in added}
    return next((mask for mask in _MASKS if mask in spelt), None)


def _license(folder: Path) -> str:
    card = folder / "README.md"
    if card.is_file():
        for line in card.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("license:"):
                return line.partition(":")[2].strip()
    return "unknown"

"""Load a checkpoint with transformers, made ready for the capture.

Lives here: reading a folder into a model in memory, and the proof that it
works. Not here: what a loaded model is asked (``loaded_model.py``), the
catalogue (``registry.py``), what a capture is (``capture.py``).
"""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
import transformers
from torch import nn
from transformers import (
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    PreTrainedTokenizerFast,
)

from model.capture import IMPLEMENTATION
from model.description import ModelDescription
from model.device import choose_device, choose_dtype
from model.encoder_decoder import LoadedTranslator
from model.errors import ModelUnavailable
from model.loaded_model import LoadedModel
from model.packages.phonemes import TARGET_TOKENIZER
from model.translation.huggingface import PretrainedTranslator, prove
from model.translation.target_text import TargetSpelling

transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()


def load_checkpoint(
    folder: Path,
    description: ModelDescription,
    *,
    device: str | None = None,
    dtype: str | None = None,
) -> LoadedModel:
    """Load a folder: safetensors only, no remote code, no network.

    A first tiny forward proves that the capture works, counts the layers and
    warms the kernels up.

    Raises: ModelUnavailable with the reason.
    """
    chosen_device, chosen_dtype = choose_device(device), choose_dtype(dtype)
    description = replace(
        description,
        state="loaded",
        device=str(chosen_device),
        dtype=str(chosen_dtype).removeprefix("torch."),
    )
    try:
        tokenizer = _read_tokenizer(folder, description)
        has_special_tokens = tokenizer.num_special_tokens_to_add() > 0
        description = replace(description, has_special_tokens=has_special_tokens)
        options = _options(description, chosen_dtype)
        if description.more_parts:
            return _load_pair(folder, description, tokenizer, options, chosen_device)
        network, language_model = _read_network(folder, description, options)
        _ready(language_model or network, chosen_device)
        return _prove(
            LoadedModel(description, network, tokenizer, chosen_device, language_model)
        )
    except ModelUnavailable:
        raise
    except Exception as fault:
        # Whatever transformers raises on a broken folder, the catalogue says so.
        logging.getLogger(__name__).debug("load failed", exc_info=True)
        raise ModelUnavailable(
            f"{description.id} can't be loaded: {_first_line(fault)}",
            hint="Check the folder, or take the model out of HEADLIGHT_MODELS.",
        ) from fault


def _options(description: ModelDescription, dtype: torch.dtype) -> dict[str, Any]:
    is_eager = description.capture == "eager"
    return {
        "attn_implementation": "eager" if is_eager else IMPLEMENTATION,
        "dtype": dtype,
        "use_safetensors": True,
        "local_files_only": True,
        "trust_remote_code": False,
    }


def _read_tokenizer(folder: Path, description: ModelDescription) -> Any:
    """Read a fast tokenizer, also where a type of model has a slow one only.

    Raises: ModelUnavailable where there is none: a slow one doesn't say which
        letters a token stands for.
    """
    tokenizer: Any = None
    fault: Exception | None = None
    try:
        tokenizer = AutoTokenizer.from_pretrained(
            folder, local_files_only=True, trust_remote_code=False
        )
    except (ImportError, OSError, TypeError, ValueError) as why:
        # A slow tokenizer may lack its package, or its files.
        fault = why
    if tokenizer is not None and tokenizer.is_fast:
        return tokenizer
    if (folder / "tokenizer.json").is_file():
        return PreTrainedTokenizerFast.from_pretrained(folder, local_files_only=True)
    raise ModelUnavailable(
        f"{description.id} has no tokenizer.json, and no fast tokenizer can be made "
        "of its other files: which letters a token stands for is not known.",
        hint="Add a tokenizer.json to the folder.",
    ) from fault


def _ready(whole: nn.Module, device: torch.device) -> None:
    whole.requires_grad_(False).eval().to(device)


def _read_network(
    folder: Path, description: ModelDescription, options: dict[str, Any]
) -> tuple[nn.Module, nn.Module | None]:
    """Read the network, and what predicts the next token where it can.

    A head whose weights are not in the checkpoint is not used: its numbers
    would be random.
    """
    if "next-token" in description.objectives:
        language_model, is_whole = _read_with_head(
            AutoModelForCausalLM, folder, options
        )
        return language_model.base_model, language_model if is_whole else None
    network = AutoModel.from_pretrained(folder, **options)
    if description.family == "encoder-decoder":
        network = network.get_encoder()
    return network, None


def _read_with_head(
    kind: Any, folder: Path, options: dict[str, Any]
) -> tuple[Any, bool]:
    """Read a network with its head; say whether the head has its weights."""
    network, report = kind.from_pretrained(folder, output_loading_info=True, **options)
    return network, not report["missing_keys"]


def _load_pair(
    folder: Path,
    description: ModelDescription,
    tokenizer: Any,
    options: dict[str, Any],
    device: torch.device,
) -> LoadedTranslator:
    """Read a model that writes a target, and prove what attends to what."""
    network, can_write = _read_with_head(AutoModelForSeq2SeqLM, folder, options)
    _ready(network, device)
    if not can_write:
        objectives = tuple(o for o in description.objectives if o != "translation")
        description = replace(description, objectives=objectives)
    model = PretrainedTranslator(network)
    spelling = TargetSpelling(
        _target_tokenizer(folder, tokenizer),
        model.start_ids,
        model.end_id,
        description.max_length or 0,
    )
    loaded = LoadedTranslator(
        description,
        model,
        tokenizer,
        spelling,
        device,
        network=network.get_encoder(),
        can_write=can_write,
    )
    source_ids = torch.tensor([loaded.tokenize("a b").ids], device=device)
    loaded.description = prove(model, description, source_ids)
    return loaded


def _target_tokenizer(folder: Path, tokenizer: Any) -> Any:
    """Read the targets' own tokenizer, where they have other letters."""
    file = folder / TARGET_TOKENIZER
    if not file.is_file():
        return tokenizer
    names = ("bos_token", "eos_token", "unk_token", "pad_token")
    return PreTrainedTokenizerFast(
        tokenizer_file=str(file),
        **{name: getattr(tokenizer, name) for name in names},
    )


def _prove(model: LoadedModel) -> LoadedModel:
    capture = model.run(model.tokenize("a b"))
    heads = {layer.n_heads for layer in capture.layers}
    if not heads:
        raise ModelUnavailable(
            f"{model.description.id} hands out no attention: it computes it "
            "past the interface of transformers.",
            hint="Choose another model, or take it out of HEADLIGHT_MODELS.",
        )
    if len(heads) != 1:
        raise ModelUnavailable(
            f"{model.description.id} has layers of {len(heads)} different widths.",
            hint="Only models with the same number of heads in each layer are shown.",
        )
    model.description = replace(
        model.description, n_layers=len(capture.layers), n_heads=heads.pop()
    )
    return model


def _first_line(fault: Exception) -> str:
    # Only the first line: the rest is advice for programmers, and may be long.
    lines = str(fault).strip().splitlines()
    return lines[0][:200] if lines else type(fault).__name__

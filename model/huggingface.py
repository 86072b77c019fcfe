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
from safetensors import SafetensorError
from torch import nn
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    PreTrainedTokenizerFast,
)

from model.adapters.reading import read_adapter
from model.capture import IMPLEMENTATION
from model.description import ModelDescription
from model.device import choose_device, choose_dtype
from model.encoder_decoder import LoadedTranslator
from model.errors import ModelUnavailable
from model.loaded_model import LoadedModel
from model.packages.phonemes import TARGET_TOKENIZER
from model.pretrained_network import HEADS, read_network, read_with_head
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
    adapters_folder: Path | None = None,
) -> LoadedModel:
    """Load a folder: safetensors only, no remote code, no network.

    The adapters that the description names lie in ``adapters_folder``. A first
    tiny forward proves that the capture works, counts the layers and
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
        model = _load_one(folder, description, tokenizer, options, chosen_device)
        _attach_adapters(model, adapters_folder)
        model.description = _what_it_can(model)
        return model
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


def _load_one(
    folder: Path,
    description: ModelDescription,
    tokenizer: Any,
    options: dict[str, Any],
    device: torch.device,
) -> LoadedModel:
    """Read a model that reads one text, or a pair, and prove its attention."""
    read = read_network(folder, description, options)
    _ready(read.whole, device)
    model = LoadedModel(
        description, read.network, tokenizer, device, read.language_model, read.heads
    )
    return _prove(model)


def _load_pair(
    folder: Path,
    description: ModelDescription,
    tokenizer: Any,
    options: dict[str, Any],
    device: torch.device,
) -> LoadedTranslator:
    """Read a model that writes a target, and prove what attends to what."""
    network, missing = read_with_head(AutoModelForSeq2SeqLM, folder, options)
    _ready(network, device)
    if missing:
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
        can_write=not missing,
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


def _attach_adapters(model: LoadedModel, folder: Path | None) -> None:
    """Read the adapters that are described, as far as they can be read."""
    if folder is None:
        return
    for described in model.description.adapters:
        try:
            adapter = read_adapter(folder / described.id, described, model.network)
        except (OSError, ValueError, KeyError, SafetensorError) as fault:
            logging.getLogger(__name__).warning(
                "the adapter %s can't be read: %s", described.id, _first_line(fault)
            )
        else:
            model.adapters.attach(adapter, is_listed=True)


def _what_it_can(model: LoadedModel) -> ModelDescription:
    """Describe a model with the heads and adapters that were found."""
    adapters = model.adapters.listed
    served = {o for adapter in adapters for o in adapter.default_for}
    served |= set(model.heads.objectives) if model.heads else set()
    return replace(
        model.description,
        objectives=tuple(
            o for o in model.description.objectives if o in served or o not in HEADS
        ),
        adapters=adapters,
        mask_token=model.tokenizer.mask_token,
    )


def _first_line(fault: Exception) -> str:
    # Only the first line: the rest is advice for programmers, and may be long.
    lines = str(fault).strip().splitlines()
    return lines[0][:200] if lines else type(fault).__name__

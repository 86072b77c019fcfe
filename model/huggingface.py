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
from transformers import AutoModel, AutoModelForCausalLM, AutoTokenizer

from model.capture import IMPLEMENTATION
from model.description import ModelDescription
from model.device import choose_device, choose_dtype
from model.errors import ModelUnavailable
from model.loaded_model import LoadedModel

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
    try:
        tokenizer = AutoTokenizer.from_pretrained(
            folder, local_files_only=True, trust_remote_code=False
        )
        network, language_model = _read_network(folder, description, chosen_dtype)
    except Exception as fault:
        # Whatever transformers raises on a broken folder, the catalogue says so.
        logging.getLogger(__name__).debug("load failed", exc_info=True)
        raise ModelUnavailable(
            f"{description.id} can't be loaded: {_first_line(fault)}",
            hint="Check the folder, or take the model out of HEADLIGHT_MODELS.",
        ) from fault
    whole = language_model or network
    whole.requires_grad_(False).eval().to(chosen_device)
    description = replace(
        description,
        state="loaded",
        device=str(chosen_device),
        dtype=str(chosen_dtype).removeprefix("torch."),
        has_special_tokens=tokenizer.num_special_tokens_to_add() > 0,
    )
    return _prove(
        LoadedModel(description, network, tokenizer, chosen_device, language_model)
    )


def _read_network(
    folder: Path, description: ModelDescription, dtype: torch.dtype
) -> tuple[nn.Module, nn.Module | None]:
    """Read the network, and what predicts the next token where it can.

    A head whose weights are not in the checkpoint is not used: its numbers
    would be random.
    """
    options: dict[str, Any] = {
        "attn_implementation": "eager"
        if description.capture == "eager"
        else IMPLEMENTATION,
        "dtype": dtype,
        "use_safetensors": True,
        "local_files_only": True,
        "trust_remote_code": False,
    }
    if "next-token" in description.objectives:
        language_model: Any
        report: dict[str, Any]
        # With the loading info it returns a pair, which its annotation leaves out.
        language_model, report = AutoModelForCausalLM.from_pretrained(  # type: ignore[misc]
            folder, output_loading_info=True, **options
        )
        is_whole = not report["missing_keys"]
        return language_model.base_model, language_model if is_whole else None
    network = AutoModel.from_pretrained(folder, **options)
    if description.family == "encoder-decoder":
        network = network.get_encoder()
    return network, None


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

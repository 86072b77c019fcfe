"""Load a checkpoint with transformers and run it under the capture.

Lives here: the loaded model, the door through which a text becomes tokens, a
capture, and numbers. Not here: the catalogue (``registry.py``), what a capture
is (``capture.py``).
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
import transformers
from torch import nn
from transformers import AutoModel, AutoTokenizer, PreTrainedTokenizerBase

from model.attention_reading import AttentionReading
from model.capture import IMPLEMENTATION, Capture, capture_operands, never
from model.description import ModelDescription
from model.device import choose_device, choose_dtype
from model.eager import capture_weights
from model.errors import ModelUnavailable
from model.reading import read_attention
from model.selection import ResolvedSelection, Selection, resolve
from model.tokens import TokenizedText, tokenize

transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()


class LoadedModel:
    """A model in memory.

    Attributes:
        description: its card, now with device and dtype.

    Not safe for two threads at once: one worker a device calls it.
    """

    def __init__(
        self,
        description: ModelDescription,
        network: nn.Module,
        tokenizer: PreTrainedTokenizerBase,
        device: torch.device,
    ) -> None:
        self.description = description
        self.network = network
        self.tokenizer = tokenizer
        self.device = device

    def tokenize(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> TokenizedText:
        """Turn a text, or a pair of texts, into the tokens to be fed.

        Raises: EmptyText, InvalidText, TooManyTokens, UnsupportedByModel for a
            pair where the model takes one text.
        """
        return tokenize(
            self.tokenizer,
            text,
            text_pair,
            max_length=self.description.max_length or 0,
            takes_pair=self.description.takes_pair,
            truncate=truncate,
            split_special_tokens=split_special_tokens,
        )

    def resolve(
        self, selection: Selection, tokenized: TokenizedText
    ) -> ResolvedSelection:
        """Check a selection before any tensor is built.

        Raises: SelectionError, UnsupportedByModel.
        """
        return resolve(selection, self.description, tokenized)

    def run(
        self,
        tokenized: TokenizedText,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> Capture:
        """Run the model once and return the attention of every layer.

        Raises: Cancelled between two layers.
        """
        inputs = self._inputs(tokenized.ids, tokenized.segment_ids)
        if self.description.capture == "eager":
            is_causal = self.description.family == "decoder"
            return capture_weights(self.network, inputs, is_causal=is_causal)[0]
        return capture_operands(self.network, inputs, is_cancelled=is_cancelled)[0]

    def read(
        self,
        capture: Capture,
        tokenized: TokenizedText,  # noqa: ARG002 - the door takes what belongs together
        resolved: ResolvedSelection,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> AttentionReading:
        """Compute the numbers that a selection asks for.

        Raises: Cancelled between two blocks of rows.
        """
        return read_attention(capture, resolved, is_cancelled=is_cancelled)

    def _inputs(
        self, ids: tuple[int, ...], segment_ids: tuple[int, ...]
    ) -> dict[str, Any]:
        inputs: dict[str, Any] = {"input_ids": torch.tensor([ids], device=self.device)}
        if segment_ids:
            inputs["token_type_ids"] = torch.tensor([segment_ids], device=self.device)
        if self.description.family == "decoder":
            inputs["use_cache"] = False
        return inputs


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
        is_eager = description.capture == "eager"
        network = AutoModel.from_pretrained(
            folder,
            attn_implementation="eager" if is_eager else IMPLEMENTATION,
            dtype=chosen_dtype,
            use_safetensors=True,
            local_files_only=True,
            trust_remote_code=False,
        )
    except Exception as fault:
        # Whatever transformers raises on a broken folder, the catalogue says so.
        logging.getLogger(__name__).debug("load failed", exc_info=True)
        raise ModelUnavailable(
            f"{description.id} can't be loaded: {_first_line(fault)}",
            hint="Check the folder, or take the model out of HEADLIGHT_MODELS.",
        ) from fault
    if description.family == "encoder-decoder":
        network = network.get_encoder()
    network.requires_grad_(False).eval().to(chosen_device)
    description = replace(
        description,
        state="loaded",
        device=str(chosen_device),
        dtype=str(chosen_dtype).removeprefix("torch."),
        has_special_tokens=tokenizer.num_special_tokens_to_add() > 0,
    )
    return _prove(LoadedModel(description, network, tokenizer, chosen_device))


def _prove(model: LoadedModel) -> LoadedModel:
    capture = model.run(model.tokenize("a b"))
    heads = {layer.n_heads for layer in capture.layers}
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

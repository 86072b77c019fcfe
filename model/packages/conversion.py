"""Turn weights of other formats into a folder that loads in a moment.

Lives here: which conversion a file needs, and that of quantised GGUF, done once
at set-up. Not here: the letters-to-phonemes archive (``phonemes.py``), fetching
(``sources.py``) and loading the result (``huggingface.py``).

Reading a GGUF dequantises it at every start (12 s for SmolLM2-135M) and gives
a model that refuses to be saved. Its float32 weights, copied into a fresh
model of the same configuration, save well, load in 0.1 s and give identical
logits; float16 would not.
"""

import os
from pathlib import Path

from model.packages.phonemes import convert_phonemes


def needs_conversion(weights: str) -> bool:
    """Whether a file of weights can't be loaded as it is."""
    return not weights.endswith(".safetensors")


def convert(weights: Path, folder: Path) -> None:
    """Write a folder that transformers loads, from weights of another format."""
    if weights.suffix == ".gguf":
        convert_gguf(weights, folder)
    else:
        convert_phonemes(weights, folder)


def convert_gguf(gguf: Path, folder: Path) -> None:
    """Write safetensors in float32, configuration and tokenizer to a folder.

    Args:
        gguf: the quantised checkpoint, a local file.
        folder: where to write; made where missing.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"  # everything needed is in the file
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    quantised = AutoModelForCausalLM.from_pretrained(
        gguf.parent, gguf_file=gguf.name, dtype=torch.float32
    )
    config = quantised.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    plain = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    plain.load_state_dict(quantised.state_dict(), strict=True)
    plain.tie_weights()
    plain.save_pretrained(folder)
    tokenizer.save_pretrained(folder)

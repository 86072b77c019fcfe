"""Make tiny checkpoints of transformers that have their own heads."""

from pathlib import Path
from typing import Any

import torch
import transformers as hf

from model import Catalogue
from model.loaded_model import LoadedModel
from tests.model.adapters.small_adapters import rewrite_json, tokenizer
from tests.model.small_tokenizers import roberta
from tests.model.tiny_models import ENCODERS, VOCABULARY

ROBERTA_VOCABULARY = 280


def make_checkpoint(
    folder: Path, kind: Any, family: str, *, factor: float = 4.0
) -> Path:
    """Write a random model of a class of transformers, and its tokenizer."""
    config = ENCODERS[family]()
    is_roberta = family == "roberta"
    config.vocab_size = ROBERTA_VOCABULARY if is_roberta else VOCABULARY
    torch.manual_seed(11)
    network = kind(config).eval()
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if parameter.dim() > 1:
                # Embeddings are the last matrix, too: logits that differ much.
                parameter.mul_(25 if "embed" in name else factor)
            if name.endswith("bias"):
                parameter.normal_(0, 0.5)
    network.save_pretrained(folder)
    (roberta() if is_roberta else tokenizer()).save_pretrained(folder)
    names = ["input_ids", "attention_mask"]
    if family in {"bert", "albert", "electra"}:
        names.insert(1, "token_type_ids")
    rewrite_json(folder / "tokenizer_config.json", model_input_names=names)
    return folder


def load(folder: Path, dtype: str = "float32") -> LoadedModel:
    """Load a folder as an operator's own model."""
    catalogue = Catalogue([str(folder)], cache_folder=folder, device="cpu", dtype=dtype)
    return catalogue.load(folder.name)


def reference(folder: Path, kind: Any) -> Any:
    """Load the same with transformers alone."""
    return kind.from_pretrained(folder, attn_implementation="sdpa").eval()


def pipeline_of(folder: Path, kind: Any) -> Any:
    """Return transformers' own fill-mask pipeline."""
    return hf.pipeline(
        "fill-mask",
        model=reference(folder, kind),
        tokenizer=hf.AutoTokenizer.from_pretrained(folder),
        device="cpu",
    )

"""Make a tiny BERT, and an adapter with heads for it, as peft writes them."""

import json
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import nn
from transformers import BertConfig, BertForPreTraining

from model.adapters.catalogue import describe_adapter
from model.checkpoint import describe_checkpoint
from model.huggingface import load_checkpoint
from model.loaded_model import LoadedModel
from tests.model.small_tokenizers import wordpiece
from tests.model.tiny_models import SIZES

WORDS = ("the", "cat", "sat", "on", "a", "mat", "dog", "ran", ".")
RANK, ALPHA = 4, 12
TARGETS = (
    r"bert\.encoder\.layer\.\d+\."
    r"(attention\.self\.(query|key|value)|attention\.output\.dense"
    r"|intermediate\.dense|output\.dense)"
)


@dataclass(frozen=True)
class SmallAdapter:
    """A model in memory, and the peft model that its files were made of."""

    loaded: LoadedModel
    reference: Any
    adapters: Path

    @property
    def network(self) -> Any:
        """The same model without our code: updates beside the weights, and heads."""
        return self.reference.get_base_model()


def tokenizer() -> Any:
    """Return a tokenizer of a few words with BERT's special tokens."""
    made = wordpiece("[MASK]", *WORDS, lowercase=True)
    made.add_special_tokens({"mask_token": "[MASK]", "pad_token": "[PAD]"})
    return made


def write_base(folder: Path, network: Any) -> None:
    """Write a checkpoint with that tokenizer."""
    network.save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    # A plain tokenizer forgets, when it is saved, that the model takes segments.
    inputs = ["input_ids", "token_type_ids", "attention_mask"]
    rewrite_json(folder / "tokenizer_config.json", model_input_names=inputs)


def make_small_adapter(folder: Path, dtype: str = "float32") -> SmallAdapter:
    """Write a tiny BERT without heads, adapter and heads; load all of it."""
    torch.manual_seed(3)
    whole = BertForPreTraining(BertConfig(**SIZES)).eval()
    with torch.no_grad():
        for name, parameter in whole.named_parameters():
            if parameter.dim() > 1 and "embed" not in name:
                parameter.mul_(4)
    write_base(folder / "tiny", whole.bert)
    with warnings.catch_warnings():
        # peft asks transformers for a name that has a newer one.
        warnings.simplefilter("ignore")
        reference = adapt(whole)
    write_adapter(folder / "weights" / "words", reference)
    described = describe_adapter(folder / "weights" / "words", title="Words")
    description = describe_checkpoint(folder / "tiny", model_id="tiny", source="test")
    loaded = load_checkpoint(
        folder / "tiny",
        replace(
            description,
            adapters=(described,),
            objectives=(*description.objectives, *described.objectives),
        ),
        device="cpu",
        dtype=dtype,
        adapters_folder=folder / "weights",
    )
    reference.to(getattr(torch, dtype)).eval()
    return SmallAdapter(loaded, reference, folder / "weights")


def adapt(whole: nn.Module) -> Any:
    """Put peft's own random adapter on a network."""
    from peft import LoraConfig, get_peft_model

    settings = LoraConfig(r=RANK, lora_alpha=ALPHA, target_modules=TARGETS)
    adapted = get_peft_model(whole, settings)
    generator = torch.Generator().manual_seed(5)
    for name, parameter in adapted.named_parameters():
        if "lora_" in name:
            # Numbers that float16 holds exactly, as the files do.
            drawn = torch.randint(-64, 65, parameter.shape, generator=generator)
            parameter.data.copy_(drawn / 256)
    return adapted


def write_adapter(folder: Path, reference: Any) -> None:
    """Write what peft and the training of this project write."""
    from peft import get_peft_model_state_dict

    folder.mkdir(parents=True)
    network = reference.get_base_model()
    heads = {
        name: tensor
        for name, tensor in network.state_dict().items()
        if name.startswith(("cls.", "bert.pooler.")) and "decoder" not in name
    }
    with torch.no_grad():
        for tensor in heads.values():
            tensor.copy_(tensor.half())
    lora = get_peft_model_state_dict(reference)
    for name, tensors in (("adapter_model", lora), ("heads", heads)):
        halves = {key: tensor.half().contiguous() for key, tensor in tensors.items()}
        save_file(halves, folder / f"{name}.safetensors")
    reference.peft_config["default"].save_pretrained(str(folder))
    (folder / "card.json").write_text('{"id": "words"}', encoding="utf-8")


def rewrite_json(path: Path, **changes: Any) -> None:
    """Change what a file says."""
    said = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**said, **changes}), encoding="utf-8")


def states_of(loaded: LoadedModel, ids: Sequence[int]) -> Any:
    """Run the bare network on some ids, as it stands."""
    with torch.inference_mode():
        return loaded.network(torch.tensor([ids])).last_hidden_state

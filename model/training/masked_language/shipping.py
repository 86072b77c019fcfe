"""Write what was learned, and read it back as it is shipped.

Lives here: the adapter in peft's own format, and the heads under the names that
BERT's checkpoints give them. Not here: the training (``loop.py``).
"""

from pathlib import Path

import torch
from peft import PeftConfig, get_peft_model_state_dict, set_peft_model_state_dict
from safetensors.torch import load_file, save_file
from torch import Tensor

from model.training.masked_language.learner import Learner

ADAPTER_FILE = "adapter_model.safetensors"
HEADS_FILE = "heads.safetensors"
WEIGHTS_DTYPE = "float16"
# The last matrix of the prediction head is the model's own word embedding.
_TIED = "cls.predictions.decoder.weight"
_SAME_AS_BIAS = "cls.predictions.decoder.bias"


def ship(learner: Learner, folder: Path) -> None:
    """Write adapter, its configuration and the heads into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = getattr(torch, WEIGHTS_DTYPE)
    adapter = get_peft_model_state_dict(learner.adapted)
    lora = {name: t for name, t in adapter.items() if "lora_" in name}
    heads = {
        name: tensor
        for name, tensor in learner.network.state_dict().items()
        if name.startswith(("cls.", "bert.pooler."))
        and name not in (_TIED, _SAME_AS_BIAS)
    }
    for tensors, name in ((lora, ADAPTER_FILE), (heads, HEADS_FILE)):
        rounded = {
            key: t.detach().to(wanted).contiguous() for key, t in tensors.items()
        }
        save_file(rounded, folder / name)
    configuration = learner.adapted.peft_config["default"]
    # A folder of this machine says nothing elsewhere; the card names the base.
    configuration.base_model_name_or_path = None
    configuration.save_pretrained(str(folder))


def load_shipped(base: Path, folder: Path, *, rank: int | None = None) -> Learner:
    """Read back what lies in the folder, on a fresh model.

    With a higher ``rank`` the updates have room for more and are the same so far.
    """
    adapter = load_file(folder / ADAPTER_FILE)
    learner = Learner(base, rank or _rank_of(folder))
    fresh = get_peft_model_state_dict(learner.adapted)
    set_peft_model_state_dict(
        learner.adapted,
        {name: _filled(fresh[name], tensor) for name, tensor in adapter.items()},
    )
    heads = {name: t.float() for name, t in load_file(folder / HEADS_FILE).items()}
    unknown = learner.network.load_state_dict(heads, strict=False).unexpected_keys
    if unknown:
        raise ValueError(f"{HEADS_FILE} holds what no head has: {unknown}")
    return learner


def _rank_of(folder: Path) -> int:
    return int(PeftConfig.from_pretrained(str(folder)).r)


def _filled(fresh: Tensor, shipped: Tensor) -> Tensor:
    """Put what was learned in the first rows and columns of a fresh matrix.

    What is left of B is zero, so B A stays what it was; what is left of A is drawn,
    so the rest can learn.
    """
    n_rows, n_columns = shipped.shape
    filled = fresh.clone()
    filled[:n_rows, :n_columns] = shipped
    return filled

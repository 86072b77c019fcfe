"""Choose where and how precisely the models run.

Lives here: CUDA, then MPS, then the CPU, unless the operator says otherwise.
"""

import torch

from model.errors import ModelUnavailable

DTYPES = {
    "float32": torch.float32,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "float64": torch.float64,
}


def choose_device(wanted: str | None) -> torch.device:
    """Return the device that the operator names, or the best there is.

    Raises: ModelUnavailable for a device that this machine doesn't have.
    """
    if not wanted or wanted == "auto":
        if torch.cuda.is_available():
            return torch.device("cuda")
        if torch.backends.mps.is_available():
            return torch.device("mps")
        return torch.device("cpu")
    try:
        device = torch.device(wanted)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as fault:
        raise ModelUnavailable(
            f"There is no device {wanted!r} on this machine.",
            hint="Set HEADLIGHT_DEVICE to cpu, cuda or mps, or leave it out.",
        ) from fault
    return device


def choose_dtype(wanted: str | None) -> torch.dtype:
    """Return the precision of the weights; float32 unless told otherwise.

    Raises: ModelUnavailable for a name that is none.
    """
    if not wanted or wanted == "auto":
        return torch.float32
    if wanted not in DTYPES:
        raise ModelUnavailable(
            f"There is no dtype {wanted!r}.",
            hint=f"Set HEADLIGHT_DTYPE to one of {', '.join(DTYPES)}.",
        )
    return DTYPES[wanted]

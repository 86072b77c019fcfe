"""Work lesson 10 out from the API and the shipped files, apart from its script.

Lives here: the right numbers. Not here: what a test does to the page.
"""

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import numpy as np
from safetensors.numpy import load_file

TEXT = "She went to the bank to deposit her [MASK]."
ADAPTER = "minilm-words"
WEIGHTS = Path(__file__).parents[2] / "model" / "weights" / ADAPTER


def ask(server_url: str, path: str, **body: Any) -> Any:
    """Ask the API by POST."""
    request = Request(
        f"{server_url}/api/v1{path}",
        json.dumps({"model": "minilm", "text": TEXT, **body}).encode(),
        {"content-type": "application/json"},
    )
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


def look(server_url: str, **use: Any) -> Any:
    """Read the weights of all heads: (layer, head, query, key)."""
    answer = ask(server_url, "/attention", digits=9, **use)
    return np.array(answer["attention"]["data"])


def use(strength: float, rank: int | None = None) -> dict[str, Any]:
    """Spell a use of the shipped adapter."""
    said: dict[str, Any] = {"adapter": ADAPTER, "adapter_scale": strength}
    return said if rank is None else {**said, "adapter_rank": rank}


def moved(before: Any, after: Any) -> Any:
    """Say how far each head moved: total variation, the mean over rows."""
    distance = np.abs(after - before).sum(axis=-1) / 2
    return distance.mean(axis=-1)


def first_word(server_url: str, strength: float, rank: int | None = None) -> Any:
    """Read the likeliest word of the first mask."""
    answer = ask(server_url, "/fill-mask", top_k=1, **use(strength, rank))
    return answer["masks"][0]["tokens"][0]


def singular_values(layer: int, target: str) -> Any:
    """Decompose s B A of one matrix, from the file, in float64."""
    tensors = load_file(WEIGHTS / "adapter_model.safetensors")
    config = json.loads((WEIGHTS / "adapter_config.json").read_text("utf-8"))
    name = f"base_model.model.bert.encoder.layer.{layer}.{target}"
    down = tensors[f"{name}.lora_A.weight"].astype(np.float64)
    up = tensors[f"{name}.lora_B.weight"].astype(np.float64)
    scaling = config["lora_alpha"] / config["r"]
    return np.linalg.svd(scaling * up @ down, compute_uv=False)[: config["r"]]

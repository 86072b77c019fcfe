"""Fine-tune MiniLM for the examples of the reference, and write them down.

``python -m tests.contract.tuning_examples`` writes them anew; a test compares
them with the model.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx

import app.schemas.tuned as tuned
from app.engine import Engine
from app.settings import Settings
from tests.app.conftest import client_of

FILE = Path(tuned.__file__).with_name("tuned_examples.json")
COMPLAINTS = ("The soup was cold.", "Nobody answered the phone.", "It broke at once.")
THANKS = ("What a kind letter!", "You helped us so much.", "Lovely flowers, thanks!")
FINE_TUNING: dict[str, Any] = {
    "model": "minilm",
    "classes": ["complaint", "thanks"],
    "sentences": [
        *({"text": text, "label": 0} for text in COMPLAINTS),
        *({"text": text, "label": 1} for text in THANKS),
    ],
    "method": "head",
    "steps": 3,
}
CLASSIFICATION: dict[str, Any] = {"model": "minilm", "text": "You were so patient."}


async def ask_all(client: httpx.AsyncClient) -> dict[str, Any]:
    """Make both examples, in the order in which they are kept."""
    made = await ask(client, "fine-tunings", FINE_TUNING)
    request = {**CLASSIFICATION, "adapter": made["id"]}
    return {
        "FineTuningRequest": FINE_TUNING,
        "FineTuning": made,
        "ClassificationRequest": request,
        "Classification": await ask(client, "classifications", request),
    }


async def ask(
    client: httpx.AsyncClient, path: str, request: dict[str, Any]
) -> dict[str, Any]:
    """Ask one path, and round what a person needn't see."""
    answer = await client.post(f"/api/v1/{path}", json=request)
    rounded: dict[str, Any] = _round(answer.raise_for_status().json())
    return rounded


def _round(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {name: _round(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_round(item) for item in value]
    return value


async def write() -> None:
    """Write the file anew."""
    from model import Catalogue

    settings = Settings(preload=False)
    catalogue = Catalogue(
        ("minilm",), cache_folder=settings.cache_folder, device="cpu", dtype=None
    )
    catalogue.load("minilm")
    engine = Engine(catalogue, settings)
    await engine.start()
    async with client_of(engine, settings) as client:
        found = await ask_all(client)
    await engine.stop()
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(write())

"""Ask the models for the examples of the reference, and write them down.

``python -m tests.contract.translation_examples`` writes them anew, which is
needed whenever the weights change; a test compares them with the models.
"""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

import app.schemas.translated as translated
from app.engine import Engine
from app.settings import Settings
from tests.app.conftest import client_of

FILE = Path(translated.__file__).with_name("translation_examples.json")
SENTENCE = "The animal didn't cross the street because it was too tired."
REQUESTS: dict[str, dict[str, Any]] = {
    "Translation": {
        "model": "lesson-translator",
        "text": "The animal was tired.",
        "n_beams": 2,
        "top_k": 2,
    },
    "Tensors": {
        "model": "lesson-bahdanau",
        "text": "The animal was tired.",
        "names": ["weights"],
        "digits": 3,
    },
    "HeadEffects": {
        "model": "lesson-translator",
        "text": SENTENCE,
        "token": "il",
        "other_token": "elle",
        "digits": 3,
    },
}
PATHS = {
    "Translation": "translations",
    "Tensors": "tensors",
    "HeadEffects": "head-effects",
}
# A word that no grammar of ours has.
UNKNOWN = {"model": "lesson-translator", "text": "The zebra was tired."}
CARD = "lesson-translator"
# Of long lists the reference shows the first entries.
MOST_POINTS = 3


async def ask_all(client: httpx.AsyncClient) -> dict[str, Any]:
    """Ask every example, in the order in which they are kept."""
    found: dict[str, Any] = {}
    for name, request in REQUESTS.items():
        found[f"{name}Request"] = request
        found[name] = await ask(client, PATHS[name], request)
    unknown = await ask(client, "translations", UNKNOWN)
    found["UnknownWords"] = {
        "unknown_words": unknown["unknown_words"],
        "warnings": unknown["warnings"],
    }
    card = (await client.get(f"/api/v1/models/{CARD}/card")).raise_for_status().json()
    card["training"]["curve"] = first(card["training"]["curve"])
    card["results"]["by_length"] = first(card["results"]["by_length"])
    found["ModelCard"] = card
    return found


async def ask(
    client: httpx.AsyncClient, path: str, request: dict[str, Any]
) -> dict[str, Any]:
    """Ask one example."""
    answer = await client.post(f"/api/v1/{path}", json=request)
    found: dict[str, Any] = rounded(answer.raise_for_status().json())
    return found


def first(items: Sequence[Any]) -> list[Any]:
    """Keep as much of a list as the reference shows."""
    return list(items[:MOST_POINTS])


def rounded(value: Any) -> Any:
    """Round what a person reads; another processor may add in another order."""
    if isinstance(value, float):
        return round(value, 5)
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return value


async def main() -> None:
    """Write the file."""
    from model import Catalogue

    settings = Settings(preload=False, deadline_seconds=120)
    models = ("lesson-translator", "lesson-bahdanau")
    catalogue = Catalogue(models, cache_folder=settings.cache_folder)
    engine = Engine(catalogue, settings)
    await engine.start()
    async with client_of(engine, settings) as client:
        found = await ask_all(client)
    await engine.stop()
    text = json.dumps(found, ensure_ascii=False, indent=1)
    FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())

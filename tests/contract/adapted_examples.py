"""Ask MiniLM and its adapter for the examples of the reference, and write them.

``python -m tests.contract.adapted_examples`` writes them anew, which is needed
whenever the adapter changes; a test compares them with the model.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx

import app.schemas.adapted as adapted
from app.engine import Engine
from app.settings import Settings
from tests.app.conftest import client_of
from tests.contract.translation_examples import ask, first, rounded

FILE = Path(adapted.__file__).with_name("adapted_examples.json")
SENTENCE = "The animal didn't cross the street because it was too tired"
REQUESTS: dict[str, dict[str, Any]] = {
    "FillMask": {
        "model": "minilm",
        "text": "The United [MASK] of America",
        "top_k": 3,
        "influences": True,
    },
    "NextSentence": {
        "model": "minilm",
        "text": "The dog was hungry.",
        "text_pair": "It ate all the food.",
    },
    "MaskedCorruption": {"model": "minilm", "text": SENTENCE, "seed": 138, "rounds": 5},
    "AdapterMerging": {
        "model": "minilm",
        "text": "The animal",
        "adapter": "minilm-words",
        "runs": 3,
    },
}
PATHS = {
    "FillMask": "fill-mask",
    "NextSentence": "next-sentence",
    "MaskedCorruption": "masked-corruption",
    "AdapterMerging": "adapter-merging",
}
ADAPTER = "/api/v1/models/minilm/adapters/minilm-words"


async def ask_all(client: httpx.AsyncClient) -> dict[str, Any]:
    """Ask every example, in the order in which they are kept."""
    model = (await client.get("/api/v1/models/minilm")).raise_for_status().json()
    details = (await client.get(ADAPTER)).raise_for_status().json()
    card = (await client.get(f"{ADAPTER}/card")).raise_for_status().json()
    # Of long lists the reference shows the first entries.
    details["modules"] = details["modules"][:1]
    for each in (card["training"], *card["training"]["earlier"]):
        each["curve"] = first(each["curve"])
    card["results"]["everyday"] = first(card["results"]["everyday"])
    found = {
        "Adapter": model["adapters"][0],
        "AdapterDetails": rounded(details),
        "AdapterCard": card,
    }
    for name, request in REQUESTS.items():
        found[f"{name}Request"] = request
        found[name] = await ask(client, PATHS[name], request)
    # Rounding errors, which five decimals would show as none.
    merging = REQUESTS["AdapterMerging"]
    exact = (await client.post("/api/v1/adapter-merging", json=merging)).json()
    found["AdapterMerging"] |= {
        name: float(f"{exact[name]:.3g}")
        for name in exact
        if name.startswith("largest")
    }
    return found


async def main() -> None:
    """Write the file."""
    from model import Catalogue

    settings = Settings(preload=False, deadline_seconds=120)
    catalogue = Catalogue(("minilm",), cache_folder=settings.cache_folder)
    engine = Engine(catalogue, settings)
    await engine.start()
    async with client_of(engine, settings) as client:
        await client.get("/api/v1/tokenize", params={"text": "loads the model"})
        found = await ask_all(client)
    await engine.stop()
    text = json.dumps(found, ensure_ascii=False, indent=1)
    FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())

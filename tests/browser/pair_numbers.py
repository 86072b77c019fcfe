"""Ask the API what a page of a translator ought to show."""

from typing import Any

import httpx
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page

from tests.browser.head_numbers import ANIMAL

TRANSLATOR = "lesson-translator"


def ask(server_url: str, path: str, **fields: Any) -> Any:
    """Fetch any answer of a model that writes a target."""
    request = {"model": TRANSLATOR, "text": ANIMAL, **fields}
    response = httpx.post(f"{server_url}/api/v1{path}", json=request, timeout=120)
    response.raise_for_status()
    return response.json()


def own_target(server_url: str, text: str = ANIMAL, **fields: Any) -> str:
    """Return what the model writes by itself."""
    return str(ask(server_url, "/translations", text=text, **fields)["text"])


def texts(tokens: list[dict[str, Any]]) -> list[str]:
    """Return the tokens as a person reads them."""
    return [token["text"] for token in tokens]


def weights_of(
    server_url: str, part: str, layer: int = 0, head: int = 0, **fields: Any
) -> NDArray[np.float64]:
    """Return one head's weights, (query, key)."""
    answer = ask(
        server_url,
        "/attention",
        part=part,
        layers=[layer],
        heads=[head],
        digits=9,
        **fields,
    )
    return np.array(answer["attention"]["data"][0][0], dtype=np.float64)


def side(page: Page, name: str) -> Locator:
    """Find the strip of the source or of the target."""
    return page.locator(f'.strip-tokens[data-side="{name}"] button')


def shades(page: Page, name: str) -> list[str | None]:
    """Read the number behind each token's shade."""
    return [
        button.get_attribute("title") for button in side(page, name).element_handles()
    ]

"""(c): the first view of a text, in bytes and seconds, against the peers.

BertViz's views hold the whole page's data; so does plain JSON of eager
attentions. Headlight's first view is what its page fetches: all heads, pooled,
and the head in focus, exact. The page's own scripts are left out on all sides.
"""

import json
from collections.abc import Callable

import httpx
import torch
from bertviz import head_view, model_view
from transformers import AutoModel

from benchmarks.response import HEAD, MOSAIC
from benchmarks.tables import Table, ms, size, times
from benchmarks.texts import texts_of
from benchmarks.timing import compare
from model import LoadedModel
from model.sources import cache_folder

LENGTHS = (16, 64, 128, 256)
ROUNDS = 3


def peers_table(address: str, model: LoadedModel) -> Table:
    """Measure bytes and seconds of each way to a first view."""
    rows = []
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as client:
        for n_tokens in LENGTHS:
            rows += _measure(client, model, n_tokens)
    return Table(
        f"(c) First view against the peers, {model.description.title}",
        "From a text to all that a page needs to draw its first view: Headlight's "
        "two answers as they cross the wire; the HTML that BertViz writes; eager "
        "attentions as plain JSON. Ratios are the peer's over Headlight's.",
        ("tokens", "what", "ms", "bytes", "times the ms", "times the bytes"),
        rows,
    )


def _measure(
    client: httpx.Client, model: LoadedModel, n_tokens: int
) -> list[list[str]]:
    texts = texts_of(model, n_tokens)
    written: dict[str, int] = {}

    def keep(name: str, make: Callable[[str], int]) -> Callable[[], None]:
        def run() -> None:
            written[name] = make(next(texts))

        return run

    attend = _eager(model)
    names = {
        "Headlight": lambda text: _first_view(client, model, text),
        "BertViz head_view": lambda text: _bertviz(head_view, attend, text),
        "BertViz model_view": lambda text: _bertviz(model_view, attend, text),
        "plain JSON": lambda text: _plain(attend, text),
    }
    found = compare(
        {name: keep(name, make) for name, make in names.items()}, rounds=ROUNDS
    )
    return [
        [
            str(n_tokens),
            name,
            ms(timing.median_ms),
            size(written[name]),
            times(timing.ratio),
            times(written[name] / written["Headlight"]),
        ]
        for name, timing in found.items()
    ]


def _first_view(client: httpx.Client, model: LoadedModel, text: str) -> int:
    total = 0
    for choice in (
        {**HEAD, "statistics": ["row", "column"]},
        {**MOSAIC, "statistics": ["head"]},
    ):
        body = {"model": model.description.id, "text": text, **choice}
        with client.stream("POST", "/attention", json=body) as answer:
            answer.raise_for_status()
            total += sum(len(chunk) for chunk in answer.iter_raw())
    return total


Attend = Callable[[str], tuple[tuple[torch.Tensor, ...], list[str]]]


def _eager(model: LoadedModel) -> Attend:
    network = AutoModel.from_pretrained(
        cache_folder() / model.description.id,
        attn_implementation="eager",
        dtype=torch.float32,
    )
    network.eval()

    @torch.inference_mode()
    def attend(text: str) -> tuple[tuple[torch.Tensor, ...], list[str]]:
        tokens = model.tokenize(text).tokens
        output = network(
            torch.tensor([[token.id for token in tokens]]), output_attentions=True
        )
        return output.attentions, [token.raw for token in tokens]

    return attend


def _bertviz(view: Callable[..., object], attend: Attend, text: str) -> int:
    attentions, tokens = attend(text)
    page = view(attentions, tokens, html_action="return")
    return len(str(getattr(page, "data", page)).encode())


def _plain(attend: Attend, text: str) -> int:
    attentions, tokens = attend(text)
    values = [layer[0].tolist() for layer in attentions]
    return len(json.dumps({"tokens": tokens, "attentions": values}).encode())

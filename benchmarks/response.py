"""(a), (b): the whole answer of the service against a bare forward.

The forward is the same model under PyTorch's own kernel, with no capture, no
tokenizing and no HTTP. The service is asked over a socket that is kept open, by
the standard library's client, which reads the whole body, uncompressed as on
one machine; each text is new, so that no cache helps in (a).
"""

import json
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from itertools import islice
from urllib.parse import urlsplit

import torch
from transformers import AutoModel

from benchmarks.tables import Table, ms, times
from benchmarks.texts import texts_of
from benchmarks.timing import compare
from model import LoadedModel
from model.sources import cache_folder

LENGTHS = (16, 64, 128, 256, 512)
ROUNDS = 15
HEAD = {"layers": [3], "heads": [1], "encoding": "base64"}
MOSAIC = {"pool": 32, "encoding": "uint8"}


Forward = Callable[[torch.Tensor], object]


def bare_forward(model: LoadedModel) -> Forward:
    """Return a function that runs the network on ids, and nothing else."""
    network = AutoModel.from_pretrained(
        cache_folder() / model.description.id,
        attn_implementation="sdpa",
        dtype=torch.float32,
    ).to(model.device)
    network.eval()
    options = {"use_cache": False} if model.description.family == "decoder" else {}

    @torch.inference_mode()
    def forward(ids: torch.Tensor) -> object:
        output = network(input_ids=ids, **options)
        if model.device.type == "cuda":
            torch.cuda.synchronize()
        return output

    return forward


def _ids(model: LoadedModel, text: str) -> torch.Tensor:
    return torch.tensor([model.tokenize(text).ids], device=model.device)


def response_tables(address: str, model: LoadedModel) -> Iterator[Table]:
    """Measure (a) and (b) for one model."""
    forward = bare_forward(model)
    name = model.description.title
    client = HTTPConnection(urlsplit(address).netloc, timeout=60)
    yield Table(
        f"(a) All heads of a new text, {name}",
        "`/attention` with pool 32 and uint8, over HTTP, against the bare SDPA "
        "forward. *Ordered* adds the statistics by which the page orders heads.",
        ("tokens", "forward ms", "answer ms", "ratio", "ordered ms", "ratio"),
        [_all_heads(client, model, forward, n) for n in LENGTHS],
    )
    yield Table(
        f"(b) Another head of the same text, {name}",
        "One head, every cell exact, from the capture that is kept, against the "
        "bare forward.",
        ("tokens", "forward ms", "answer ms", "ratio"),
        [_other_head(client, model, forward, n) for n in LENGTHS],
    )


def _ask(client: HTTPConnection, body: dict[str, object]) -> bytes:
    headers = {"Content-Type": "application/json"}
    client.request("POST", "/api/v1/attention", json.dumps(body), headers)
    answer = client.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise RuntimeError(content.decode())
    return content


def _all_heads(
    client: HTTPConnection,
    model: LoadedModel,
    forward: Forward,
    n_tokens: int,
) -> list[str]:
    n_texts = 2 * (ROUNDS + 1) + 1
    # Made before the clock runs: the length of each is checked.
    texts = iter(list(islice(texts_of(model, n_tokens), n_texts)))
    ids = _ids(model, next(texts))
    body = {"model": model.description.id, **MOSAIC}
    found = compare(
        {
            "forward": lambda: forward(ids),
            "answer": lambda: _ask(client, {**body, "text": next(texts)}),
            "ordered": lambda: _ask(
                client, {**body, "text": next(texts), "statistics": ["head"]}
            ),
        },
        rounds=ROUNDS,
    )
    bare, answer, ordered = found["forward"], found["answer"], found["ordered"]
    return [
        str(n_tokens),
        ms(bare.median_ms),
        ms(answer.median_ms),
        times(answer.ratio),
        ms(ordered.median_ms),
        times(ordered.ratio),
    ]


def _other_head(
    client: HTTPConnection,
    model: LoadedModel,
    forward: Forward,
    n_tokens: int,
) -> list[str]:
    text = next(texts_of(model, n_tokens))
    ids = _ids(model, text)
    heads = iter(range(10**9))
    n_heads = model.description.n_heads or 1
    body = {"model": model.description.id, "text": text, **HEAD}
    found = compare(
        {
            "forward": lambda: forward(ids),
            "answer": lambda: _ask(client, {**body, "heads": [next(heads) % n_heads]}),
        },
        rounds=ROUNDS,
    )
    bare, answer = found["forward"], found["answer"]
    return [
        str(n_tokens),
        ms(bare.median_ms),
        ms(answer.median_ms),
        times(answer.ratio),
    ]

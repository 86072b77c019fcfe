"""Ask a Headlight server from Python, and get arrays back.

Lives here: a typed client for scripts and notebooks. Not here: the calls for
lessons (``client_worked.py``) and of other forwards (``client_forwards.py``); all
three files need httpx and NumPy only.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal

import httpx
import numpy as np
from numpy.typing import NDArray

from app.client_forwards import ForwardCalls
from app.client_worked import Mask

_NPZ = "application/x-npz"


class HeadlightError(Exception):
    """The server refused, or could not be reached.

    Attributes:
        code: stable, such as ``too_many_tokens``, or ``unreachable``.
        detail: what happened.
        hint: what to do about it.
        status: of HTTP; None where there was no answer.
    """

    def __init__(self, code: str, detail: str, hint: str, status: int | None) -> None:
        super().__init__(f"{detail} {hint}".strip())
        self.code = code
        self.detail = detail
        self.hint = hint
        self.status = status


@dataclass(frozen=True, slots=True)
class Token:
    """One position of the model's input; the fields are those of the API."""

    index: int
    id: int
    text: str
    raw: str
    start: int | None
    end: int | None
    special: bool
    typed: bool
    word: int | None
    segment: int | None
    piece: str | None


@dataclass(frozen=True, slots=True)
class Attention:
    """The attention of the layers and heads asked for.

    Attributes:
        values: (layer, head, query, key), float32; masked scores are -inf.
        mask: True where a query may look.
        hidden_share: (layer, head), or None where nothing was hidden.
        statistics: arrays by name.
        metadata: everything else the server said.
    """

    model: str
    layers: tuple[int, ...]
    heads: tuple[int, ...]
    query_tokens: tuple[Token, ...]
    key_tokens: tuple[Token, ...]
    values: NDArray[np.float32]
    mask: NDArray[np.bool_]
    hidden_share: NDArray[np.float32] | None
    statistics: dict[str, NDArray[Any]]
    metadata: dict[str, Any]


class HeadlightClient(ForwardCalls):
    """Talk to one server; use it in a ``with`` statement, or close it.

    Example:
        >>> from app.client import HeadlightClient
        >>> sentence = "The animal didn't cross the street because it was too tired"
        >>> with HeadlightClient("http://127.0.0.1:8000") as headlight:
        ...     answer = headlight.attention(sentence, layers=[3], heads=[1])
        ...     words = [token.text for token in answer.key_tokens]
        ...     it, animal = words.index("it"), words.index("animal")
        ...     print(f"{answer.values[0, 0, it, animal]:.3f}")
        0.640
    """

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8000",
        *,
        timeout_seconds: float = 60.0,
        http: httpx.Client | None = None,
    ) -> None:
        self._http = http or httpx.Client(base_url=base_url, timeout=timeout_seconds)

    def __enter__(self) -> HeadlightClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def models(self) -> list[dict[str, Any]]:
        """List the models the server offers, the default one first."""
        listed = self._send(self._http.build_request("GET", "/api/v1/models")).json()
        models: list[dict[str, Any]] = listed["models"]
        return sorted(models, key=lambda model: model["id"] != listed["default"])

    def tokenize(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        model: str | None = None,
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> tuple[Token, ...]:
        """Make the tokens of a text, exactly as the model is fed them.

        Raises:
            HeadlightError: with the server's code, detail and hint.
        """
        fields: dict[str, Any] = {"text": text, "text_pair": text_pair, "model": model}
        fields |= {"truncate": truncate, "split_special_tokens": split_special_tokens}
        answer = self._post("/api/v1/tokenize", fields, "application/json").json()
        return _tokens(answer["tokens"])

    def attention(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        model: str | None = None,
        layers: Sequence[int] | None = None,
        heads: Sequence[int] | None = None,
        rows: tuple[int, int] | None = None,
        columns: tuple[int, int] | None = None,
        quantity: Literal["weights", "scores"] = "weights",
        merge: Literal["tokens", "words"] = "tokens",
        mask: Mask | None = None,
        hide: Literal["none", "special", "first"] = "none",
        pool: int | None = None,
        reducer: Literal["max", "mean"] = "max",
        statistics: Sequence[Literal["head", "row", "column"]] = (),
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> Attention:
        """Read weights or scores; all layers and heads where none are named.

        Raises:
            HeadlightError: with the server's code, detail and hint.
        """
        fields = {
            "text": text,
            "text_pair": text_pair,
            "model": model,
            "layers": None if layers is None else list(layers),
            "heads": None if heads is None else list(heads),
            "rows": rows,
            "columns": columns,
            "quantity": quantity,
            "merge": merge,
            "mask": mask.tolist() if isinstance(mask, np.ndarray) else mask,
            "hide": hide,
            "pool": pool,
            "reducer": reducer,
            "statistics": list(statistics) or None,
            "truncate": truncate,
            "split_special_tokens": split_special_tokens,
        }
        return _read_npz(self._post("/api/v1/attention", fields, _NPZ).content)

    def _post(
        self, path: str, fields: Mapping[str, Any], accept: str
    ) -> httpx.Response:
        body = {name: value for name, value in fields.items() if value is not None}
        headers = {"Accept": accept}
        return self._send(
            self._http.build_request("POST", path, json=body, headers=headers)
        )

    def _send(self, request: httpx.Request) -> httpx.Response:
        try:
            response = self._http.send(request)
        except httpx.HTTPError as error:
            raise HeadlightError(
                "unreachable",
                f"{request.url.host} gave no answer: {error}.",
                "Is the server running?",
                None,
            ) from error
        if response.is_error:
            raise _error_of(response)
        return response


def _error_of(response: httpx.Response) -> HeadlightError:
    """Read a problem document; a proxy in between may send something else."""
    try:
        problem = response.json()
        code, detail, hint = problem["code"], problem["detail"], problem["hint"]
    except (ValueError, KeyError, TypeError):
        code, detail, hint = "unknown", f"HTTP {response.status_code}.", ""
    return HeadlightError(code, detail, hint, response.status_code)


def _read_npz(content: bytes) -> Attention:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        metadata = json.loads(archive.read("metadata.json"))
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        hidden = metadata["hidden"]
        return Attention(
            model=metadata["model"],
            layers=tuple(metadata["layers"]),
            heads=tuple(metadata["heads"]),
            query_tokens=_tokens(metadata["query_tokens"]),
            key_tokens=_tokens(metadata["key_tokens"]),
            values=arrays["attention"],
            mask=arrays["mask"],
            hidden_share=None if hidden is None else arrays["hidden_share"],
            statistics={name: arrays[name] for name in metadata["statistics"] or ()},
            metadata=metadata,
        )


def _tokens(found: Sequence[Mapping[str, Any]]) -> tuple[Token, ...]:
    return tuple(Token(**token) for token in found)

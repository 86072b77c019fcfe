"""Ask a Headlight server from Python, and get arrays back.

Lives here: a typed client for scripts and notebooks. Not here: what it gives
(``client_attention.py``), the calls for lessons (``client_worked.py``), of other
forwards (``client_forwards.py``), of predictions (``client_predictions.py``), of
adapters (``client_adapters.py``), of fine-tunings (``client_tuning.py``), of
translations (``client_translation.py``) and of generations
(``client_generation.py``); all of these files need httpx and NumPy only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal

import httpx
import numpy as np

from app.client_adapters import Adapter, AdapterChoice, adapter_fields
from app.client_attention import (
    Attention,
    Part,
    Target,
    Token,
    attention_of,
    tokens_of,
)
from app.client_generation import GenerationCalls, read_events
from app.client_predictions import PredictionCalls
from app.client_translation import TranslationCalls
from app.client_tuning import TuningCalls
from app.client_worked import Mask

__all__ = [
    "Adapter",
    "Attention",
    "HeadlightClient",
    "HeadlightError",
    "Target",
    "Token",
]

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


class HeadlightClient(PredictionCalls, TranslationCalls, GenerationCalls, TuningCalls):
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
        listed = self._get("/api/v1/models")
        models: list[dict[str, Any]] = listed["models"]
        return sorted(models, key=lambda model: model["id"] != listed["default"])

    def tokenize(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        model: str | None = None,
        side: Literal["source", "target"] = "source",
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> tuple[Token, ...]:
        """Make the tokens of a text, exactly as the model is fed them.

        Raises:
            HeadlightError: with the server's code, detail and hint.
        """
        fields: dict[str, Any] = {"text": text, "text_pair": text_pair, "model": model}
        fields |= {"truncate": truncate, "split_special_tokens": split_special_tokens}
        fields |= {"side": side}
        answer = self._post("/api/v1/tokenize", fields, "application/json").json()
        return tokens_of(answer["tokens"])

    def attention(
        self,
        text: str,
        text_pair: str | None = None,
        *,
        model: str | None = None,
        target: str | None = None,
        part: Part | None = None,
        layers: Sequence[int] | None = None,
        heads: Sequence[int] | None = None,
        rows: tuple[int, int] | None = None,
        columns: tuple[int, int] | None = None,
        quantity: Literal["weights", "scores"] = "weights",
        merge: Literal["tokens", "words"] = "tokens",
        mask: Mask | None = None,
        adapter: AdapterChoice | None = None,
        hide: Literal["none", "special", "first"] = "none",
        pool: int | None = None,
        reducer: Literal["max", "mean"] = "max",
        statistics: Sequence[Literal["head", "row", "column"]] = (),
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> Attention:
        """Read weights or scores; all layers and heads where none are named.

        Without a target, a model that writes one writes its own.

        Raises:
            HeadlightError: with the server's code, detail and hint.
        """
        fields: dict[str, Any] = {"text": text, "text_pair": text_pair, "model": model}
        fields |= {"target": target, "part": part, "rows": rows, "columns": columns}
        fields |= adapter_fields(adapter)
        fields |= {
            "layers": None if layers is None else list(layers),
            "heads": None if heads is None else list(heads),
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
        return attention_of(self._post("/api/v1/attention", fields, _NPZ).content)

    def _get(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self._send(self._http.build_request("GET", path)).json()
        return found

    def _post(
        self, path: str, fields: Mapping[str, Any], accept: str
    ) -> httpx.Response:
        body = {name: value for name, value in fields.items() if value is not None}
        headers = {"Accept": accept}
        return self._send(
            self._http.build_request("POST", path, json=body, headers=headers)
        )

    def _stream(
        self, path: str, fields: Mapping[str, Any]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        body = {name: value for name, value in fields.items() if value is not None}
        headers = {"Accept": "text/event-stream"}
        request = self._http.build_request("POST", path, json=body, headers=headers)
        response = self._send(request, stream=True)
        try:
            for name, document in read_events(response.iter_bytes()):
                if name == "problem":
                    raise _error_in(document, document["status"])
                yield name, document
        except httpx.HTTPError as error:
            raise _unreachable(request, error) from error
        finally:
            response.close()

    def _send(self, request: httpx.Request, *, stream: bool = False) -> httpx.Response:
        try:
            response = self._http.send(request, stream=stream)
            if response.is_error:
                response.read()
        except httpx.HTTPError as error:
            raise _unreachable(request, error) from error
        if response.is_error:
            raise _error_of(response)
        return response


def _error_of(response: httpx.Response) -> HeadlightError:
    """Read a problem document; a proxy in between may send something else."""
    status = response.status_code
    try:
        return _error_in(response.json(), status)
    except (ValueError, KeyError, TypeError):
        return HeadlightError("unknown", f"HTTP {status}.", "", status)


def _error_in(problem: Mapping[str, Any], status: int) -> HeadlightError:
    return HeadlightError(problem["code"], problem["detail"], problem["hint"], status)


def _unreachable(request: httpx.Request, error: httpx.HTTPError) -> HeadlightError:
    return HeadlightError(
        "unreachable",
        f"{request.url.host} gave no answer: {error}.",
        "Is the server running?",
        None,
    )

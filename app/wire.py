"""Write arrays: nested lists, base64 or .npz.

Lives here: how numbers become bytes, and how exact they stay. Not here: which
arrays an answer has (``documents.py``).
"""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import orjson
from numpy.typing import NDArray

from app.errors import NotFinite

Encoding = Literal["json", "base64"]

# What NumPy and Plotly call them; everything else is refused, not guessed.
_DTYPES = {
    "float32": "f4",
    "float64": "f8",
    "uint8": "u1",
    "int32": "i4",
    "bool": "b1",
}
# From here on a float64 has no decimals.
_WHOLE_FROM = 2.0**53


@dataclass(frozen=True, slots=True)
class NamedArray:
    """Hold an array with the names of its axes.

    Attributes:
        scale, offset: of quantised values, value = offset + scale * byte.
    """

    values: NDArray[Any]
    axes: tuple[str, ...]
    scale: float | None = None
    offset: float | None = None

    def header(self) -> dict[str, Any]:
        """Say all about the array but its numbers."""
        header: dict[str, Any] = {
            "dtype": _DTYPES[self.values.dtype.name],
            "shape": list(self.values.shape),
            "axes": list(self.axes),
        }
        if self.scale is not None:
            header |= {"scale": self.scale, "offset": self.offset}
        return header


def write_array(array: NamedArray, encoding: Encoding, digits: int) -> dict[str, Any]:
    """Give the array the form it has in a JSON document.

    Quantised values are bytes in either encoding: as decimals they would be
    neither small nor exact.
    """
    if encoding == "base64" or array.scale is not None:
        return {**array.header(), "bdata": _base64(array.values)}
    return {**array.header(), "data": _decimals(array.values, digits)}


def write_json(document: Mapping[str, Any]) -> bytes:
    """Write a document; -inf becomes null, dataclasses become objects."""
    return orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)


def write_npz(
    arrays: Mapping[str, NamedArray], metadata: Mapping[str, Any]
) -> memoryview:
    """Write arrays and ``metadata.json`` as one NumPy .npz, without pickles."""
    buffer = io.BytesIO()
    np.savez(
        buffer,
        allow_pickle=False,
        **{name: _little_endian(array.values) for name, array in arrays.items()},
    )
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr("metadata.json", write_json(metadata))
    return buffer.getbuffer()


def check_finite(values: NDArray[Any]) -> None:
    """Refuse to send NaN or +inf; -inf is a masked score.

    Raises:
        NotFinite: the model's own numbers overflowed.
    """
    if values.dtype.kind != "f" or not values.size:
        return
    # max() is NaN where any value is, and needs no array of flags.
    if not np.max(values) < np.inf:
        raise NotFinite(
            "The model's own numbers overflow on this text.",
            hint="Try another text or layer, or run the model in float32.",
        )


def _decimals(values: NDArray[Any], digits: int) -> NDArray[Any] | list[Any]:
    """Round to decimals that print as short as they are.

    A float32 has 24 bits and 10^9 another 21, so the product is exact in
    float64 and the rounding is right. A float64 is rounded to its nearest
    neighbour of so many decimals, unless it has none. Adding 0 turns -0.0 into
    0.0.
    """
    if values.dtype == np.float64:
        # Scaled up, a number without decimals could overflow.
        is_whole = ~(np.abs(values) < _WHOLE_FROM)
        values = (
            np.where(is_whole, values, np.round(np.where(is_whole, 0, values), digits))
            + 0.0
        )
    elif values.dtype.kind == "f":
        values = np.round(values.astype(np.float64), digits) + 0.0
    return np.ascontiguousarray(values) if values.size else values.tolist()


def _base64(values: NDArray[Any]) -> orjson.Fragment:
    # Needs no escaping, so it goes into the document as it is, copied once.
    return orjson.Fragment(b'"%b"' % base64.b64encode(_little_endian(values).data))


def _little_endian(values: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))

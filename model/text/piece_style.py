"""Undo a tokenizer's own spelling of its pieces.

Lives here: what ``Ġ``, ``▁``, ``##``, ``</w>`` and ``<0xE2>`` stand for, read
from the tokenizer's configuration. Not here: how the result is shown, which is
``display_text.py``.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_BYTE_PIECE = re.compile(r"<0x([0-9A-F]{2})>")
_WORDPIECE_PREFIX = "##"


def _byte_of_letter() -> dict[str, int]:
    """Map the 256 letters of byte-level tokenizers to their bytes.

    Printable bytes stand for themselves; the others are counted up from
    U+0100, so that a space is ``Ġ`` and a newline ``Ċ``.

    Source: ``bytes_to_unicode`` of GPT-2's ``encoder.py``.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    letters = {chr(byte): byte for byte in printable}
    others = (byte for byte in range(256) if byte not in set(printable))
    letters.update({chr(0x100 + n): byte for n, byte in enumerate(others)})
    return letters


_BYTES = _byte_of_letter()


@dataclass(frozen=True, slots=True)
class PieceStyle:
    """How one tokenizer writes its pieces.

    Attributes:
        is_byte_level: every letter of a piece is one byte.
        is_exact: pieces hold the text as it was typed; what the vocabulary
            lacks is left out.
        space_marker: the letter that stands for a space, such as ``▁``.
        continuing_prefix: before a piece that goes on with a word.
        word_suffix: after the last piece of a word.
        has_byte_fallback: ``<0xE2>`` is one byte.
    """

    is_byte_level: bool = False
    is_exact: bool = False
    space_marker: str = ""
    continuing_prefix: str = ""
    word_suffix: str = ""
    has_byte_fallback: bool = False

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> "PieceStyle":
        """Read the style from a ``tokenizer.json``, parsed."""
        model = config["model"]
        splitters = [*_components(config.get("pre_tokenizer"))]
        decoders = [*_components(config.get("decoder"))]
        normalizers = [*_components(config.get("normalizer"))]
        kinds = {part["type"] for part in splitters + decoders + normalizers}
        suffixes = [part.get("suffix") for part in decoders]
        prefix = model.get("continuing_subword_prefix")
        if prefix is None and model["type"] == "WordPiece":
            prefix = _WORDPIECE_PREFIX
        return cls(
            is_byte_level="ByteLevel" in kinds,
            is_exact=model["type"] == "BPE"
            and not normalizers
            and ("ByteLevel" in kinds or not model.get("unk_token")),
            space_marker=_space_marker(splitters + decoders, normalizers),
            continuing_prefix=prefix or "",
            word_suffix=model.get("end_of_word_suffix")
            or next((suffix for suffix in suffixes if suffix), ""),
            has_byte_fallback=bool(model.get("byte_fallback"))
            or "ByteFallback" in kinds,
        )

    def decode(self, raw: str) -> bytes:
        """Return the UTF-8 bytes that a piece stands for.

        They may be part of a character: ``<0xE2>`` is one byte of three.
        """
        if self.has_byte_fallback and (match := _BYTE_PIECE.fullmatch(raw)):
            return bytes((int(match[1], 16),))
        if self.continuing_prefix and raw != self.continuing_prefix:
            raw = raw.removeprefix(self.continuing_prefix)
        if self.word_suffix and raw != self.word_suffix:
            raw = raw.removesuffix(self.word_suffix)
        if self.is_byte_level and all(letter in _BYTES for letter in raw):
            return bytes(_BYTES[letter] for letter in raw)
        if self.space_marker:
            raw = raw.replace(self.space_marker, " ")
        return raw.encode()


def _components(part: Mapping[str, Any] | None) -> Iterator[Mapping[str, Any]]:
    """Walk through a part of the configuration and the parts inside it."""
    if part is None:
        return
    yield part
    for inside in ("normalizers", "pretokenizers", "decoders"):
        for child in part.get(inside, ()):
            yield from _components(child)


def _space_marker(
    parts: list[Mapping[str, Any]], normalizers: list[Mapping[str, Any]]
) -> str:
    """Find the letter that is written for a space, or nothing."""
    for part in parts:
        if part["type"] == "Metaspace":
            return str(part["replacement"])
    for part in normalizers:
        if part["type"] == "Replace" and part["pattern"] == {"String": " "}:
            return str(part["content"])
    return ""

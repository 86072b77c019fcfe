"""Encode with a copy of a tokenizer that nobody can change.

A tokenizer of transformers is changed by each call: cutting, padding and the
splitting of special tokens are settings of the shared object, and
``tokenizer.json`` may bring some along (MiniLM's cuts and pads to 128).

Lives here: the copy, and what it must know of its model. Not here: what is
shown for its tokens (``tokens.py``).
"""

import json
import secrets
import threading
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from tokenizers import Tokenizer

from model.errors import UnsupportedByModel
from model.text.piece_style import PieceStyle


class FastTokenizer(Protocol):
    """What is needed of a transformers tokenizer."""

    @property
    def backend_tokenizer(self) -> Any:
        """The ``tokenizers.Tokenizer`` inside."""

    @property
    def model_input_names(self) -> list[str]:
        """What the model's forward takes."""

    @property
    def all_special_ids(self) -> list[int]:
        """The ids of the named special tokens."""


@dataclass(frozen=True, slots=True)
class EncodedText:
    """Parallel lists, one entry per token, as the tokenizer gives them.

    ``segments`` is 0, 1, or None for a token that was added.
    """

    ids: list[int]
    pieces: list[str]
    spans: list[tuple[int, int]]
    segments: list[int | None]
    type_ids: list[int]


@dataclass(frozen=True, slots=True)
class FrozenTokenizer:
    """A copy with cutting and padding off, for any number of threads.

    Attributes:
        special: the special tokens' spellings by id.
        unknown_id: what stands for a word outside the vocabulary.
        longest_word: letters; a longer word is unknown. None is no limit.
        has_segments: the model takes ``token_type_ids``.
        splits_special: special tokens in the text are plain text.
    """

    style: PieceStyle
    special: dict[int, str]
    unknown_id: int | None
    unknown_piece: str
    longest_word: int | None
    has_segments: bool
    splits_special: bool
    _backend: Tokenizer

    def encode(self, text: str, text_pair: str | None) -> EncodedText:
        """Encode as the model is fed, special tokens included."""
        encoding = self._backend.encode(text, text_pair)
        return EncodedText(
            encoding.ids,
            encoding.tokens,
            encoding.offsets,
            encoding.sequence_ids,
            encoding.type_ids,
        )

    def spelling(self, encoded: EncodedText, place: int) -> str:
        """Return a token's piece as the vocabulary has it."""
        token_id = encoded.ids[place]
        if token_id == self.unknown_id:
            return self.unknown_piece
        return self.special.get(token_id, encoded.pieces[place])

    def is_typed_special(self, encoded: EncodedText, place: int, text: str) -> bool:
        """Whether a token of the text is special, and no unknown word.

        ``[UNK]`` is both: what stands in the text tells which.
        """
        token_id = encoded.ids[place]
        if self.splits_special or token_id not in self.special:
            return False
        start, end = encoded.spans[place]
        is_spelled = text[start:end].strip() == self.special[token_id]
        return token_id != self.unknown_id or is_spelled


_copies: WeakKeyDictionary[FastTokenizer, dict[bool, FrozenTokenizer]]
_copies = WeakKeyDictionary()
_copying = threading.Lock()


def frozen_copy(tokenizer: FastTokenizer, *, splits_special: bool) -> FrozenTokenizer:
    """Return the tokenizer's copy, made at the first call and kept.

    The copy lives as long as the tokenizer.

    Raises: UnsupportedByModel where the tokenizer is not a fast one.
    """
    with _copying:
        copies = _copies.setdefault(tokenizer, {})
        if splits_special not in copies:
            copies[splits_special] = _copy(tokenizer, splits_special)
        return copies[splits_special]


def _copy(tokenizer: FastTokenizer, splits_special: bool) -> FrozenTokenizer:
    backend = getattr(tokenizer, "backend_tokenizer", None)
    if not isinstance(backend, Tokenizer):
        raise UnsupportedByModel(
            "This model's tokenizer is not a fast one, so the place of its "
            "tokens in the text is not known.",
            hint="Use a checkpoint with a tokenizer.json.",
        )
    config = json.loads(backend.to_str())
    config["truncation"] = config["padding"] = None
    _keep_spaces_in_spans(config["post_processor"])
    special = {t["id"]: t["content"] for t in config["added_tokens"] if t["special"]}
    for token_id in tokenizer.all_special_ids:
        special.setdefault(token_id, backend.id_to_token(token_id) or "")
    unknown_id, unknown_piece = _unknown(config["model"], backend)
    style = PieceStyle.of(config)
    if splits_special:
        _hide_pieces(config, set(special.values()))
    return FrozenTokenizer(
        style=style,
        special=special,
        unknown_id=unknown_id,
        unknown_piece=unknown_piece,
        longest_word=config["model"].get("max_input_chars_per_word"),
        has_segments="token_type_ids" in tokenizer.model_input_names,
        splits_special=splits_special,
        _backend=Tokenizer.from_str(json.dumps(config, ensure_ascii=False)),
    )


def _keep_spaces_in_spans(processor: dict[str, Any] | None) -> None:
    """Have spans whole: trimming leaves nothing of a token of spaces."""
    if processor is None:
        return
    if "trim_offsets" in processor:
        processor["trim_offsets"] = False
    for inside in processor.get("processors", ()):
        _keep_spaces_in_spans(inside)


def _unknown(model: dict[str, Any], backend: Tokenizer) -> tuple[int | None, str]:
    """Return the id and the spelling of the unknown word."""
    if model.get("unk_id") is not None:
        return model["unk_id"], model["vocab"][model["unk_id"]][0]
    piece = model.get("unk_token")
    if piece is None:
        return None, ""
    return backend.token_to_id(piece), piece


def _hide_pieces(config: dict[str, Any], hidden: set[str]) -> None:
    """Respell some pieces so that no text can match them.

    Their ids stay. The tokenizer's own switch (``encode_special_tokens``) is
    not enough: it leaves ``<s>`` in the vocabulary of a Unigram model, which
    then finds it in the text again.
    """
    secret = secrets.token_hex(16)
    names = {piece: f"{piece}{secret}" for piece in hidden}
    for token in config["added_tokens"]:
        token["content"] = names.get(token["content"], token["content"])
    model = config["model"]
    if isinstance(model["vocab"], list):
        model["vocab"] = [[names.get(p, p), score] for p, score in model["vocab"]]
    else:
        model["vocab"] = {names.get(p, p): n for p, n in model["vocab"].items()}
    if "merges" in model:
        pairs = (m.split(" ") if isinstance(m, str) else m for m in model["merges"])
        model["merges"] = [
            [left, right]
            for left, right in pairs
            if hidden.isdisjoint((left, right, left + right))
        ]
    if model.get("unk_token") in names:
        model["unk_token"] = names[model["unk_token"]]

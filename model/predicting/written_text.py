"""Turn tokens into a text while they are written.

Lives here: the letters of each new token, and the tokens of the whole text. Not
here: the tokens of a text that somebody typed (``model/tokens.py``) and how one
tokenizer spells its pieces (``text/piece_style.py``).

A character may be several tokens (an emoji has four bytes): its letters come
with the token that completes it.
"""

import codecs
from dataclasses import replace
from typing import Any

from model.predicting.generation import GeneratedText
from model.text.frozen_tokenizer import FrozenTokenizer, frozen_copy
from model.text.vocabulary import read_entries
from model.tokens import Token, build_tokens

_UNFINISHED = "The last character is not finished: its bytes are left out of the text."


class WrittenText:
    """A prompt and the tokens written after it.

    Args:
        tokenizer: a fast tokenizer of transformers.
        prompt: as it was typed.
        splits_special: special tokens in the prompt were read as plain text.

    Invariants: the prompt, and what each ``add`` returned, joined, are the
        text; bytes that are no character are written as U+FFFD.
    """

    def __init__(self, tokenizer: Any, prompt: str, *, splits_special: bool) -> None:
        self._tokenizer = tokenizer
        self._prompt = prompt
        self._frozen = frozen_copy(tokenizer, splits_special=splits_special)
        self._encoded = self._frozen.encode(prompt, None)
        self._n_prompt = len(self._encoded.ids)
        self._bytes = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._text = prompt

    def add(self, token_id: int) -> str:
        """Write a token; return what the text has more."""
        raw = self._tokenizer.convert_ids_to_tokens(token_id) or ""
        added = self._bytes.decode(self._spelled(token_id, raw))
        start = len(self._text)
        self._text += added
        # A character that is begun is the next one, whoever completes it.
        end = len(self._text) + bool(self._pending)
        encoded = self._encoded
        encoded.ids.append(token_id)
        encoded.pieces.append(raw)
        encoded.spans.append((start, end))
        encoded.segments.append(0)
        encoded.type_ids.append(0)
        return added

    def written(self) -> GeneratedText:
        """Return what stands there, without a character that is unfinished."""
        again = self._frozen.encode(self._text, None)
        return GeneratedText(
            text=self._text,
            new_text=self._text[len(self._prompt) :],
            tokens=self._tokens(),
            is_retokenized_same=list(again.ids) == list(self._encoded.ids),
            warnings=(_UNFINISHED,) if self._pending else (),
        )

    @property
    def _pending(self) -> bytes:
        """The bytes of a character that is not finished."""
        return self._bytes.getstate()[0]

    def _spelled(self, token_id: int, raw: str) -> bytes:
        """Return the bytes of a token, the space before a word included."""
        frozen = self._frozen
        if token_id in frozen.special or token_id == frozen.unknown_id:
            return raw.encode()
        return _space_before(frozen, raw, self._encoded.pieces) + frozen.style.decode(
            raw
        )

    def _tokens(self) -> tuple[Token, ...]:
        size = len(self._text)
        encoded = replace(
            self._encoded,
            spans=[(min(s, size), min(e, size)) for s, e in self._encoded.spans],
        )
        places = range(len(encoded.ids))
        tokens = build_tokens(self._frozen, encoded, (self._text,), places)
        return tuple(
            self._shown(token) if token.index >= self._n_prompt else token
            for token in tokens
        )

    def _shown(self, token: Token) -> Token:
        """Show the bytes of a token whose character was left out."""
        if token.start is None or token.end is None or token.special:
            return token
        if token.start < token.end:
            return token
        return replace(token, text=read_entries(self._tokenizer, [token.id])[0].text)


def _space_before(frozen: FrozenTokenizer, raw: str, pieces: list[str]) -> bytes:
    """Return the space that a tokenizer leaves out between two words."""
    style = frozen.style
    begins_word = False
    if style.continuing_prefix:
        begins_word = not raw.startswith(style.continuing_prefix)
    elif style.word_suffix:
        begins_word = bool(pieces) and pieces[-1].endswith(style.word_suffix)
    return b" " if begins_word else b""

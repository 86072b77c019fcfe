"""Make tokens of words, with the errors and special tokens of a tokenizer."""

import re
import zlib
from dataclasses import replace

from model import (
    EmptyText,
    InvalidText,
    ModelDescription,
    Token,
    TokenizedText,
    TooManyTokens,
)

_PIECE = re.compile(r"\[(?:CLS|SEP|MASK)\]|\w+|[^\w\s]")
_SPECIAL = {"[CLS]": 101, "[SEP]": 102, "[MASK]": 103}


# What stands for words that start with this.
UNKNOWN_ID, _UNKNOWN = 100, "zz"


def fake_id(text: str) -> int:
    if text.lower().startswith(_UNKNOWN):
        return UNKNOWN_ID
    return _SPECIAL.get(text) or 1000 + zlib.crc32(text.lower().encode()) % 29000


def shown(text: str) -> str:
    """Show what a token is: an unknown word's tells nothing of the word."""
    return "[UNK]" if fake_id(text) == UNKNOWN_ID else text


def fake_pieces(text: str, first_index: int) -> list[Token]:
    """Make tokens of the words of one text, none of them special."""
    return [
        Token(
            index=first_index + number,
            id=fake_id(match[0]),
            text=shown(match[0]),
            raw=match[0].lower(),
            start=match.start(),
            end=match.end(),
            special=False,
            typed=False,
            word=number,
            segment=0,
            piece=None,
        )
        for number, match in enumerate(_PIECE.finditer(text))
    ]


def fake_tokenize(
    texts: list[str], description: ModelDescription, *, truncate: bool, splits: bool
) -> TokenizedText:
    adds = description.has_special_tokens
    tokens: list[Token] = [_added("[CLS]")] if adds else []
    n_words = 0
    for segment, text in enumerate(texts):
        for index, character in enumerate(text):
            if 0xD800 <= ord(character) <= 0xDFFF:
                raise InvalidText("A lone surrogate.", hint="Remove it.", actual=index)
        for match in _PIECE.finditer(text):
            special = match[0] in _SPECIAL and not splits
            tokens.append(
                Token(
                    index=0,
                    id=fake_id(match[0]),
                    text=shown(match[0]),
                    raw=match[0].lower(),
                    start=match.start(),
                    end=match.end(),
                    special=special,
                    typed=special,
                    word=None if special else n_words,
                    segment=segment,
                    piece=None,
                )
            )
            n_words += not special
        tokens += [_added("[SEP]")] if adds else []
    if n_words == 0 and not any(token.raw == "[mask]" for token in tokens):
        raise EmptyText("There is no token but special ones.", hint="Type a word.")
    limit = description.max_length or len(tokens)
    dropped = max(0, len(tokens) - limit)
    if dropped and not truncate:
        raise TooManyTokens(
            f"{len(tokens)} tokens; at most {limit}.",
            hint="Shorten the text.",
            limit=limit,
            actual=len(tokens),
        )
    kept = tokens[: limit - adds] + tokens[-1:] * adds if dropped else tokens
    segments = tuple(t.segment or 0 for t in kept) if description.takes_pair else ()
    numbered = tuple(replace(token, index=index) for index, token in enumerate(kept))
    return TokenizedText(numbered, segments, dropped, ())


def _added(text: str) -> Token:
    return Token(
        0, fake_id(text), text, text, None, None, True, False, None, None, None
    )

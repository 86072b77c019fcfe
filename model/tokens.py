"""Turn a text into the tokens a model is fed, and into what people read.

Lives here: ids, segments, special and unknown tokens. Not here: how a token is
read, words and limits (``text/``), and the model's forward, which takes the ids
(``huggingface.py``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from model.errors import UnsupportedByModel
from model.text.display_text import make_visible
from model.text.frozen_tokenizer import (
    EncodedText,
    FastTokenizer,
    FrozenTokenizer,
    frozen_copy,
)
from model.text.limits import check_unicode, count_tokens, kept_places, kept_sizes
from model.text.pieces import Piece, n_near, read_pieces
from model.text.warnings import warn_of_tokens
from model.text.words import number_words


@dataclass(frozen=True, slots=True)
class Token:
    """One position of the model's input.

    Attributes:
        index: position in the sequence, from 0.
        id: the number fed to the model.
        text: what a person reads; spaces, newlines and bytes made visible.
        raw: the tokenizer's own piece, such as ``##ing`` or ``Ġthe``.
        start, end: code-point offsets into the user's text (of its segment),
            without the spaces around it; None for a token that was added,
            and equal for a space that the tokenizer put before the text.
        special: a special token, added or typed. An unknown word ([UNK]) is
            not special: it is the user's, and keeps its place in the text.
        typed: a special token that stands in the user's own text.
        word: groups the pieces of one word; None for special tokens.
        segment: 0 for the text, 1 for its pair, None for neither.
        piece: "2/3" where one character is several tokens, else None.
    """

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
class TokenizedText:
    """The tokens of a text (and its pair), exactly as fed.

    Attributes:
        tokens: all of them, in order.
        segment_ids: what the model takes as ``token_type_ids``; empty where it
            takes none.
        dropped: how many tokens were cut off on request; 0 means none.
        warnings: sentences to show, such as "every word is unknown".
    """

    tokens: tuple[Token, ...]
    segment_ids: tuple[int, ...]
    dropped: int
    warnings: tuple[str, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids fed to the model."""
        return tuple(token.id for token in self.tokens)


def tokenize(
    tokenizer: FastTokenizer,
    text: str,
    text_pair: str | None = None,
    *,
    max_length: int,
    takes_pair: bool,
    truncate: bool = False,
    split_special_tokens: bool = False,
) -> TokenizedText:
    """Turn a text, or a pair of texts, into tokens.

    The ids are the tokenizer's own; the text is never trimmed. Cutting drops
    the ends of the texts, of the longer one first, and keeps the special
    tokens around them. Nothing is changed on the tokenizer, so any number of
    threads may share it.

    Args:
        tokenizer: a fast tokenizer of transformers.
        text, text_pair: as the person typed them.
        max_length: in tokens, special ones included.
        takes_pair: whether the model was made for pairs.
        truncate: cut to ``max_length`` instead of refusing.
        split_special_tokens: ``[SEP]`` in the text is five letters, not a
            special token.

    Raises: EmptyText, InvalidText, TooManyTokens, UnsupportedByModel.
    """
    if text_pair is not None and not takes_pair:
        raise UnsupportedByModel(
            "This model reads one text, not a pair.",
            hint="Leave the second text out, or choose an encoder.",
        )
    texts = (text,) if text_pair is None else (text, text_pair)
    check_unicode(texts)
    frozen = frozen_copy(tokenizer, splits_special=split_special_tokens)
    encoded = frozen.encode(text, text_pair)
    whole = count_tokens(encoded, len(texts))
    sizes = kept_sizes(whole, len(encoded.ids), max_length, truncate=truncate)
    places = kept_places(encoded, sizes)
    tokens = build_tokens(frozen, encoded, texts, places)
    types = tuple(encoded.type_ids[place] for place in places)
    return TokenizedText(
        tokens=tokens,
        segment_ids=types if frozen.has_segments else (),
        dropped=sum(whole) - sum(sizes),
        warnings=warn_of_tokens(frozen, texts, tokens, is_cut=whole != sizes),
    )


def build_tokens(
    frozen: FrozenTokenizer,
    encoded: EncodedText,
    texts: Sequence[str],
    places: Sequence[int],
) -> tuple[Token, ...]:
    """Build the tokens that stay; words are numbered through both texts."""
    kept = {place: index for index, place in enumerate(places)}
    tokens = {
        index: added_token(index, encoded.ids[place], frozen.spelling(encoded, place))
        for place, index in kept.items()
        if encoded.segments[place] is None
    }
    n_words = 0
    for segment, text in enumerate(texts):
        for token in read_segment(
            frozen, encoded, kept, text=text, segment=segment, first_word=n_words
        ):
            tokens[token.index] = token
            n_words = n_words if token.word is None else token.word + 1
    return tuple(tokens[index] for index in range(len(places)))


def read_segment(
    frozen: FrozenTokenizer,
    encoded: EncodedText,
    kept: Mapping[int, int],
    *,
    text: str,
    segment: int,
    first_word: int,
) -> list[Token]:
    """Build the tokens of one of the texts.

    ``kept`` maps places in what the tokenizer gave to places in the answer; a
    token without one was cut off.
    """
    places = [p for p, owner in enumerate(encoded.segments) if owner == segment]
    n_kept = sum(place in kept for place in places)
    places = places[: n_near([encoded.spans[place] for place in places], n_kept)]
    typed = [frozen.is_typed_special(encoded, place, text) for place in places]
    pieces = [
        _piece(frozen, encoded, place, special)
        for place, special in zip(places, typed, strict=True)
    ]
    readings = read_pieces(text, pieces, frozen.style, n_kept)
    spans = [
        None if special else (reading.start, reading.end)
        for reading, special in zip(readings, typed[:n_kept], strict=True)
    ]
    words = number_words(text, spans, first_word)
    return [
        Token(
            index=kept[places[i]],
            id=encoded.ids[places[i]],
            text=reading.text,
            raw=pieces[i].raw,
            start=reading.start,
            end=reading.end,
            special=typed[i],
            typed=typed[i],
            word=words[i],
            segment=segment,
            piece=reading.piece,
        )
        for i, reading in enumerate(readings)
    ]


def _piece(
    frozen: FrozenTokenizer, encoded: EncodedText, place: int, special: bool
) -> Piece:
    is_unknown = encoded.ids[place] == frozen.unknown_id
    spelling = frozen.spelling(encoded, place)
    return Piece(spelling, encoded.spans[place], special or is_unknown)


def added_token(index: int, token_id: int, raw: str) -> Token:
    """Build a token that nobody typed: one put around a text, or before it."""
    return Token(
        index=index,
        id=token_id,
        text=make_visible(raw),
        raw=raw,
        start=None,
        end=None,
        special=True,
        typed=False,
        word=None,
        segment=None,
        piece=None,
    )

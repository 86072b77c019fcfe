"""Spell targets: from a text to the decoder's input, and from ids to a text.

Lives here: the start tokens, the tokens after them, and what follows each. Not
here: the tokens of a source (``model/tokens.py``), the words for a whole
translation (``writing.py``).

The decoder is fed its start tokens, then the target without its end; what it
writes after each is the next of them, and at last the end. Some models (BART's
family) have learned to write one more token before the text, as their tokenizer
puts it there: it belongs to the target, and is no part of its text.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from model.errors import TooManyTokens
from model.text.frozen_tokenizer import EncodedText, FrozenTokenizer, frozen_copy
from model.text.limits import check_unicode
from model.text.vocabulary import read_entries
from model.text.warnings import warn_of_tokens
from model.text.words import number_words
from model.tokens import Token, TokenizedText, added_token, read_segment
from model.translation.records import TargetText


class TargetSpelling:
    """How one model's targets are spelled.

    Args:
        tokenizer: a fast tokenizer, of the targets.
        start_ids, end_id: as the model has them.
        max_length: the most tokens the decoder is fed, the start included.
        spell: writes a text from the ids after the start; None leaves it to
            the tokenizer.
    """

    def __init__(
        self,
        tokenizer: Any,
        start_ids: Sequence[int],
        end_id: int,
        max_length: int,
        spell: Callable[[Sequence[int]], str] | None = None,
    ) -> None:
        self._tokenizer = tokenizer
        self._start_ids = tuple(start_ids)
        self._end_id = end_id
        self._max_length = max_length
        self._spell = spell or self._decode
        self._lead = () if len(self._start_ids) > 1 else _lead(tokenizer)

    @property
    def most_new_tokens(self) -> int:
        """The most tokens that can be written, the end included."""
        return self._max_length - len(self._start_ids) + 1

    @property
    def unknown_id(self) -> int | None:
        """What stands for a word of a target that has no entry."""
        return frozen_copy(self._tokenizer, splits_special=False).unknown_id

    def entry(self, token_id: int) -> str:
        """Show a token that stands in no text."""
        return read_entries(self._tokenizer, [token_id])[0].text

    def forced(
        self, text: str, *, truncate: bool = False, split_special_tokens: bool = False
    ) -> TargetText:
        """Turn a text into what the decoder is fed to write it.

        The text may be empty: the model is fed its start, and ends at once.

        Raises: InvalidText; TooManyTokens, unless the text may be cut.
        """
        check_unicode((text,), ("target",))
        frozen = frozen_copy(self._tokenizer, splits_special=split_special_tokens)
        encoded = frozen.encode(text, None)
        n_tokens = encoded.segments.count(0)
        room = self._max_length - len(self._start_ids) - len(self._lead)
        n_fed = n_tokens
        if n_tokens > room:
            n_fed = self._cut(n_tokens, room, truncate=truncate)
        # The first that is cut off is what would come next.
        tokens = self._read(frozen, encoded, text, n_fed + 1, self._lead)
        is_cut = n_fed < n_tokens
        fed = tokens[:n_fed]
        return self._target(
            [*self._leading(self._lead), *fed],
            tokens[n_fed] if is_cut else None,
            text,
            is_forced=True,
            dropped=n_tokens - n_fed,
            warnings=warn_of_tokens(frozen, (text,), fed, is_cut=is_cut),
        )

    def written(self, ids: Sequence[int], *, is_finished: bool) -> TargetText:
        """Read a target that the model wrote.

        Args:
            ids: what it wrote, without start and end. Where the end is
                missing, the last was written but never fed.
        """
        text = self._spell(ids)
        lead = self._lead if tuple(ids[: len(self._lead)]) == self._lead else ()
        frozen = frozen_copy(self._tokenizer, splits_special=False)
        encoded = frozen.encode(text, None)
        places = zip(encoded.ids, encoded.segments, strict=True)
        if [i for i, segment in places if segment == 0] == list(ids[len(lead) :]):
            read = self._read(frozen, encoded, text, len(ids), lead)
            tokens = [*self._leading(lead), *read]
        else:
            tokens = self._found(frozen, text, ids)
        fed, following = (tokens, None) if is_finished else (tokens[:-1], tokens[-1])
        return self._target(fed, following, text, is_forced=False)

    def _cut(self, n_tokens: int, room: int, *, truncate: bool) -> int:
        if truncate and room >= 0:
            return room
        n_fed = n_tokens + self._max_length - room
        raise TooManyTokens(
            f"The target has {n_fed:,} tokens with its start, and this model writes "
            f"at most {self._max_length:,}.",
            hint="Shorten the target, or ask for it to be cut (truncate=true).",
            limit=self._max_length,
            actual=n_fed,
        )

    def _target(
        self,
        fed: Sequence[Token],
        following: Token | None,
        text: str,
        *,
        is_forced: bool,
        dropped: int = 0,
        warnings: tuple[str, ...] = (),
    ) -> TargetText:
        """Put the start before the tokens, and the end after them."""
        start = [self._added(i, token) for i, token in enumerate(self._start_ids)]
        tokens = (*start, *fed)
        last = following or self._added(len(tokens), self._end_id)
        return TargetText(
            tokenized=TokenizedText(tokens, (), dropped, warnings),
            next_tokens=(*tokens[1:], last),
            is_forced=is_forced,
            is_finished=following is None,
            text=text,
        )

    def _added(self, index: int, token_id: int) -> Token:
        entry = read_entries(self._tokenizer, [token_id])[0]
        return replace(added_token(index, token_id, entry.raw), text=entry.text)

    def _leading(self, lead: Sequence[int]) -> list[Token]:
        """Build what is written before the text."""
        first = len(self._start_ids)
        return [self._added(first + i, token) for i, token in enumerate(lead)]

    def _read(
        self,
        frozen: FrozenTokenizer,
        encoded: EncodedText,
        text: str,
        n_kept: int,
        lead: Sequence[int],
    ) -> list[Token]:
        """Read tokens of a text, without those that the tokenizer adds."""
        own = [p for p, segment in enumerate(encoded.segments) if segment == 0]
        if not own:
            return []
        first = len(self._start_ids) + len(lead)
        kept = {place: first + i for i, place in enumerate(own[:n_kept])}
        return read_segment(frozen, encoded, kept, text=text, segment=0, first_word=0)

    def _found(
        self, frozen: FrozenTokenizer, text: str, ids: Sequence[int]
    ) -> list[Token]:
        """Find tokens in a text that the tokenizer would divide up differently.

        A token that can't be found stands between its neighbours.
        """
        entries = read_entries(self._tokenizer, ids)
        spans: list[tuple[int, int]] = []
        folded = text.casefold()
        at, folded = 0, folded if len(folded) == len(text) else text
        for entry in entries:
            start = folded.find(entry.text.casefold(), at) if entry.text else -1
            stop = at if start < 0 else start + len(entry.text)
            spans.append((at if start < 0 else start, stop))
            at = stop
        special = [token in frozen.special for token in ids]
        words = number_words(
            text,
            [None if s else span for s, span in zip(special, spans, strict=True)],
            0,
        )
        first = len(self._start_ids)
        return [
            replace(
                added_token(first + i, ids[i], entries[i].raw),
                text=entries[i].text,
                start=None if special[i] else spans[i][0],
                end=None if special[i] else spans[i][1],
                special=special[i],
                word=words[i],
                segment=None if special[i] else 0,
            )
            for i in range(len(ids))
        ]

    def _decode(self, ids: Sequence[int]) -> str:
        text: str = self._tokenizer.decode(
            list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return text


def _lead(tokenizer: Any) -> tuple[int, ...]:
    """Find the token that a tokenizer puts before a text to begin it."""
    bos: int | None = getattr(tokenizer, "bos_token_id", None)
    encoded = frozen_copy(tokenizer, splits_special=False).encode("a", None)
    if bos is None or encoded.ids[:1] != [bos] or encoded.segments[0] is not None:
        return ()
    return (bos,)

"""Say which letters of the user's text a token stands for.

Lives here: putting right the offsets that tokenizers give. Not here: what is
shown for a token (``pieces.py``).
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby

from model.text.display_text import has_ink, is_mark

Span = tuple[int, int]


def repair_spans(
    text: str, spans: Sequence[Span], contents: Sequence[bytes | None]
) -> list[Span]:
    """Point each token at its own letters, without spaces around them.

    - Bytes of several characters that share one span get their own.
    - A space that the tokenizer put before the text stands for nothing in it:
      its span is empty. One that stands for a space keeps it.
    - Spaces at either edge of a token are left out, unless they are all.
    - Marks that the tokenizer dropped belong to the letter they stand on.

    Args:
        text: the user's text.
        spans: start and end of each token, in code points.
        contents: what each token stands for, in UTF-8; None where it is a
            special token or an unknown word.

    Invariants: none of the results leaves the span given, but for marks.
    """
    own = _spread_bytes(spans, contents)
    following = [*own[1:], (len(text), len(text))]
    trimmed: list[Span] = []
    reached = 0
    for span, content, after in zip(own, contents, following, strict=True):
        is_space = content is not None and not content.strip(b" ")
        if is_space and reached <= span[0]:
            trimmed.append(_leading_space(text, span, limit=after[0]))
        else:
            trimmed.append(_without_space(text, span))
        reached = trimmed[-1][1]
    return _with_marks(text, trimmed)


def follow_bytes(
    text: str, spans: Sequence[Span], contents: Sequence[bytes | None]
) -> list[Span]:
    """Find the bytes of each token in the text again.

    A vocabulary may lack some bytes (SmolLM2's lacks 21). They are left out,
    and not counted either, which moves the spans that follow. Only for
    tokenizers that change nothing before they cut.

    Invariants: the spans are returned as they are if one token's bytes are not
    in the text (such as a space put before it).
    """
    data = text.encode()
    letters = [place for place, letter in enumerate(text) for _ in letter.encode()]
    result: list[Span] = []
    reached = 0
    for span, content in zip(spans, contents, strict=True):
        if content is None:
            result.append(span)
            reached = bisect_left(letters, span[1])
            continue
        found = _find_bytes(data, content, reached)
        if found is None:
            return list(spans)
        start, reached = found
        result.append((letters[start], letters[reached - 1] + 1))
    return result


def _find_bytes(data: bytes, content: bytes, start: int) -> Span | None:
    """Find bytes that may have others, left out, between them."""
    if content and data.startswith(content, start):
        return start, start + len(content)
    places = []
    for byte in content:
        place = data.find(byte, start)
        if place < 0:
            return None
        places.append(place)
        start = place + 1
    return (places[0], start) if places else None


def count_left_out(text: str, spans: Sequence[Span], *, is_cut: bool) -> int:
    """Count the letters with ink that no token stands for.

    Spaces, marks, and what can't be seen don't count, nor does the end of a
    text that was cut.
    """
    reached = left_out = 0
    end = () if is_cut else ((len(text), len(text)),)
    for start, stop in (*spans, *end):
        gap = text[reached:start]
        left_out += sum(not is_mark(c) and has_ink(c) for c in gap)
        reached = max(reached, stop)
    return left_out


def _spread_bytes(
    spans: Sequence[Span], contents: Sequence[bytes | None]
) -> list[Span]:
    """Give bytes that share the span of several characters their own.

    Tokenizers that fuse unknown characters before falling back to bytes give
    each byte the span of all of them.
    """
    result: list[Span] = []
    numbered = enumerate(spans)
    for span, group in groupby(numbered, key=lambda item: item[1]):
        places = [index for index, _ in group]
        start, end = span
        shared = [contents[index] for index in places]
        letters = _decode(shared) if len(places) > 1 and end - start > 1 else ""
        if len(letters) != end - start or not all(c and len(c) == 1 for c in shared):
            result.extend(span for _ in places)
            continue
        for place, letter in enumerate(letters, start):
            result.extend((place, place + 1) for _ in letter.encode())
    return result


def _decode(contents: Sequence[bytes | None]) -> str:
    """Join bytes to text; nothing where they are not text."""
    try:
        return b"".join(content or b"" for content in contents).decode()
    except UnicodeDecodeError:
        return ""


def _leading_space(text: str, span: Span, limit: int) -> Span:
    """Return the spaces that a span begins with, and no other token has."""
    start, end = span
    stop = start
    while stop < min(end, limit) and text[stop].isspace():
        stop += 1
    return start, stop


def _without_space(text: str, span: Span) -> Span:
    """Leave out spaces at both edges, unless there is nothing else."""
    first, last = span
    while first < last and text[first].isspace():
        first += 1
    if first == last:
        return span
    while text[last - 1].isspace():
        last -= 1
    return first, last


def _with_marks(text: str, spans: Sequence[Span]) -> list[Span]:
    """Add the marks that follow a letter and that no token covers."""
    if text.isascii():
        return list(spans)
    result: list[Span] = []
    following = [start for start, _ in spans[1:]] + [len(text)]
    for (start, end), limit in zip(spans, following, strict=True):
        stop = end
        while start < end and stop < limit and is_mark(text[stop]):
            stop += 1
        result.append((start, stop))
    return result

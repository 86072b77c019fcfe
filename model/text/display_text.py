"""Make text readable where some of it can't be seen.

Lives here: symbols for spaces, control, zero-width and bidirectional
characters, and where one user-perceived character ends. Not here: what a
tokenizer's piece stands for (``piece_style.py``), nor how a page isolates a
right-to-left label (the page's own work).
"""

import regex

LONGEST_CHARACTER = 16
"""Code points; a longer cluster (stacked marks) is taken apart."""

_SYMBOLS = {"\n": "⏎", "\t": "⇥", "\r": "␍", "\x7f": "␡", "\xa0": "⍽"}
_SYMBOLS.update({chr(c): chr(0x2400 + c) for c in range(32) if c not in (9, 10, 13)})

# Prepended concatenation marks (PCM) are format characters, but have ink.
# U+2800 is a braille cell without dots; U+FFFD would pass for our own failure.
_UNSEEN = (
    r"[[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Zs}\p{DI}\p{NChar}\u2800\uFFFD]--[\ \p{PCM}]]"
)
# One emoji as people see it. Its joiners stay; tags only where they are a flag,
# and one variation selector, so that no text can hide in them.
_PICTURE = r"\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F])?"
_EMOJI = (
    r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{2,6}\U000E007F"
    rf"|[0-9\#*]\uFE0F?\u20E3|\p{{RI}}\p{{RI}}|{_PICTURE}(?:\u200D{_PICTURE})*"
)
_FLAGS = regex.V1 | regex.VERBOSE
_EMOJI_OR_UNSEEN = regex.compile(
    rf"(?P<emoji>{_EMOJI})|(?P<unseen>{_UNSEEN})", flags=_FLAGS
)
_ONE_EMOJI = regex.compile(_EMOJI, flags=_FLAGS)
_UNSEEN_OR_RUN = regex.compile(rf"{_UNSEEN}|(?:(?!{_UNSEEN}).)+", flags=_FLAGS)
_ONE_UNSEEN = regex.compile(_UNSEEN, flags=_FLAGS)
_CLUSTER = regex.compile(r"\X", flags=regex.V1)
_MARK = regex.compile(r"\p{M}", flags=regex.V1)
_INDICATORS = regex.compile(r"\p{RI}\p{RI}?", flags=regex.V1)


def is_mark(letter: str) -> bool:
    """Whether a letter is drawn on the one before it."""
    return _MARK.match(letter) is not None


def has_ink(letter: str) -> bool:
    """Whether a letter can be seen."""
    return not letter.isspace() and _ONE_UNSEEN.match(letter) is None


def make_visible(text: str) -> str:
    """Replace what can't be seen by a symbol or by its code point.

    Newline ⏎, tab ⇥, other controls their pictures (␀), a no-break space ⍽,
    everything else ``U+200B``; plain spaces stay. A joiner inside an emoji
    stays, and a mark that has nothing to stand on gets ◌.
    """
    if text.isascii() and text.isprintable():
        return text
    shown = _EMOJI_OR_UNSEEN.sub(_symbol, text)
    return "◌" + shown if is_mark(shown) else shown


def make_label(text: str) -> str:
    """Make a token's text visible, without the space that begins a word.

    Spaces that would be lost at an edge, or are all there is, become ␣.
    """
    if len(text) > 1 and text[0] == " " and not text.isspace():
        text = text[1:]
    body = text.strip(" ")
    before = len(text) - len(text.lstrip(" "))
    after = len(text) - before - len(body)
    return "␣" * before + make_visible(body) + "␣" * after


def pair_indicators(text: str) -> str:
    """Replace flags by signs of the same length that segment alike.

    Regional indicators pair up from the start of their run, and the search
    for that start makes long runs cost the square of their length. A sign
    with a mark on it has the same boundaries and needs no search.
    """
    return _INDICATORS.sub(lambda match: "§\u0308"[: len(match[0])], text)


def find_characters(text: str) -> list[int]:
    """Return where each character, as people count them, begins.

    A character is a grapheme cluster (an emoji family, a letter with its
    accents); what can't be seen stands alone unless it holds an emoji
    together. The end of the text is the last entry.

    Source: Unicode Standard Annex 29, extended grapheme clusters.
    """
    if text.isascii() and "\r" not in text:
        return list(range(len(text) + 1))
    starts: list[int] = []
    for match in _CLUSTER.finditer(pair_indicators(text)):
        start, end = match.span()
        if end - start == 1:
            starts.append(start)
        elif end - start > LONGEST_CHARACTER:
            starts.extend(range(start, end))
        elif _ONE_EMOJI.fullmatch(text, start, end):
            starts.append(start)
        else:
            runs = _UNSEEN_OR_RUN.finditer(text, start, end)
            starts.extend(run.start() for run in runs)
    return [*starts, len(text)]


def _symbol(match: "regex.Match[str]") -> str:
    """Return what stands for one emoji or one unseen character."""
    found: str = match[0]
    if match["emoji"] is not None:
        return found
    return _SYMBOLS.get(found, f"U+{ord(found):04X}")

"""Hold what an encoder-decoder was fed and what it wrote.

Lives here: the records, without PyTorch, so that the public door can name them
at once. Not here: how they come about (``search.py``).
"""

from dataclasses import dataclass

from model.tokens import Token, TokenizedText


@dataclass(frozen=True, slots=True)
class TargetText:
    """A target, as the decoder reads and writes it.

    Attributes:
        tokenized: the decoder's input, exactly as fed: the start tokens, then
            the target without its end.
        next_tokens: what follows each position, so one place further on; the
            last is the end, or what the model was about to write.
        is_forced: typed by a person, not written by the model.
        is_finished: the model wrote the end by itself; a forced one is.
        text: the target as a person reads it.
    """

    tokenized: TokenizedText
    next_tokens: tuple[Token, ...]
    is_forced: bool
    is_finished: bool
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A token that might be written, with its probability."""

    id: int
    text: str
    probability: float
    log_probability: float


@dataclass(frozen=True, slots=True)
class TranslationStep:
    """One token written: how likely it was, and what else might have been.

    Units: entropy in nats, over the whole vocabulary.
    """

    token: Token
    probability: float
    log_probability: float
    entropy_nats: float
    alternatives: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Beam:
    """One of the targets that a beam search kept to the end.

    Attributes:
        log_probability: of the whole target, its end included.
        score: what ranks it, log_probability / length ** length_penalty.
    """

    text: str
    tokens: tuple[Token, ...]
    log_probability: float
    score: float


@dataclass(frozen=True, slots=True)
class Translation:
    """A target, how it was written step by step, and what it missed.

    Attributes:
        unknown_words: tokens of the source that the model has no entry for.
        beams: best first; empty for greedy search.
    """

    source: TokenizedText
    target: TargetText
    steps: tuple[TranslationStep, ...]
    unknown_words: tuple[Token, ...]
    beams: tuple[Beam, ...]
    log_probability: float

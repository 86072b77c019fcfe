"""Write a text token by token, one step a call.

Lives here: the order of the steps, the random numbers and the end. Not here:
the forwards and what they keep (``cached_decoder.py``), the choice of a token
(``sampling.py``) and how tokens become a text (``written_text.py``).

Nothing is open between two steps: other work may run there.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from model.description import ModelDescription
from model.errors import NumberOutOfRange, TooManyTokens
from model.predicting.sampling import Choice, Sampling, choose
from model.tokens import Token, TokenizedText

# So many tokens of a prompt are read at once: others needn't wait for the rest.
PROMPT_SLICE = 256


@dataclass(frozen=True, slots=True)
class GenerationRules:
    """How to write.

    Attributes:
        max_new_tokens: the most that is written, the end included.
        seed: of the random numbers; the same seed writes the same text.
        n_alternatives: how many of the likeliest tokens each step lists.
        use_cache: read each position once; else all of them at each step.
        stops_at_end: stop at the model's own end token; else write it, too.
    """

    max_new_tokens: int = 32
    sampling: Sampling = field(default_factory=Sampling)
    seed: int = 0
    n_alternatives: int = 5
    use_cache: bool = True
    stops_at_end: bool = True


@dataclass(frozen=True, slots=True)
class GeneratedStep:
    """One token written.

    Attributes:
        index: of the step, from 0.
        text: what it adds to the text: nothing while a character is unfinished,
            and at the end token.
        is_end: it is the model's end token, and the writing stops.
        n_computed: positions that were read for it.
        n_reused: positions whose keys and values were kept from before.
    """

    index: int
    choice: Choice
    text: str
    is_end: bool
    n_computed: int
    n_reused: int


@dataclass(frozen=True, slots=True)
class GeneratedText:
    """What was written.

    Attributes:
        text: the prompt and what came after it.
        new_text: what came after it.
        tokens: of both together, as the model had them; no end token.
        is_retokenized_same: the text alone is cut into these tokens again.
        warnings: sentences to show.
    """

    text: str
    new_text: str
    tokens: tuple[Token, ...]
    is_retokenized_same: bool
    warnings: tuple[str, ...]


class Decoder(Protocol):
    """A model that says which token may come next."""

    @property
    def is_cached(self) -> bool:
        """Whether what has been read needn't be read again."""

    @property
    def n_read(self) -> int:
        """How many positions it has read."""

    def read(
        self, ids: Sequence[int], is_cancelled: Callable[[], bool]
    ) -> NDArray[Any]:
        """Read on, and return the logits of the token that follows.

        Shapes: returns (vocabulary,).
        Raises: Cancelled.
        """


class Writer(Protocol):
    """Spell tokens, one after another."""

    def add(self, token_id: int) -> str:
        """Write a token; return what the text has more."""

    def written(self) -> GeneratedText:
        """Return what stands there."""


class Generation:
    """A text under way.

    Attributes:
        prompt: the tokens it starts from.
        is_done: nothing more is written.
        stop: why.

    A step that raises leaves it unusable.
    """

    def __init__(
        self,
        prompt: TokenizedText,
        decoder: Decoder,
        writer: Writer,
        rules: GenerationRules,
        end_ids: Collection[int],
    ) -> None:
        self.prompt = prompt
        self.is_done = False
        self.stop: Literal["end", "max_new_tokens"] = "max_new_tokens"
        self._decoder = decoder
        self._writer = writer
        self._rules = rules
        self._end_ids = end_ids if rules.stops_at_end else ()
        self._unread = list(prompt.ids)
        self._n_computed = 0
        self._n_steps = 0
        self._random = np.random.default_rng(rules.seed)

    def step(self, is_cancelled: Callable[[], bool]) -> GeneratedStep | None:
        """Write the next token; None where only more of the prompt was read.

        Raises: Cancelled between two layers; NotFinite where the model's own
            numbers overflow.
        """
        assert not self.is_done
        decoder = self._decoder
        n_kept = decoder.n_read if decoder.is_cached else 0
        size = PROMPT_SLICE if decoder.is_cached else len(self._unread)
        fed, self._unread = self._unread[:size], self._unread[size:]
        logits = decoder.read(fed, is_cancelled)
        self._n_computed += decoder.n_read - n_kept
        if self._unread:
            return None
        choice = choose(
            logits,
            self._rules.sampling,
            draw=self._random.random(),
            n_alternatives=self._rules.n_alternatives,
        )
        return self._write(choice)

    def written(self) -> GeneratedText:
        """Return the text as it stands."""
        return self._writer.written()

    def _write(self, choice: Choice) -> GeneratedStep:
        token_id = choice.chosen.id
        is_end = token_id in self._end_ids
        step = GeneratedStep(
            index=self._n_steps,
            choice=choice,
            text="" if is_end else self._writer.add(token_id),
            is_end=is_end,
            n_computed=self._n_computed,
            n_reused=self._decoder.n_read - self._n_computed,
        )
        self._unread, self._n_computed = [token_id], 0
        self._n_steps += 1
        if is_end:
            self.stop = "end"
        self.is_done = is_end or self._n_steps == self._rules.max_new_tokens
        return step


def check_rules(
    rules: GenerationRules, n_prompt: int, description: ModelDescription
) -> None:
    """Refuse, before anything is read, what can't be written.

    Raises: TooManyTokens, NumberOutOfRange.
    """
    n_tokens, most = n_prompt + rules.max_new_tokens, description.max_length
    if most is not None and n_tokens > most:
        raise TooManyTokens(
            f"The text has {n_prompt:,} tokens; with {rules.max_new_tokens:,} new ones "
            f"there are {n_tokens:,}, and this model takes at most {most:,}.",
            hint="Shorten the text, or ask for fewer new tokens.",
            limit=most,
            actual=n_tokens,
        )
    top_k, most = rules.sampling.top_k, description.vocab_size
    if top_k is not None and most is not None and top_k > most:
        raise NumberOutOfRange(
            f"top_k is {top_k:,}; the vocabulary of this model has {most:,} tokens.",
            hint="Choose a smaller top_k, or leave it out.",
            limit=most,
            actual=top_k,
        )

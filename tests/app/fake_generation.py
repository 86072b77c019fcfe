"""Stand in for a decoder that goes on with a text: each step takes a forward.

Greedy always writes the same after a word, so a test can work it out: the
logits are those of ``fake_logits``, which looks at the last token only.
"""

from collections.abc import Callable, Sequence
from typing import Any

from model import (
    GeneratedText,
    Generation,
    GenerationRules,
    ModelDescription,
    Token,
    TokenizedText,
    UnsupportedByModel,
)
from model.predicting.generation import check_rules
from tests.app.fake_numbers import fake_logits

END_ID = 39


class FakeDecoder:
    """Read on; a forward a step."""

    def __init__(
        self, forward: Callable[[Callable[[], bool]], None], *, is_cached: bool
    ) -> None:
        self.is_cached = is_cached
        self._forward = forward
        self._ids: list[int] = []

    @property
    def n_read(self) -> int:
        return len(self._ids)

    def read(self, ids: Sequence[int], is_cancelled: Callable[[], bool]) -> Any:
        self._forward(is_cancelled)
        self._ids.extend(ids)
        return fake_logits(tuple(self._ids))


class FakeWriter:
    """Spell a token by its number."""

    def __init__(self, text: str, prompt: TokenizedText) -> None:
        self._prompt = text
        self._text = text
        self._tokens = list(prompt.tokens)

    def add(self, token_id: int) -> str:
        word = f"word{token_id}"
        start = len(self._text) + 1
        self._text += f" {word}"
        end, index = len(self._text), len(self._tokens)
        self._tokens.append(
            Token(
                index=index,
                id=token_id,
                text=word,
                raw=f"Ġ{word}",
                start=start,
                end=end,
                special=False,
                typed=False,
                word=index,
                segment=0,
                piece=None,
            )
        )
        return f" {word}"

    def written(self) -> GeneratedText:
        new_text = self._text[len(self._prompt) :]
        return GeneratedText(
            self._text,
            new_text,
            tuple(self._tokens),
            is_retokenized_same=True,
            warnings=(),
        )


class FakeGenerator:
    """Go on with a text, as a loaded decoder does."""

    description: ModelDescription
    is_causal: bool
    tokenize: Any
    _forward: Any

    def generation(
        self, text: str, rules: GenerationRules, *, split_special_tokens: bool = False
    ) -> Generation:
        if not self.is_causal:
            raise UnsupportedByModel("It predicts nothing.", hint="Ask a decoder.")
        prompt = self.tokenize(text, split_special_tokens=split_special_tokens)
        check_rules(rules, len(prompt.tokens), self.description)
        decoder = FakeDecoder(self._forward, is_cached=rules.use_cache)
        return Generation(prompt, decoder, FakeWriter(text, prompt), rules, {END_ID})

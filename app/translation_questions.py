"""Ask a model that writes one text from another what it writes, and why.

Lives here: the questions about a translation, its tensors, and what each head
does to the choice between two words. Not here: attention (``answering.py``), the
questions about one text (``questions.py``), and all computing (the model side).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.captures import CaptureCache, forward_key
from app.model_thread import IsCancelled
from app.questions import TextQuestion
from app.targets import UnknownWord, unknown_words
from app.text_input import tokens_of
from model import ModelDescription, TokenizedText, Translation

if TYPE_CHECKING:
    # These bring PyTorch with them, which only the loading thread imports.
    from model import LoadedModel

# A token or an alternative takes so many bytes, about.
_BYTES_AN_ENTRY = 400


@dataclass(frozen=True, slots=True)
class KeptTranslation:
    """What was written for a source of these ids, and its size."""

    translation: Translation

    @property
    def nbytes(self) -> int:
        """Bytes held, about."""
        found = self.translation
        n_entries = len(found.source.tokens) + sum(
            1 + len(step.alternatives) for step in found.steps
        )
        n_entries += sum(len(beam.tokens) for beam in found.beams)
        return _BYTES_AN_ENTRY * n_entries


@dataclass(frozen=True, slots=True)
class TranslationAnswer:
    """What was written for a text, by which model.

    The text's own tokens are beside it: what is kept may have been written for
    another text of the same ids, such as one with other capitals.
    """

    description: ModelDescription
    tokenized: TokenizedText
    unknown_words: tuple[UnknownWord, ...]
    translation: Translation


@dataclass(frozen=True, slots=True)
class TranslationQuestion(TextQuestion):
    """What does the model write, and how sure is it of each token?"""

    max_new_tokens: int | None = None
    n_beams: int = 1
    length_penalty: float = 1.0
    top_k: int = 5

    def answer(
        self, loaded: LoadedModel, captures: CaptureCache, is_cancelled: IsCancelled
    ) -> TranslationAnswer:
        """Let the model write, unless it wrote the same before.

        Raises:
            NumberOutOfRange: more tokens than the model takes.
            UnsupportedByModel: it writes no target.
        """
        tokenized = tokens_of(loaded, self.input, captures)

        def write() -> KeptTranslation:
            return KeptTranslation(
                loaded.translate(
                    tokenized,
                    max_new_tokens=self.max_new_tokens,
                    n_beams=self.n_beams,
                    length_penalty=self.length_penalty,
                    n_alternatives=self.top_k,
                    is_cancelled=is_cancelled,
                )
            )

        wanted = (self.max_new_tokens, self.n_beams, self.length_penalty, self.top_k)
        key = forward_key("translation", loaded, tokenized, *wanted)
        return TranslationAnswer(
            loaded.description,
            tokenized,
            unknown_words(loaded, self.input, tokenized),
            captures.find_or_make(key, write).translation,
        )

"""Answer for models that read one text and write none.

Lives here: the questions about a target, each refused. Not here: the answers
of the models that have one (``encoder_decoder.py``).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from model.capture import Capture
from model.description import ModelDescription
from model.errors import UnsupportedByModel
from model.recording import never
from model.tokens import Token, TokenizedText
from model.translation.records import TargetText, Translation

if TYPE_CHECKING:
    from model.translation.head_effects import HeadEffects
    from model.translation.tensors import TensorTable


class NoTarget:
    """What a model answers that writes no target from a source."""

    description: ModelDescription

    def tokenize_target(
        self,
        text: str,
        *,
        truncate: bool = False,
        split_special_tokens: bool = False,
    ) -> TargetText:
        """Turn a text into what the decoder is fed to write it.

        ``""`` is a target too: the model is fed its start, and ends at once.

        Raises: InvalidText, TooManyTokens; UnsupportedByModel where the model
            writes no target.
        """
        self._refuse()

    def generate(
        self,
        tokenized: TokenizedText,
        *,
        max_new_tokens: int | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> tuple[TargetText, Capture]:
        """Write a target greedily, and return all attention of all steps.

        What each step attended with is put together: the capture is that of
        one forward over the whole target.

        Raises: Cancelled between two layers; NumberOutOfRange for more tokens
            than the model takes; UnsupportedByModel where it writes none.
        """
        self._refuse()

    def translate(
        self,
        tokenized: TokenizedText,
        *,
        max_new_tokens: int | None = None,
        n_beams: int = 1,
        length_penalty: float = 1.0,
        n_alternatives: int = 5,
        is_cancelled: Callable[[], bool] = never,
    ) -> Translation:
        """Write a target, and say how likely each of its tokens was.

        Raises: as ``generate``.
        """
        self._refuse()

    def head_effects(
        self,
        tokenized: TokenizedText,
        target: TargetText,
        *,
        place: int,
        token_id: int,
        other_id: int,
        is_cancelled: Callable[[], bool] = never,
    ) -> "HeadEffects":
        """Measure what each head does to the choice between two tokens.

        Raises: UnsupportedByModel where heads can't be switched off; Cancelled.
        """
        self._refuse()

    def tensors(
        self,
        tokenized: TokenizedText,
        target: TargetText,
    ) -> "TensorTable":
        """Compute every tensor between the two texts and the logits.

        Raises: UnsupportedByModel where the model isn't one of the lessons'.
        """
        self._refuse()

    def unknown_words(
        self,
        tokenized: TokenizedText,
        target: TargetText | None = None,
    ) -> tuple[Token, ...]:
        """List the words without an entry: of the source, of a typed target."""
        return ()

    def _refuse(self) -> NoReturn:
        has_encoder_only = self.description.family == "encoder-decoder"
        raise UnsupportedByModel(
            f"Of {self.description.id} the encoder alone is read: it computes its "
            "attention in its own way."
            if has_encoder_only
            else f"{self.description.id} reads one text; it writes no target from it.",
            hint="Choose a model whose objectives name translation.",
        )

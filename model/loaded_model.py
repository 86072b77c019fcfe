"""Be one model in memory: the door from a text to its numbers.

Lives here: the attention of a loaded model that reads one text, one forward at
a time. Not here: its predictions (``loaded_predictor.py``), models that also
write a text (``encoder_decoder.py``), the loading (``huggingface.py``) and the
making of the numbers.
"""

from collections.abc import Callable

from model.adapters.description import AdapterUse
from model.attention_reading import AttentionReading
from model.capture import Capture, capture_operands
from model.eager import capture_weights
from model.loaded_tuner import LoadedTuner
from model.mask_specification import MaskSpecification
from model.no_target import NoTarget
from model.reading import read_attention
from model.recording import never
from model.selection import ResolvedSelection, Selection, resolve
from model.tokens import TokenizedText
from model.translation.records import TargetText


class LoadedModel(LoadedTuner, NoTarget):
    """A model in memory."""

    def resolve(
        self,
        selection: Selection,
        tokenized: TokenizedText,
        target: TargetText | None = None,
    ) -> ResolvedSelection:
        """Check a selection before any tensor is built.

        Raises: SelectionError; UnsupportedByModel for a part that the model
            doesn't have, or that can't be read without a target.
        """
        if target is not None:
            self._refuse()
        return resolve(selection, self.description, tokenized)

    def run(
        self,
        tokenized: TokenizedText,
        *,
        target: TargetText | None = None,
        mask: MaskSpecification | None = None,
        adapter: AdapterUse | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> Capture:
        """Run the model once and return the attention of every layer.

        With a target, a model that writes one reads both texts. A mask
        replaces the model's own in every layer. Without an adapter it is the
        base model that runs.

        Raises: Cancelled between two layers; ShapeMismatch, MaskError and
            NumberOutOfRange for a mask that doesn't fit the text;
            UnsupportedByModel for one that can't be put in, or a target that
            can't be read; UnknownAdapter, and NumberOutOfRange for how the
            adapter is used.
        """
        if target is not None:
            self._refuse()
        inputs = self._inputs(tokenized)
        cells = self._cells(mask, tokenized)
        with self.adapters.acting(adapter):
            if self.description.capture == "eager":
                is_causal = self.description.family == "decoder"
                return capture_weights(self.network, inputs, is_causal=is_causal)[0]
            return capture_operands(
                self.network, inputs, mask=cells, is_cancelled=is_cancelled
            )[0]

    def read(
        self,
        capture: Capture,
        resolved: ResolvedSelection,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> AttentionReading:
        """Compute the numbers that a selection asks for.

        Raises: Cancelled between two blocks of rows.
        """
        return read_attention(capture, resolved, is_cancelled=is_cancelled)

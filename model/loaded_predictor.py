"""Be a network in memory that says which word was hidden, and what follows.

Lives here: masked words, next sentences and what they draw on, with the
network's own heads or an adapter's; and the adapters themselves. Not here: the
next token (``loaded_writer.py``), the heads (``adapters/heads.py``) and the
counting (``predicting/``).
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from model.adapters.description import AdapterUse
from model.adapters.heads import Heads
from model.adapters.loaded_adapter import LoadedAdapter
from model.adapters.merging import Merging, compare_merging
from model.checks import check_range
from model.conditions import build_mask, close_each, conditions, reachable
from model.errors import NoPair, UnsupportedByModel
from model.loaded_writer import LoadedWriter
from model.mask_specification import MaskSpecification
from model.predicting.influences import (
    Influences,
    check_measurable,
    measure_influences,
)
from model.predicting.masked_words import MaskedWord, likeliest_words, mask_positions
from model.recording import never
from model.tokens import TokenizedText

_FILL_MASK, _NEXT_SENTENCE = "fill-mask", "next-sentence"
_PREDICTS = {
    _FILL_MASK: "predicts no masked word",
    _NEXT_SENTENCE: "does not say whether a text follows another",
}
_MASK_NOTHING = MaskSpecification(kind="none")
# As many as fill two cores; more would only keep others waiting longer.
TEXTS_AT_ONCE = 16


class LoadedPredictor(LoadedWriter):
    """A network in memory, with what its heads predict.

    Without ``adapter`` a prediction is made by the network's own head, or else
    with the adapter whose head makes it, as trained; at scale 0 that head reads
    the states of the base model.
    """

    @property
    def mask_id(self) -> int | None:
        """The id of the token that stands for a hidden one; None without."""
        found: int | None = self.tokenizer.mask_token_id
        return found

    def adapter(self, adapter_id: str) -> LoadedAdapter:
        """Return an adapter of the network. Raises: UnknownAdapter."""
        return self.adapters.find(adapter_id)

    def adapter_for(
        self, objective: str, adapter: AdapterUse | None = None
    ) -> AdapterUse | None:
        """Return the adapter that a prediction is made with; None for none.

        Raises: UnknownAdapter; NumberOutOfRange for its scale or rank;
            UnsupportedByModel where there is no head for it.
        """
        return self._head_of(objective, adapter)[1]

    def mask_positions(self, tokenized: TokenizedText) -> tuple[int, ...]:
        """Find the masks of a text, in order. Raises: NoMask."""
        return mask_positions(
            tokenized,
            mask_id=self.tokenizer.mask_token_id,
            mask_token=self.description.mask_token,
        )

    def masked_logits(
        self,
        tokenized: TokenizedText,
        positions: Sequence[int],
        *,
        adapter: AdapterUse | None = None,
        mask: MaskSpecification | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> NDArray[np.float32]:
        """Compute the logits of every word at some positions.

        Shapes: returns (position, vocabulary).
        Raises: as ``adapter_for`` and ``run``.
        """
        heads, use = self._head_of(_FILL_MASK, adapter)
        with self._conditions(tokenized, mask, adapter=use, is_cancelled=is_cancelled):
            logits = self._word_logits(heads, tokenized, positions)
        words: NDArray[np.float32] = logits[0]
        return words

    def masked_words(
        self,
        tokenized: TokenizedText,
        *,
        top_k: int,
        adapter: AdapterUse | None = None,
        mask: MaskSpecification | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> tuple[MaskedWord, ...]:
        """Predict the word at each mask of the text, in order.

        Raises: NoMask where nothing is masked; as ``masked_logits``.
        """
        self._head_of(_FILL_MASK, adapter)
        positions = self.mask_positions(tokenized)
        logits = self.masked_logits(
            tokenized, positions, adapter=adapter, mask=mask, is_cancelled=is_cancelled
        )
        return likeliest_words(logits, positions, top_k=top_k)

    def next_sentence(
        self,
        tokenized: TokenizedText,
        *,
        adapter: AdapterUse | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> float:
        """Say how likely it is that the second text follows the first.

        Raises: NoPair where there is one text; as ``masked_logits``.
        """
        heads, use = self._head_of(_NEXT_SENTENCE, adapter)
        if not any(token.segment == 1 for token in tokenized.tokens):
            raise NoPair(
                "Whether a second text follows needs a second text.",
                hint="Give it as text_pair.",
            )
        with self._conditions(tokenized, None, adapter=use, is_cancelled=is_cancelled):
            logits = heads.next_sentence_logits(self.network, self._inputs(tokenized))
        return float(logits.double().softmax(dim=-1)[0])

    def influences_on(
        self,
        tokenized: TokenizedText,
        positions: Sequence[int],
        *,
        adapter: AdapterUse | None = None,
        mask: MaskSpecification | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> tuple[Influences, ...]:
        """Measure what each other token does to the word at each position.

        The text is read once more without each token, however many positions:
        every query of every layer is forbidden to look at it, on top of the mask
        that is given, or else the model's own. A token that a position can't hear
        of, through any layer, changes nothing there.

        Raises: NumberOutOfRange for more tokens than are measured or a
            position outside of them; as ``masked_logits``.
        """
        n_tokens = len(tokenized.tokens)
        check_measurable(n_tokens, positions)
        heads, use = self._head_of(_FILL_MASK, adapter)
        allowed = build_mask(mask or _MASK_NOTHING, self.description, n_tokens)
        with self._conditions(tokenized, mask, adapter=use, is_cancelled=is_cancelled):
            logits = self._word_logits(heads, tokenized, positions)
        # One entry a token, each (position, vocabulary).
        without = logits.repeat(n_tokens, axis=0)
        heard = reachable(allowed)[list(positions)].numpy()
        every = np.flatnonzero(heard.any(axis=0)).tolist()
        for start in range(0, len(every), TEXTS_AT_ONCE):
            others = every[start : start + TEXTS_AT_ONCE]
            cells = close_each(allowed, others).to(self.device)
            closed = conditions(
                self.network, cells, narrows=mask is None, is_cancelled=is_cancelled
            )
            with self.adapters.acting(use), closed:
                said = self._word_logits(
                    heads, tokenized, positions, n_texts=len(others)
                )
            without[others] = np.where(heard[:, others].T[..., None], said, logits)
        return tuple(
            measure_influences(
                position,
                others := [other for other in range(n_tokens) if other != position],
                logits[0, row],
                without[others, row],
            )
            for row, position in enumerate(positions)
        )

    def merging(
        self,
        tokenized: TokenizedText,
        use: AdapterUse,
        *,
        runs: int = 5,
        is_cancelled: Callable[[], bool] = never,
    ) -> Merging:
        """Compare an adapter beside the weights with one added to them.

        Raises: UnknownAdapter; NumberOutOfRange; Cancelled.
        """
        check_range("runs", runs, 1)
        update = self.adapter(use.id).update_for(use)
        return compare_merging(
            self.network,
            self._inputs(tokenized),
            update,
            runs=runs,
            is_cancelled=is_cancelled,
        )

    def _word_logits(
        self,
        heads: Heads,
        tokenized: TokenizedText,
        positions: Sequence[int],
        *,
        n_texts: int = 1,
    ) -> NDArray[np.float32]:
        """Compute the logits of a text; of several, where each has its own mask."""
        inputs = {
            name: each.expand(n_texts, -1) if isinstance(each, Tensor) else each
            for name, each in self._inputs(tokenized).items()
        }
        logits = heads.word_logits(self.network, inputs, positions)
        words: NDArray[np.float32] = logits.float().cpu().numpy()
        return words

    def _head_of(
        self, objective: str, adapter: AdapterUse | None
    ) -> tuple[Heads, AdapterUse | None]:
        """Find the head of a prediction, and the adapter it is made with."""
        use = adapter or self.description.default_adapter(objective)
        heads = self.heads
        if use is not None:
            found = self.adapter(use.id)
            found.description.check(use)
            # An adapter without heads leaves the reading to the network's own.
            heads = found.heads or heads
        if heads is None or objective not in heads.objectives:
            raise UnsupportedByModel(
                f"{self.description.id} {_PREDICTS[objective]}"
                + (f" with the adapter {use.id}." if use else "."),
                hint=f"Choose a model whose objectives name {objective}.",
            )
        return heads, use

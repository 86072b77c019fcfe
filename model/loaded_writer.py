"""Be a network in memory that says what comes next.

Lives here: the next token, and going on with a text. Not here: how a token is
chosen and a text goes on (``predicting/``), and masked words
(``loaded_predictor.py``).
"""

from collections.abc import Callable
from inspect import signature

import numpy as np
from numpy.typing import NDArray
from torch import nn

from model.errors import UnsupportedByModel
from model.loaded_network import LoadedNetwork
from model.mask_specification import MaskSpecification
from model.predicting.cached_decoder import CachedDecoder, end_ids_of
from model.predicting.generation import Generation, GenerationRules, check_rules
from model.predicting.written_text import WrittenText
from model.recording import never
from model.tokens import TokenizedText


class LoadedWriter(LoadedNetwork):
    """A network in memory, with what its head says comes next."""

    def next_logits(
        self,
        tokenized: TokenizedText,
        *,
        mask: MaskSpecification | None = None,
        is_cancelled: Callable[[], bool] = never,
    ) -> NDArray[np.float32]:
        """Compute the logits of the token that comes after the text.

        Shapes: returns (vocabulary,).
        Raises: UnsupportedByModel where no head predicts it; as ``run``.
        """
        model = self._predictor()
        inputs = self._inputs(tokenized)
        if "logits_to_keep" in signature(model.forward).parameters:
            inputs["logits_to_keep"] = 1
        with self._conditions(tokenized, mask, is_cancelled=is_cancelled):
            output = model(**inputs)
        logits: NDArray[np.float32] = output.logits[0, -1].float().cpu().numpy()
        return logits

    def generation(
        self, text: str, rules: GenerationRules, *, split_special_tokens: bool = False
    ) -> Generation:
        """Begin to go on with a text; each step is then a call of its own.

        Raises: UnsupportedByModel where no head predicts the next token;
            TooManyTokens, NumberOutOfRange where the rules don't fit the model;
            as ``tokenize``.
        """
        model = self._predictor()
        prompt = self.tokenize(text, split_special_tokens=split_special_tokens)
        check_rules(rules, len(prompt.tokens), self.description)
        return Generation(
            prompt,
            CachedDecoder(model, self.device, use_cache=rules.use_cache),
            WrittenText(self.tokenizer, text, splits_special=split_special_tokens),
            rules,
            end_ids_of(model),
        )

    def _predictor(self) -> nn.Module:
        """Return the model with the head that predicts the next token.

        Raises: UnsupportedByModel where the checkpoint has none.
        """
        if self.language_model is None:
            raise UnsupportedByModel(
                f"{self.description.id} predicts no next token.",
                hint="Choose a decoder whose checkpoint has its prediction head.",
            )
        return self.language_model

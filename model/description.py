"""Describe a model without loading it.

Lives here: the card of one catalogue entry. Not here: how the catalogue finds
its entries (``registry.py``) or loads them (``huggingface.py``).
"""

from dataclasses import dataclass
from typing import Literal

Family = Literal["encoder", "decoder", "encoder-decoder", "rnn"]
State = Literal["available", "loading", "loaded", "unavailable"]


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """One entry of the catalogue.

    Attributes:
        id: what a request names.
        revision: changes whenever the weights or the tokenizer change.
        positions: ``learned``, ``rotary``, ``sinusoidal``, ``alibi``,
            ``relative`` or ``none``.
        max_length: in tokens, special ones included.
        capture: ``operands`` (query and key kept) or ``eager`` (the whole
            weights, for models that bypass the attention interface).
        state: where it stands; ``reason`` says why it is unavailable.
        device, dtype: None until loaded.

    Counts are None where an unavailable entry can't tell them.
    """

    id: str
    title: str
    family: Family | None
    n_layers: int | None
    n_heads: int | None
    n_key_value_heads: int | None
    head_dim: int | None
    d_model: int | None
    max_length: int | None
    vocab_size: int | None
    positions: str | None
    objectives: tuple[str, ...]
    capture: Literal["operands", "eager"] | None
    takes_pair: bool
    has_special_tokens: bool
    source: str
    license: str
    notice: str
    revision: str
    state: State = "available"
    reason: str | None = None
    device: str | None = None
    dtype: str | None = None

    @property
    def available(self) -> bool:
        """Whether a request may name it."""
        return self.state != "unavailable"

    @property
    def loaded(self) -> bool:
        """Whether it is in memory."""
        return self.state == "loaded"

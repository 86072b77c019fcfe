"""Describe a model without loading it.

Lives here: the card of one catalogue entry. Not here: how the catalogue finds
its entries (``registry.py``) or loads them (``huggingface.py``).
"""

from dataclasses import dataclass
from typing import Literal

from model.adapters.description import AdapterDescription, AdapterUse

Family = Literal["encoder", "decoder", "encoder-decoder", "rnn"]
Part = Literal["encoder", "decoder", "cross", "joint"]
State = Literal["available", "loading", "loaded", "unavailable"]
# The part that a model's own counts of layers and heads speak of.
_OWN_PARTS: dict[Family, Part] = {
    "encoder": "encoder",
    "decoder": "decoder",
    "encoder-decoder": "encoder",
}


@dataclass(frozen=True, slots=True)
class PartShape:
    """How many layers and heads one part of a model's attention has.

    ``cross`` looks from the target at the source; ``joint`` holds encoder,
    cross and decoder in one matrix.
    """

    part: Part
    n_layers: int
    n_heads: int


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
        more_parts: what can be read beside the own part, which is the encoder
            of an encoder-decoder; a recurrent model has no own part.
        adapters: what can be added to it, in the order of the catalogue.
        mask_token: how a person types a hidden word; None where the tokenizer
            has no mask.

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
    more_parts: tuple[PartShape, ...] = ()
    adapters: tuple[AdapterDescription, ...] = ()
    mask_token: str | None = None

    def default_adapter(self, objective: str) -> AdapterUse | None:
        """Return the adapter that serves an objective when none is named.

        None where the model's own checkpoint serves it, or nothing does.
        """
        for adapter in self.adapters:
            if objective in adapter.default_for:
                return AdapterUse(adapter.id)
        return None

    @property
    def own_objectives(self) -> tuple[str, ...]:
        """What the model's own checkpoint serves, without an adapter."""
        return tuple(o for o in self.objectives if self.default_adapter(o) is None)

    @property
    def parts(self) -> tuple[PartShape, ...]:
        """Every part of its attention that can be read."""
        own = _OWN_PARTS.get(self.family) if self.family else None
        if own is None or self.n_layers is None or self.n_heads is None:
            return self.more_parts
        return (PartShape(own, self.n_layers, self.n_heads), *self.more_parts)

    @property
    def available(self) -> bool:
        """Whether a request may name it."""
        return self.state != "unavailable"

    @property
    def loaded(self) -> bool:
        """Whether it is in memory."""
        return self.state == "loaded"

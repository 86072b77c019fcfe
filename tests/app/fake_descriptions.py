"""Describe two models that don't exist."""

from dataclasses import replace

from model import ModelDescription

ENCODER = ModelDescription(
    id="fake-encoder",
    title="A fake encoder",
    family="encoder",
    n_layers=2,
    n_heads=3,
    n_key_value_heads=3,
    head_dim=4,
    d_model=12,
    max_length=512,
    vocab_size=30000,
    positions="learned",
    objectives=(),
    capture="operands",
    takes_pair=True,
    has_special_tokens=True,
    source="made for tests",
    license="MIT",
    notice="",
    revision="encoder-1",
    state="available",
    reason=None,
    device=None,
    dtype=None,
)
DECODER = replace(
    ENCODER,
    id="fake-decoder",
    title="A fake decoder",
    family="decoder",
    n_layers=3,
    n_heads=2,
    n_key_value_heads=1,
    takes_pair=False,
    has_special_tokens=False,
    revision="decoder-1",
)

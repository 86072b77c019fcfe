"""Describe models that don't exist."""

from dataclasses import replace

from model import ModelDescription, PartShape
from tests.app.fake_adapters import ADAPTER

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
    objectives=("attention", "fill-mask", "next-sentence"),
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
    adapters=(ADAPTER,),
    mask_token="[MASK]",
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
    objectives=("attention", "next-token"),
    adapters=(),
    mask_token=None,
)
TRANSLATOR = replace(
    ENCODER,
    id="fake-translator",
    title="A fake translator",
    family="encoder-decoder",
    n_layers=2,
    n_heads=2,
    max_length=32,
    vocab_size=40,
    objectives=("attention", "translation"),
    takes_pair=False,
    adapters=(),
    mask_token=None,
    revision="translator-1",
    more_parts=tuple(PartShape(part, 2, 2) for part in ("decoder", "cross", "joint")),
)
ALIGNER = replace(
    TRANSLATOR,
    id="fake-aligner",
    title="A fake recurrent model",
    family="rnn",
    n_layers=1,
    n_heads=1,
    revision="aligner-1",
    more_parts=(PartShape("cross", 1, 1),),
)
BOTTLENECK = replace(
    ALIGNER,
    id="fake-bottleneck",
    title="A fake recurrent model without attention",
    n_layers=0,
    n_heads=0,
    objectives=("translation",),
    capture=None,
    revision="bottleneck-1",
    more_parts=(),
)

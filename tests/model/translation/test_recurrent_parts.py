"""Parts that a recurrent model has, or lacks, or that were not captured."""

import pytest

from model.capture import Capture
from model.description import PartShape
from model.errors import (
    UnsupportedByModel,
)
from model.reading import read_attention
from model.selection import Selection, resolve
from tests.model.test_reading import description
from tests.model.translation.test_rectangles import PAIR, SOURCE, TARGET, draw_layers

RECURRENT = description(
    family="rnn", n_layers=1, n_heads=1, more_parts=(PartShape("cross", 1, 1),)
)


def test_a_recurrent_model_has_cross_attention_and_no_other():
    resolved = resolve(Selection(), RECURRENT, SOURCE, TARGET)
    assert resolved.part == "cross"
    assert resolved.shape == (1, 1, 3, 5)
    for part in ("encoder", "decoder", "joint"):
        with pytest.raises(UnsupportedByModel, match="target to the source only"):
            resolve(Selection(part=part), RECURRENT, SOURCE, TARGET)


def test_a_model_without_attention_says_so():
    bottleneck = description(
        id="lesson-bottleneck", family="rnn", n_layers=0, n_heads=0
    )
    for part in (None, "cross"):
        with pytest.raises(UnsupportedByModel, match="one vector holds the whole"):
            resolve(Selection(part=part), bottleneck, SOURCE, TARGET)


def test_a_part_that_was_not_captured_is_not_read():
    capture = Capture((), {"encoder": draw_layers(2, 5, 5)})
    with pytest.raises(UnsupportedByModel, match="no target was read"):
        read_attention(capture, resolve(Selection(part="cross"), PAIR, SOURCE, TARGET))

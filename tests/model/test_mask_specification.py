"""One grammar for masks: what each kind takes, and the cells it opens."""

import numpy as np
import pytest

import model
from model import MASK_KINDS, MaskError, MaskSpecification, ShapeMismatch
from model.mask_specification import build, build_batch

# Each kind at 3 queries and 4 keys, written out; packed at 3 and 3.
BY_HAND = [
    (MaskSpecification(), ["1111", "1111", "1111"]),
    (MaskSpecification("causal"), ["1000", "1100", "1110"]),
    (MaskSpecification("padding", lengths=(2,)), ["1100", "1100", "1100"]),
    (
        MaskSpecification("padding", lengths=(3,), padded_positions=(1,)),
        ["1010", "1010", "1010"],
    ),
    (MaskSpecification("causal_padding", lengths=(2,)), ["1000", "1100", "1100"]),
    (MaskSpecification("sliding_window", window=1), ["1000", "0100", "0010"]),
    (MaskSpecification("sliding_window", window=2), ["1000", "1100", "0110"]),
    (
        MaskSpecification("sliding_window", window=2, causal=False),
        ["1100", "1110", "0111"],
    ),
    (
        MaskSpecification("sliding_window", window=2, padded_positions=(0,)),
        ["0000", "0100", "0110"],
    ),
    (MaskSpecification("prefix_lm", prefix_length=0), ["1000", "1100", "1110"]),
    (MaskSpecification("prefix_lm", prefix_length=2), ["1100", "1100", "1110"]),
    (MaskSpecification("packed", segments=(0, 0, 1)), ["100", "110", "001"]),
    (
        MaskSpecification("packed", segments=(0, 0, 1), causal=False),
        ["110", "110", "001"],
    ),
    (MaskSpecification("cross"), ["1111", "1111", "1111"]),
    (MaskSpecification("cross", lengths=(1,)), ["1000", "1000", "1000"]),
    (
        MaskSpecification(matrix=((True, False), (False, False), (True, True))),
        ["10", "00", "11"],
    ),
]


def read(rows):
    return np.array([[cell == "1" for cell in row] for row in rows])


@pytest.mark.parametrize(("specification", "rows"), BY_HAND, ids=lambda x: str(x)[:90])
def test_a_kind_opens_these_cells(specification, rows):
    expected = read(rows)
    found = build(specification, *expected.shape)
    assert found.dtype == np.bool_
    np.testing.assert_array_equal(found, expected)


def test_every_kind_is_written_out_above():
    assert {specification.kind for specification, _ in BY_HAND} == set(MASK_KINDS)


def test_several_lengths_give_a_mask_each():
    asked = MaskSpecification("causal_padding", lengths=(2, 0, 1))
    found = build_batch(asked, 2, 2)
    expected = [read(["10", "11"]), read(["00", "00"]), read(["10", "10"])]
    np.testing.assert_array_equal(found, np.stack(expected))
    with pytest.raises(MaskError, match="3 numbers, and there is 1 text"):
        build(asked, 2, 2)
    worked = model.work_mask(asked, 2, 2)
    assert worked.fully_masked_rows == ((), (0, 1), ())


def test_equal_masks_are_one_key_of_a_cache():
    one, other = (MaskSpecification("packed", segments=(0, 1)) for _ in range(2))
    assert {one: 1}[other] == 1
    assert one != MaskSpecification("packed", segments=(0, 1), causal=False)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"kind": "padding"}, "needs lengths or padded_positions"),
        ({"kind": "causal_padding"}, "needs lengths or padded_positions"),
        ({"kind": "sliding_window"}, "needs window"),
        ({"kind": "prefix_lm"}, "needs prefix_length"),
        ({"kind": "packed"}, "needs segments"),
        ({"kind": "none", "lengths": (1,)}, "lengths means nothing"),
        ({"kind": "causal", "padded_positions": (1,)}, "padded_positions means"),
        ({"kind": "prefix_lm", "prefix_length": 1, "causal": True}, "causal means"),
        ({"matrix": ((True,),), "window": 1}, "window means nothing"),
        ({"kind": "checkered"}, "no such kind"),
    ],
)
def test_a_kind_takes_what_belongs_to_it(fields, said):
    with pytest.raises(MaskError, match=said):
        MaskSpecification(**fields)


@pytest.mark.parametrize(
    ("matrix", "said"),
    [
        ([[True] * 3] * 2, "(2, 3), the scores (2, 2): row 0 has 3 columns"),
        ([[True] * 2] * 3, "(3, 2), the scores (2, 2): row 2 is one too many"),
        ([[True] * 2], "(1, 2), the scores (2, 2): row 1 is missing"),
        ([[True] * 2, [True]], "unequal length, the scores (2, 2): row 1 has 1"),
        ([], "(2, 2): row 0 is missing"),
    ],
)
def test_a_matrix_of_another_shape_is_named_with_its_first_bad_row(matrix, said):
    asked = MaskSpecification(matrix=tuple(tuple(row) for row in matrix))
    with pytest.raises(ShapeMismatch) as refused:
        build(asked, 2, 2)
    assert said in refused.value.detail


def test_segments_number_the_positions_of_queries_that_are_the_keys():
    with pytest.raises(ShapeMismatch, match=r"\(2,\), the mask \(3, 3\)"):
        build(MaskSpecification("packed", segments=(0, 1)), 3, 3)
    with pytest.raises(ShapeMismatch, match=r"\(2,\), the mask \(2, 3\)"):
        build(MaskSpecification("packed", segments=(0, 1)), 2, 3)

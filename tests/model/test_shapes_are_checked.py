"""The shapes in the signatures are more than comments while testing."""

import pytest
import torch
from jaxtyping import TypeCheckError

from model.pooling import pool_matrix


def test_a_wrong_number_of_axes_is_caught():
    with pytest.raises(TypeCheckError, match="head query_position key_position"):
        pool_matrix(torch.zeros(4, 4), 2, "max")


def test_a_wrong_kind_of_number_is_caught():
    with pytest.raises(TypeCheckError, match="Float"):
        pool_matrix(torch.zeros(1, 4, 4, dtype=torch.int64), 2, "max")

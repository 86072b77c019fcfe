"""Make the tiny adapted models once for all tests."""

import pytest

from tests.model.adapters.small_adapters import SmallAdapter, make_small_adapter


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallAdapter:
    """Return a tiny model with its adapter, in float32."""
    return make_small_adapter(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def precise(tmp_path_factory: pytest.TempPathFactory) -> SmallAdapter:
    """Return the same in float64."""
    return make_small_adapter(tmp_path_factory.mktemp("precise"), "float64")

"""Set the environment of all tests, and load each real model once.

The environment must be right before torch is imported, so it is set when this
file is imported, which pytest does first.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
_KEPT = {"HEADLIGHT_CACHE", "HEADLIGHT_DEVICE", "HEADLIGHT_DTYPE"}
for _name in tuple(os.environ):
    is_setting = _name.startswith("HEADLIGHT_") or _name in {"HOST", "PORT", "MODELS"}
    if is_setting and _name not in _KEPT:
        del os.environ[_name]

if TYPE_CHECKING:
    from model import Catalogue, LoadedModel


@pytest.fixture(scope="session")
def cache_folder() -> Path:
    """Return the cache with the packaged models; fail where they are missing."""
    from model.packages.table import PACKAGED, packaged_folder
    from model.sources import cache_folder as find_cache_folder

    cache = find_cache_folder()
    missing = [name for name in PACKAGED if packaged_folder(name, cache) is None]
    if missing:
        pytest.fail(f"{', '.join(missing)} not in {cache}: run `make install` first")
    return cache


@pytest.fixture(scope="session")
def catalogue(cache_folder: Path) -> "Catalogue":
    """Return the catalogue of the packaged models, shared by all tests."""
    from model import Catalogue

    return Catalogue(
        ("minilm", "smollm2-135m"),
        cache_folder=cache_folder,
        device=os.environ.get("HEADLIGHT_DEVICE"),
        dtype=os.environ.get("HEADLIGHT_DTYPE"),
    )


@pytest.fixture(scope="session")
def minilm(catalogue: "Catalogue") -> "LoadedModel":
    """Return MiniLM, loaded once."""
    return catalogue.load("minilm")


@pytest.fixture(scope="session")
def smollm2(catalogue: "Catalogue") -> "LoadedModel":
    """Return SmolLM2, loaded once."""
    return catalogue.load("smollm2-135m")

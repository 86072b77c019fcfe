"""Load the tokenizers of the packaged models, without their weights."""

from pathlib import Path
from typing import Any

import pytest


def _load_tokenizer(name: str, cache: Path) -> Any:
    from transformers import AutoTokenizer

    from model.packages.table import packaged_folder

    return AutoTokenizer.from_pretrained(packaged_folder(name, cache))


@pytest.fixture(scope="session")
def minilm_tokenizer(cache_folder: Path) -> Any:
    """Return MiniLM's WordPiece tokenizer: uncased, strips accents."""
    return _load_tokenizer("minilm", cache_folder)


@pytest.fixture(scope="session")
def smollm2_tokenizer(cache_folder: Path) -> Any:
    """Return SmolLM2's byte-level BPE tokenizer, which adds nothing."""
    return _load_tokenizer("smollm2-135m", cache_folder)

"""The shortened first import leaves everything as the long one would."""

import gc
import sys
from pathlib import Path
from types import ModuleType

import pytest
import transformers
from transformers.utils import import_utils

from model.first_import import import_transformers, paused_collector, reading_once

MODELS = Path(transformers.__file__).parent / "models"


def test_the_names_read_once_are_those_read_twice():
    structure = reading_once(import_utils.define_import_structure)
    own_file = str(MODELS / "__init__.py")

    found = structure(own_file)

    assert found == import_utils.define_import_structure(own_file)
    assert "BertModel" in found[frozenset({"torch"})]["bert.modeling_bert"]


def test_other_folders_are_read_as_ever():
    structure = reading_once(import_utils.define_import_structure)
    for path, prefix in ((str(MODELS / "bert" / "__init__.py"), None), (MODELS, "x")):
        found = structure(path, prefix)
        assert found == import_utils.define_import_structure(path, prefix)


@pytest.fixture
def fresh(monkeypatch):
    """Pretend that nothing of transformers' models was imported yet."""
    known = {name: module for name, module in sys.modules.items() if _is_model(name)}
    models = transformers.models
    for name in known:
        del sys.modules[name]
    yield monkeypatch
    for name in [name for name in sys.modules if _is_model(name)]:
        del sys.modules[name]
    sys.modules.update(known)
    transformers.models = models


def _is_model(name):
    return name.startswith("transformers.models")


def test_the_library_is_left_as_it_was(fresh):
    read = import_utils.define_import_structure

    import_transformers()

    assert import_utils.define_import_structure is read
    models = sys.modules["transformers.models"]
    assert models.bert.BertConfig().hidden_size == 768


def test_a_version_that_reads_otherwise_is_left_alone(fresh):
    other = ModuleType("transformers.utils.import_utils")
    fresh.setitem(sys.modules, other.__name__, other)

    import_transformers()

    assert "transformers.models" not in sys.modules


@pytest.mark.parametrize("was_enabled", [True, False])
def test_the_collector_rests_and_comes_back(was_enabled):
    try:
        if not was_enabled:
            gc.disable()
        with paused_collector():
            assert not gc.isenabled()
        assert gc.isenabled() is was_enabled
        assert gc.get_freeze_count() > 0
    finally:
        gc.enable()
        gc.unfreeze()

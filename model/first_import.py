"""Import transformers, and PyTorch with it, in less time.

Lives here: what the first import would do in vain, and how it is spared. Not
here: what is imported for (``huggingface.py``). On two cores the import is
most of the time from ``make run`` to the first picture: 6.2 s as it comes,
4.5 s like this.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

Structure = dict[Any, dict[str, Any]]
_PREFIX = "models"


@contextmanager
def paused_collector() -> Iterator[None]:
    """Keep the garbage collector away from objects that are there to stay.

    Imports make a million objects that live as long as the process. The
    collector would walk through them again and again, which is a fifth of the
    time; frozen at the end, they are never walked through later either, so
    that no answer has to wait for it.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def import_transformers() -> None:
    """Import transformers, reading the sources of its models once only.

    The package reads the source of every model that it knows, some thousand
    files, for the names in them; its ``models`` package would read them all
    again for the same names. A version that doesn't do so is left alone.
    """
    import_module("transformers")
    if "transformers.models" in sys.modules:
        return
    names = import_module("transformers.utils.import_utils")
    read = getattr(names, "define_import_structure", None)
    if read is None:
        return
    setattr(names, read.__name__, reading_once(read))
    try:
        import_module("transformers.models")
    finally:
        setattr(names, read.__name__, read)


def reading_once(read: Callable[..., Structure]) -> Callable[..., Structure]:
    """Answer for the whole ``models`` folder from what was read before.

    The same folder with a prefix is what ``import transformers`` has read, and
    ``read`` remembers.
    """

    def structure(module_path: str, prefix: str | None = None) -> Structure:
        folder = Path(module_path).parent
        if prefix is not None or folder.name != _PREFIX:
            return read(module_path, prefix)
        known = read(folder, prefix=_PREFIX)
        return {
            backends: {
                name.removeprefix(f"{_PREFIX}."): objects
                for name, objects in modules.items()
                if name.startswith(f"{_PREFIX}.")
            }
            for backends, modules in known.items()
        }

    return structure

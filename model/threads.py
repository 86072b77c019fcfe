"""Choose how many threads a computation is worth.

Lives here: the one switch between one thread and all of them. On two cores,
waking a second one for operations of a quarter of a millisecond made the
weights of 128 tokens take 10 ms instead of 5.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import torch

# Below so many cells a second thread costs more than it brings.
SINGLE_THREAD_CELLS = 1 << 21


@contextmanager
def few_threads(n_cells: int) -> Iterator[None]:
    """Compute few cells on one thread; the setting is put back."""
    n_threads = torch.get_num_threads()
    if n_cells > SINGLE_THREAD_CELLS or n_threads == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(n_threads)

"""Count what each kind of layer has to do, for a length and a width.

Lives here: the numbers behind table 1 of Vaswani et al. 2017, leading terms
only, as there. Its twin is ``static/js/learn/recurrence-counts.js``. Not here:
measured times (``recurrence_times.json``).
"""

from typing import Any

from app.lessons.large_counts import say_count

# A convolution sees so many words at once, restricted attention so many more.
KERNEL = 3
NEIGHBOURS = 16


def work_counts(length: int, width: int) -> dict[str, Any]:
    """Count operations, steps in a row and the longest path, by kind."""
    near = min(NEIGHBOURS, length)
    kinds = {
        "attention": (length**2 * width, 1, 1),
        "recurrent": (length * width**2, length, length),
        "convolution": (KERNEL * length * width**2, 1, _layers_across(length)),
        "restricted": (near * length * width, 1, -(-length // NEIGHBOURS)),
    }
    return {
        "length": length,
        "width": width,
        "ratio": length / width,
        "last": length - 1,
        "is_dearer": length > width,
        **{
            name: {
                "operations": say_count(operations),
                "sequential": say_count(sequential),
                "path": say_count(path),
            }
            for name, (operations, sequential, path) in kinds.items()
        },
    }


def _layers_across(length: int) -> int:
    """Count dilated convolutions until the last word sees the first."""
    layers, reach = 1, KERNEL
    while reach < length:
        layers, reach = layers + 1, reach * KERNEL
    return layers

"""(f): a recurrent layer against a transformer's, of equal width, by length.

python -m benchmarks.recurrence [--write]

Lives here: what is timed, and the file that the lesson draws
(``app/lessons/recurrence_times.json``). One sentence, one layer, one forward:
a GRU has to wait for each state before it can begin the next; a transformer
layer takes all positions at once. Both in turns, so that a noisy machine is
noisy for both, and on one core: what a second one brings depends on who else
uses it.
"""

import argparse
import json
import os
import platform
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import nn

from benchmarks.tables import Table, ms, times
from benchmarks.timing import Timing, compare

FILE = Path("app/lessons/recurrence_times.json")
LENGTHS = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
WIDTH = 256
N_HEADS = 4
D_FF = 4 * WIDTH
# Short ones take tens of microseconds: many rounds; long ones a second.
MOST_ROUNDS, LEAST_ROUNDS, POSITIONS = 201, 7, 30_000


def recurrence_times() -> list[dict[str, Any]]:
    """Time both layers at each length.

    Units: milliseconds, medians; ratio is GRU over transformer, the median
    over the rounds; operations are multiplications of two numbers.
    """
    torch.manual_seed(0)
    torch.set_num_threads(1)
    gru = nn.GRU(WIDTH, WIDTH, batch_first=True).eval()
    layer = nn.TransformerEncoderLayer(
        WIDTH, N_HEADS, D_FF, dropout=0.0, batch_first=True
    ).eval()
    found = []
    for length in LENGTHS:
        inputs = torch.randn(1, length, WIDTH)
        rounds = max(LEAST_ROUNDS, min(MOST_ROUNDS, POSITIONS // length))
        with torch.inference_mode():
            took = compare(
                {"transformer": partial(layer, inputs), "gru": partial(gru, inputs)},
                rounds=rounds,
            )
        found.append(_line(length, took))
    return found


def recurrence_table(lines: list[dict[str, Any]]) -> Table:
    """Write what was timed as a table."""
    return Table(
        f"(f) One layer by length, width {WIDTH}",
        f"A GRU layer ({_count(nn.GRU(WIDTH, WIDTH)):,} parameters) against a "
        f"transformer layer ({N_HEADS} heads, feed-forward {D_FF}), one sentence, one "
        "forward. Ratios are GRU over transformer.",
        ("words", "transformer ms", "GRU ms", "ratio"),
        [
            [
                str(line["length"]),
                ms(line["transformer_ms"]),
                ms(line["gru_ms"]),
                times(line["ratio"]),
            ]
            for line in lines
        ],
    )


def describe_machine() -> dict[str, Any]:
    """Say on what kind of machine it was measured, and when."""
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else "none"
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "processor": platform.machine(),
        "gpu": device,
        "torch": torch.__version__,
        "width": WIDTH,
        "n_heads": N_HEADS,
        "d_ff": D_FF,
        "dtype": "float32",
    }


def main() -> int:
    """Measure once, print the table, keep the numbers if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recurrence")
    parser.add_argument("--write", action="store_true", help=f"into {FILE}")
    arguments = parser.parse_args()
    lines = recurrence_times()
    print(recurrence_table(lines).markdown())
    if arguments.write:
        kept = {"machine": describe_machine(), "times": lines}
        FILE.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    return 0


def _line(length: int, took: dict[str, Timing]) -> dict[str, Any]:
    transformer, gru = took["transformer"], took["gru"]
    return {
        "length": length,
        "transformer_ms": round(transformer.median_ms, 4),
        "gru_ms": round(gru.median_ms, 4),
        "ratio": round(gru.ratio, 3),
        "transformer_operations": count_transformer(length),
        "gru_operations": count_gru(length),
    }


def count_gru(length: int) -> int:
    """Count products: three gates, each from the input and from the state."""
    return length * 3 * 2 * WIDTH**2


def count_transformer(length: int) -> int:
    """Count products: four projections, feed-forward, scores, weighted sums."""
    on_each = 4 * WIDTH**2 + 2 * WIDTH * D_FF
    return length * on_each + 2 * length**2 * WIDTH


def _count(layer: nn.Module) -> int:
    return sum(parameter.numel() for parameter in layer.parameters())


if __name__ == "__main__":
    sys.exit(main())

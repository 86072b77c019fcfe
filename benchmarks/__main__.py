"""Run every benchmark and print its table; ``--write`` keeps them in docs.

python -m benchmarks [--write] [start] [response] [peers] [browser]
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

PARTS = ("start", "response", "peers", "browser")
PAGE = Path("docs/performance.md")
MARK = "<!-- tables: written by make bench -->"


def main() -> int:
    """Measure what is asked, in one run on one machine."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--write", action="store_true", help=f"into {PAGE}")
    arguments = parser.parse_args()
    parts = tuple(arguments.parts) or PARTS
    if not set(parts) <= set(PARTS):
        parser.error(f"choose from {', '.join(PARTS)}")
    prepare()
    written = [machine()]
    for table in tables(parts):
        written.append(table)
        print(table, flush=True)
    if arguments.write:
        before = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
        PAGE.write_text(f"{before}{MARK}\n\n" + "\n".join(written), encoding="utf-8")
    return 0


def prepare() -> None:
    """Set what the numeric libraries read when they are imported."""
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")


def machine() -> str:
    """Say where and when it was measured."""
    import torch

    device = "cpu"
    if torch.cuda.is_available():
        device = torch.cuda.get_device_name()
    return (
        f"Measured {datetime.now(UTC):%Y-%m-%d} on {os.cpu_count()} cores "
        f"({platform.machine()}), device {device}, PyTorch {torch.__version__}, "
        f"{torch.get_num_threads()} threads, Python {platform.python_version()}.\n"
    )


def tables(parts: tuple[str, ...]) -> Iterator[str]:
    """Yield each table as soon as it is measured."""
    if "start" in parts:
        from benchmarks.start import start_table

        yield start_table().markdown()
    if parts == ("start",):
        return
    from benchmarks.server import running_server
    from model import Catalogue
    from model.sources import cache_folder

    catalogue = Catalogue(("minilm", "smollm2-135m"), cache_folder=cache_folder())
    with running_server() as address:
        if "response" in parts:
            from benchmarks.response import response_tables

            for name in catalogue.ids:
                for table in response_tables(address, catalogue.load(name)):
                    yield table.markdown()
        if "peers" in parts:
            from benchmarks.peers import peers_table

            yield peers_table(address, catalogue.load("minilm")).markdown()
        if "browser" in parts:
            from benchmarks.browser import browser_table

            yield browser_table(address, catalogue).markdown()


if __name__ == "__main__":
    sys.exit(main())

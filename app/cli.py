"""Read the command line and serve.

Lives here: what ``python -m app`` does. Not here: the settings themselves
(``settings.py``) and the server (``server.py``).
"""

import argparse
import gc
import sys
from collections.abc import Sequence

from pydantic import ValidationError

from app.settings import Settings, prepare_environment

_NOT_STARTED = 1
_WRONG_USE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until a signal comes; give the exit status."""
    prepare_environment()
    given = {
        name: value
        for name, value in vars(_parser().parse_args(arguments)).items()
        if value is not None
    }
    try:
        settings = Settings(**given)
    except ValidationError as error:
        for problem in error.errors():
            name = ".".join(str(part) for part in problem["loc"])
            print(f"Setting {name}: {problem['msg']}", file=sys.stderr)
        return _WRONG_USE
    return _serve(settings)


def _serve(settings: Settings) -> int:
    # What is imported stays: the collector would walk through it in vain, which
    # is a fifth of the time. The models do the same (model/first_import.py).
    gc.disable()
    # Imported late, so that --help and wrong settings answer at once.
    from app.logs import configure_logging
    from app.main import create_app
    from app.server import make_server

    gc.freeze()
    gc.enable()
    configure_logging(settings.log_format)
    server = make_server(create_app(settings), settings, _announce)
    try:
        server.run()
    except KeyboardInterrupt:
        return 0
    except SystemExit:
        where = f"{settings.host}:{settings.port}"
        print(
            f"Headlight could not start at {where}; the line above says why. "
            "PORT and HOST choose another place.",
            file=sys.stderr,
        )
        return _NOT_STARTED
    return 0


def _announce(address: str) -> None:
    print(f"Headlight is at {address}", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m app",
        description="See what every attention head of a transformer looks at.",
        epilog="Each option is also an environment variable: HOST, PORT, MODELS. "
        "README.md lists the others, such as HEADLIGHT_DEVICE.",
    )
    parser.add_argument("--host", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", help="port to listen on (8000)")
    parser.add_argument("--models", help="models to offer, separated by commas")
    return parser

"""An operator's choices come from the environment, and wrong ones are said."""

import io
import socket
from pathlib import Path

import pytest

from app.cli import main
from app.logs import configure_logging
from app.settings import Settings
from model.sources import cache_folder


def test_without_an_environment_it_serves_this_machine_only() -> None:
    settings = Settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    lessons = ("translator", "bahdanau", "luong", "bottleneck")
    assert settings.models[:2] == ("minilm", "smollm2-135m")
    assert settings.models[2:] == (*(f"lesson-{name}" for name in lessons), "g2p")
    assert settings.allowed_hosts == settings.cors_origins == ()
    assert settings.max_characters == 50_000
    assert settings.max_cells == 4_000_000
    assert settings.max_npz_cells == 64_000_000
    assert settings.max_body_bytes == 256 * 1024
    assert settings.queue_size == 64
    assert settings.deadline_seconds == 10
    assert (settings.device, settings.dtype) == (None, None)


@pytest.mark.parametrize("name", ["HEADLIGHT_CACHE", "HEADLIGHT_CACHE_FOLDER"])
@pytest.mark.parametrize("value", ["", "models", "~/models", "/srv/models"])
def test_models_are_looked_for_where_they_were_fetched(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program that fetches and the one that serves read one variable."""
    monkeypatch.setenv(name, value)
    assert Settings().cache_folder.absolute() == cache_folder()


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("HOST", "0.0.0.0", "host", "0.0.0.0"),
        ("PORT", "9000", "port", 9000),
        ("HEADLIGHT_PORT", "9001", "port", 9001),
        (
            "MODELS",
            "minilm, ./mine,org/name,",
            "models",
            ("minilm", "./mine", "org/name"),
        ),
        ("HEADLIGHT_MODELS", "./mine", "models", ("./mine",)),
        ("HEADLIGHT_DEVICE", "cuda:1", "device", "cuda:1"),
        ("HEADLIGHT_DEVICE", "", "device", None),
        ("HEADLIGHT_DTYPE", "bfloat16", "dtype", "bfloat16"),
        ("HEADLIGHT_CACHE", "/srv/models", "cache_folder", Path("/srv/models")),
        ("HEADLIGHT_CACHE", "~/models", "cache_folder", Path.home() / "models"),
        (
            "HEADLIGHT_ALLOWED_HOSTS",
            "a.example,*.b.example",
            "allowed_hosts",
            ("a.example", "*.b.example"),
        ),
        (
            "HEADLIGHT_CORS_ORIGINS",
            "https://A.example:8443",
            "cors_origins",
            ("https://a.example:8443",),
        ),
        ("HEADLIGHT_MAX_CELLS", "1000", "max_cells", 1000),
        ("HEADLIGHT_CAPTURE_CACHE_BYTES", "0", "capture_cache_bytes", 0),
    ],
)
def test_each_choice_has_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, field: str, expected: object
) -> None:
    monkeypatch.setenv(name, value)
    assert getattr(Settings(), field) == expected


def test_the_longer_name_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", "machine-name")
    monkeypatch.setenv("HEADLIGHT_HOST", "127.0.0.1")
    assert Settings().host == "127.0.0.1"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("HEADLIGHT_QUEUE_SIZE", "0"),
        ("MODELS", ","),
    ],
)
def test_a_wrong_choice_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
) -> None:
    monkeypatch.setenv(name, value)
    assert main([]) == 2
    said = capsys.readouterr().err
    assert name.removeprefix("HEADLIGHT_").lower() in said.lower()
    assert "Traceback" not in said


def test_a_taken_port_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--port", str(port), "--models", "nothing"]) == 1
    said = capsys.readouterr()
    assert f"127.0.0.1:{port}" in said.err
    assert "address already in use" in said.err
    assert "PORT" in said.err
    assert said.out == ""


def test_a_full_disk_under_the_log_stops_nothing() -> None:
    class FullDisk(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

    import structlog

    configure_logging("json", FullDisk())
    structlog.get_logger("test").warning("nobody hears this")


def test_a_person_gets_words_and_no_forged_lines() -> None:
    import structlog

    stream = io.StringIO()
    configure_logging("console", stream)
    structlog.get_logger("test").info("request", path="/a\nrequest path=/forged")
    assert len(stream.getvalue().splitlines()) == 1

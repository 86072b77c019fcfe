"""Read the settings from the environment.

Lives here: every knob an operator has, with its default and its bounds. Not
here: what the knobs do, which stands where they are used.
"""

import os
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

KIBIBYTE = 1024
MEBIBYTE = 1024**2
GIBIBYTE = 1024**3

DEFAULT_MODELS = (
    "minilm",
    "smollm2-135m",
    "lesson-translator",
    "lesson-bahdanau",
    "lesson-luong",
    "lesson-bottleneck",
    "g2p",
)


def _either(short: str) -> AliasChoices:
    """Accept ``HEADLIGHT_X`` first, then the plain ``X``."""
    return AliasChoices(f"HEADLIGHT_{short}", short)


def _default_cache_folder() -> Path:
    return Path("~/.cache/headlight").expanduser()


class Settings(BaseSettings):
    """Hold what an operator may choose.

    Each field is read from ``HEADLIGHT_<NAME>``; ``HOST``, ``PORT`` and
    ``MODELS`` work without the prefix too. Lists are comma separated.

    Units: suffixes of the names; sizes of text are code points.
    """

    model_config = SettingsConfigDict(
        env_prefix="HEADLIGHT_", env_ignore_empty=True, populate_by_name=True
    )

    host: str = Field("127.0.0.1", validation_alias=_either("HOST"))
    port: int = Field(8000, ge=0, le=65535, validation_alias=_either("PORT"))
    models: Annotated[tuple[str, ...], NoDecode] = Field(
        DEFAULT_MODELS, min_length=1, validation_alias=_either("MODELS")
    )
    device: str | None = None
    dtype: str | None = None
    cache_folder: Path = Field(
        default_factory=_default_cache_folder,
        validation_alias=AliasChoices("HEADLIGHT_CACHE", "HEADLIGHT_CACHE_FOLDER"),
    )

    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    cors_origins: Annotated[tuple[str, ...], NoDecode] = ()

    max_characters: int = Field(50_000, ge=1)
    max_body_bytes: int = Field(256 * KIBIBYTE, ge=1)
    max_matrix_body_bytes: int = Field(2 * MEBIBYTE, ge=1)
    max_cells: int = Field(4_000_000, ge=1)
    max_npz_cells: int = Field(64_000_000, ge=1)
    max_url_bytes: int = Field(32 * KIBIBYTE, ge=64)
    max_header_bytes: int = Field(32 * KIBIBYTE, ge=64)
    max_header_count: int = Field(100, ge=1)

    queue_size: int = Field(64, ge=1)
    deadline_seconds: float = Field(10.0, gt=0)
    long_text_characters: int = Field(4_000, ge=1)
    long_text_deadlines: int = Field(5, ge=1, le=5)
    max_generations: int = Field(8, ge=1)
    generation_seconds: float = Field(300.0, gt=0)
    max_fine_tunings: int = Field(2, ge=1)
    fine_tuning_seconds: float = Field(120.0, gt=0)
    max_tuned_adapters: int = Field(100, ge=1)
    max_tuned_bytes: int = Field(64 * MEBIBYTE, ge=16 * MEBIBYTE)
    tuned_seconds: float = Field(1800.0, gt=0)
    capture_cache_bytes: int = Field(GIBIBYTE, ge=0)
    preload: bool = True

    silence_seconds: float = Field(10.0, gt=0)
    headers_seconds: float = Field(10.0, gt=0)
    body_seconds: float = Field(30.0, gt=0)
    unread_seconds: float = Field(30.0, gt=0)
    grace_seconds: float = Field(6.0, ge=0)

    log_format: Literal["auto", "json", "console"] = "auto"
    development: bool = False

    @field_validator("models", "allowed_hosts", "cors_origins", mode="before")
    @classmethod
    def _split_commas(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return tuple(part.strip() for part in value.split(",") if part.strip())

    @field_validator("cors_origins")
    @classmethod
    def _plain_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        """Refuse wildcards: whoever may read the answers is named."""
        for origin in origins:
            if "://" not in origin or "*" in origin or origin.count("/") != 2:
                raise ValueError(
                    f"{origin!r} is not an origin such as https://lab.example:8443"
                )
        return tuple(origin.lower() for origin in origins)

    @field_validator("cache_folder")
    @classmethod
    def _expand_home(cls, folder: Path) -> Path:
        return folder.expanduser()

    @property
    def long_deadline_seconds(self) -> float:
        """How long the answer for a long text may take."""
        return self.deadline_seconds * self.long_text_deadlines


def prepare_environment() -> None:
    """Set what the numeric libraries read once, when they are imported.

    Waiting OpenMP threads must sleep: spinning ones turn a forward of 25 ms
    into 690 ms as soon as another process wants the same cores.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("HF_HUB_ETAG_TIMEOUT", "5")
    os.environ.setdefault("HF_HUB_DOWNLOAD_TIMEOUT", "10")

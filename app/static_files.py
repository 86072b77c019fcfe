"""Serve the static files for ever, under the hash of the whole tree.

Lives here: the tree's hash and addresses, and each file's content in every
coding. Not here: the pages that name them (``templates/``). A changed file
changes the hash, so a browser never asks twice and never has a stale mixture.
"""

import hashlib
import importlib.util
import mimetypes
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import anyio.to_thread
import brotli
import zstandard
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

IMMUTABLE = "public, max-age=31536000, immutable"
STATIC_FOLDER = Path(__file__).parent.parent / "static"
PLOTLY_NAME = "plotly.min.js"
_SMALLEST_COMPRESSED_BYTES = 1024
_LARGE_BYTES = 512 * 1024
_HASH_LENGTH = 16
_COMPRESSED_TYPES = (
    "text/",
    "application/json",
    "application/manifest+json",
    "image/svg",
)

# Best first. At these levels plotly.min.js (4.8 MB) takes 0.2, 0.2 and 0.2 s
# and becomes 1.27, 1.29 and 1.47 MB; the next levels cost far more than they save.
_CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda content: brotli.compress(content, quality=6),
    "zstd": lambda content: zstandard.ZstdCompressor(level=9).compress(content),
    "gzip": lambda content: _gzip(content, level=9),
}


def _gzip(content: bytes, level: int) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return packer.compress(content) + packer.flush()


@dataclass(eq=False)
class StaticFile:
    """One file in memory, in each coding that was asked for."""

    content: bytes
    media_type: str
    _coded: dict[str, bytes] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_compressed(self) -> bool:
        """Whether compressing it is worth while."""
        return len(
            self.content
        ) >= _SMALLEST_COMPRESSED_BYTES and self.media_type.startswith(
            _COMPRESSED_TYPES
        )

    @property
    def is_large(self) -> bool:
        """Whether compressing it takes a while."""
        return len(self.content) >= _LARGE_BYTES

    def coded(self, coding: str) -> bytes:
        """Compress the content, once per coding."""
        with self._lock:
            if coding not in self._coded:
                self._coded[coding] = _CODINGS[coding](self.content)
            return self._coded[coding]


class StaticTree:
    """Hold all static files, and Plotly's script from its Python package.

    Attributes:
        hash: changes whenever any file does.
    """

    def __init__(
        self,
        folder: Path = STATIC_FOLDER,
        *,
        plotly: Path | None = None,
        is_development: bool = False,
    ) -> None:
        self._folder = folder
        self._plotly = plotly or find_plotly()
        self._is_development = is_development
        self._files = self._read()
        self.hash = _hash(self._files)

    def url(self, name: str) -> str:
        """Give the address of a file, such as ``js/main.js``.

        Raises:
            KeyError: there is no such file; the template is wrong.
        """
        self._refresh()
        if name not in self._files:
            raise KeyError(f"static/{name} does not exist")
        return f"/static/{self.hash}/{name}"

    def prepare(self) -> None:
        """Compress the large files as browsers want them, before one asks.

        The other codings wait until they are asked for: the models are being
        loaded now, and need the cores.
        """
        for file in list(self._files.values()):
            if file.is_large and file.is_compressed:
                file.coded(next(iter(_CODINGS)))

    async def serve(self, request: Request) -> Response:
        """Answer a request for a file of exactly this tree."""
        self._refresh()
        name = request.path_params["name"]
        file = self._files.get(name)
        is_current = request.path_params["tree_hash"] == self.hash
        # A file saved while a page loads mustn't take the rest of it away.
        if file is None or not (is_current or self._is_development):
            raise HTTPException(404)
        headers = {"Cache-Control": IMMUTABLE if is_current else "no-store"}
        content = file.content
        if file.is_compressed:
            headers["Vary"] = "Accept-Encoding"
            coding = _choose(request.headers)
            if coding is not None:
                headers["Content-Encoding"] = coding
                content = await _coded(file, coding)
        return Response(content, media_type=file.media_type, headers=headers)

    def _refresh(self) -> None:
        """Read everything anew while somebody edits the files."""
        if not self._is_development:
            return
        files = self._read()
        if (new_hash := _hash(files)) != self.hash:
            self._files, self.hash = files, new_hash

    def _read(self) -> dict[str, StaticFile]:
        paths = {
            path.relative_to(self._folder).as_posix(): path
            for path in sorted(self._folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }
        paths[PLOTLY_NAME] = self._plotly
        return {name: _load(name, path) for name, path in paths.items()}


def find_plotly() -> Path:
    """Find the script that the plotly package carries, without importing it.

    Raises:
        FileNotFoundError: the package isn't installed.
    """
    spec = importlib.util.find_spec("plotly")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("The plotly package isn't installed.")
    return Path(spec.origin).parent / "package_data" / PLOTLY_NAME


def _load(name: str, path: Path) -> StaticFile:
    guessed, _ = mimetypes.guess_type(name)
    media_type = "text/javascript" if name.endswith((".js", ".mjs")) else guessed
    return StaticFile(path.read_bytes(), media_type or "application/octet-stream")


def _hash(files: dict[str, StaticFile]) -> str:
    digest = hashlib.sha256()
    for name, file in sorted(files.items()):
        digest.update(f"{name}\0{len(file.content)}\0".encode())
        digest.update(file.content)
    return digest.hexdigest()[:_HASH_LENGTH]


async def _coded(file: StaticFile, coding: str) -> bytes:
    """Compress small files at once: waking a thread would cost more."""
    if file.is_large:
        return await anyio.to_thread.run_sync(file.coded, coding)
    return file.coded(coding)


def _choose(headers: Headers) -> str | None:
    """Choose the best coding that the client takes."""
    taken: set[str] = set()
    for part in ",".join(headers.getlist("accept-encoding")).split(","):
        coding, _, quality = part.partition(";")
        if quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            taken.add(coding.strip().lower())
    return next((coding for coding in _CODINGS if coding in taken), None)

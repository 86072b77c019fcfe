"""Run uvicorn with our limits.

Lives here: how the server is configured, when it says where it listens, and
how it goes away. Not here: reading the command line (``cli.py``).
"""

import asyncio
import ipaddress
import math
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from app.connection import bounded_protocol
from app.engine import Engine
from app.settings import Settings

# What is left to send answers once the engine has stopped waiting.
_SENDING_SECONDS = 2


class Server(uvicorn.Server):
    """Stop the engine together with the connections.

    uvicorn would tell the app only after the last connection has closed; then
    those that wait for a place in the queue could never be told.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        engine: Engine,
        announce: Callable[[str], None],
    ) -> None:
        super().__init__(config)
        self._engine = engine
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say where."""
        await super().startup(sockets)
        if self.started:
            self._announce(self.address())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what is being asked, refuse the rest, close."""
        stopping = asyncio.create_task(self._engine.stop())
        await super().shutdown(sockets)
        await stopping

    def address(self) -> str:
        """Write the address people can open."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        if ipaddress.ip_address(host).is_unspecified:
            host = "127.0.0.1"
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def make_server(
    app: FastAPI, settings: Settings, announce: Callable[[str], None]
) -> Server:
    """Configure uvicorn for this app.

    Its address is announced once it listens.
    """
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=bounded_protocol(settings),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=math.ceil(settings.grace_seconds) + _SENDING_SECONDS,
    )
    return Server(config, app.state.engine, announce)

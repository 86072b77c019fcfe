"""Refuse requests for names that aren't ours.

Lives here: which Host headers are served. A page of another site that points
its own name at this machine (DNS rebinding) is stopped here, since its
requests carry that name.
"""

import ipaddress
import re
from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import BadHost
from app.problems import problem_response

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?")
_HINT = (
    "Use localhost or the machine's IP address; "
    "HEADLIGHT_ALLOWED_HOSTS adds other names."
)


class HostCheck:
    """Let loopback names, IP literals and configured names pass.

    ``*.example.org`` in the configured names stands for all names below it.
    """

    def __init__(self, app: ASGIApp, *, allowed_hosts: Sequence[str]) -> None:
        self._app = app
        self._allowed = tuple(name.lower() for name in allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request if its host is ours."""
        if scope["type"] == "http":
            refusal = self._refuse(scope)
            if refusal is not None:
                await problem_response(refusal)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refuse(self, scope: Scope) -> BadHost | None:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1:
            return BadHost(
                f"The request has {len(hosts)} Host headers; it must have 1.",
                hint=_HINT,
                limit=1,
                actual=len(hosts),
            )
        if not self.is_served(hosts[0].decode("latin-1")):
            return BadHost("This host name is not served here.", hint=_HINT)
        return None

    def is_served(self, host: str) -> bool:
        """Whether a Host header's value names this server."""
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].lower().rstrip(".")
        return _is_loopback(name) or _is_address(name) or self._is_configured(name)

    def _is_configured(self, name: str) -> bool:
        return any(
            name == allowed or (allowed.startswith("*.") and name.endswith(allowed[1:]))
            for allowed in self._allowed
        )


def _is_loopback(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True

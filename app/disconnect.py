"""Stop working for a client that has gone away.

Lives here: the watch for the end of the connection while an answer is made.
Not here: what cancelling frees (``engine.py``) and how it is logged
(``middleware/access_log.py``).
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.types import Receive

T = TypeVar("T")


class ClientGone(Exception):
    """Nobody is there to answer. The access log knows what to do."""


async def run_while_connected(request: Request, coroutine: Coroutine[Any, Any, T]) -> T:
    """Await this, but cancel it as soon as the client has gone.

    The body of the request must have been read before.

    Raises:
        ClientGone: the client closed the connection first.
    """
    work = asyncio.create_task(coroutine)
    watch = asyncio.create_task(_wait_for_end(request.receive))
    try:
        await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise ClientGone
    finally:
        work.cancel()
        watch.cancel()
        await asyncio.wait({work, watch})
        for task in (work, watch):
            if not task.cancelled():
                task.exception()  # nobody is left to hear of it


async def _wait_for_end(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue

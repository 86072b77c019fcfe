"""Assemble the app, and nothing else.

Lives here: the order of the middleware, the routers, and what starts and stops
with the app. Not here: anything that answers.
"""

import re
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from asgi_correlation_id import CorrelationIdMiddleware
from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette_compress import CompressMiddleware

from app.arithmetic import Arithmetic
from app.engine import Engine
from app.error_handlers import install_error_handlers
from app.middleware.access_log import AccessLog
from app.middleware.host import HostCheck
from app.middleware.last_resort import LastResort
from app.middleware.origin import OriginCheck
from app.middleware.pacing import Pacing
from app.middleware.request_limits import RequestLimits
from app.middleware.security_headers import SecurityHeaders
from app.middleware.verbs import Verbs
from app.routes.api import router as api_router
from app.routes.docs import router as docs_router
from app.routes.health import router as health_router
from app.routes.learn import router as learn_router
from app.routes.pages import router as pages_router
from app.settings import Settings, prepare_environment
from app.static_files import StaticTree
from app.templating import make_templates
from app.version import VERSION
from model import Catalogue

# Codecs keep their default levels, 4 each: of the numbers we send, zstd makes
# 93 MB a second there and gzip 35, and higher levels save only some per cent.
_SMALLEST_COMPRESSED_BYTES = 1024
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def create_app(
    settings: Settings | None = None, engine: Engine | None = None
) -> FastAPI:
    """Make the app; tests pass an engine of their own."""
    prepare_environment()
    settings = settings or Settings()
    engine = engine or _make_engine(settings)
    static_tree = StaticTree(is_development=settings.development)
    app = FastAPI(
        title="Headlight",
        summary="See what every attention head of a transformer looks at.",
        version=VERSION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        middleware=_middleware(settings),
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.engine = engine
    app.state.arithmetic = Arithmetic(
        capacity=settings.queue_size, deadline_seconds=settings.deadline_seconds
    )
    app.state.static_tree = static_tree
    app.state.templates = make_templates(static_tree)
    install_error_handlers(app)
    for router in (
        api_router,
        docs_router,
        pages_router,
        learn_router,
        health_router,
    ):
        app.include_router(router)
    app.add_route(
        "/static/{tree_hash}/{name:path}",
        static_tree.serve,
        methods=["GET"],
        include_in_schema=False,
    )
    return app


def _make_engine(settings: Settings) -> Engine:
    catalogue = Catalogue(
        settings.models,
        cache_folder=settings.cache_folder,
        device=settings.device,
        dtype=settings.dtype,
    )
    return Engine(catalogue, settings)


def _middleware(settings: Settings) -> list[Middleware]:
    """List the middleware from the outermost to the innermost.

    What every answer needs stands outside; what refuses stands before what
    costs; HEAD stands outside of the compression, so that its headers are
    those of GET.
    """
    return [
        Middleware(
            CorrelationIdMiddleware,
            validator=_is_request_id,
            update_request_header=True,
        ),
        Middleware(AccessLog),
        Middleware(SecurityHeaders),
        Middleware(LastResort),
        Middleware(HostCheck, allowed_hosts=(*settings.allowed_hosts, settings.host)),
        Middleware(OriginCheck, allowed_origins=settings.cors_origins),
        Middleware(RequestLimits, settings=settings),
        *_cors(settings),
        Middleware(Verbs),
        Middleware(CompressMiddleware, minimum_size=_SMALLEST_COMPRESSED_BYTES),
        Middleware(Pacing),
    ]


def _cors(settings: Settings) -> list[Middleware]:
    if not settings.cors_origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "POST"],
            allow_headers=["Content-Type", "If-None-Match"],
            expose_headers=["ETag", "Retry-After", "X-Request-ID"],
        )
    ]


def _is_request_id(text: str) -> bool:
    return _REQUEST_ID.fullmatch(text) is not None


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    if state.settings.preload:
        # A daemon, so that a server that stops at once needn't wait for it.
        threading.Thread(target=state.static_tree.prepare, daemon=True).start()
    await state.engine.start()
    yield
    await state.engine.stop()
    state.arithmetic.stop()

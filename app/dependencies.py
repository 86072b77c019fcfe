"""Hand the routes what they need.

Lives here: how a route gets at the engine, the settings and the static files.
Not here: their making (``main.py``).
"""

from typing import Annotated, cast

from fastapi import Depends, Request

from app.arithmetic import Arithmetic
from app.engine import Engine
from app.settings import Settings
from app.static_files import StaticTree


async def get_engine(request: Request) -> Engine:
    """Find the engine of the app that got the request."""
    return cast(Engine, request.app.state.engine)


async def get_arithmetic(request: Request) -> Arithmetic:
    """Find the thread for lessons of the app that got the request."""
    return cast(Arithmetic, request.app.state.arithmetic)


async def get_settings(request: Request) -> Settings:
    """Find the settings of the app that got the request."""
    return cast(Settings, request.app.state.settings)


async def get_static_tree(request: Request) -> StaticTree:
    """Find the static files of the app that got the request."""
    return cast(StaticTree, request.app.state.static_tree)


ArithmeticDep = Annotated[Arithmetic, Depends(get_arithmetic)]
EngineDep = Annotated[Engine, Depends(get_engine)]
SettingsDep = Annotated[Settings, Depends(get_settings)]
StaticTreeDep = Annotated[StaticTree, Depends(get_static_tree)]

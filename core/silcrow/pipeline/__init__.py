"""The clocks of observational memory: when which worker starts, and what becomes of its result."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.pipeline.answers import NotDone
    from silcrow.pipeline.driver import Driver
    from silcrow.pipeline.pace import Pace
    from silcrow.pipeline.session_memory import SessionMemory

# The driver starts processes and needs asyncio; reading a session's memory needs neither, and some places have none.
_HOMES = {"Driver": "driver", "NotDone": "answers", "Pace": "pace", "SessionMemory": "session_memory"}

__all__ = ["Driver", "NotDone", "Pace", "SessionMemory"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

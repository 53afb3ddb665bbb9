"""The clocks of observational memory: when which worker starts, and what becomes of its result."""

from typing import TYPE_CHECKING, Any

from silcrow.pipeline.answers import NotDone
from silcrow.pipeline.session_memory import SessionMemory

if TYPE_CHECKING:
    from silcrow.pipeline.driver import Driver, Pace

__all__ = ["Driver", "NotDone", "Pace", "SessionMemory"]


def __getattr__(name: str) -> Any:
    # The driver starts processes and needs asyncio; reading a session's memory needs neither.
    if name in ("Driver", "Pace"):
        from silcrow.pipeline import driver

        return getattr(driver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

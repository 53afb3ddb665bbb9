"""Dreaming: going through recent sessions in the background for what belongs in the memory files.

`DreamPlace` is a memory folder with its sessions: its status, the last report, and the way back. `dream` is one dream,
from the gate to the report.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.dreaming.dreaming import dream
    from silcrow.dreaming.gate import DreamStatus
    from silcrow.dreaming.gathering import SessionSource
    from silcrow.dreaming.opening import open_dream_place
    from silcrow.dreaming.place import DreamPlace
    from silcrow.dreaming.report import Report
    from silcrow.dreaming.reverting import Reverted

# Asking for the status must not pay for what starts processes.
_HOMES = {
    "DreamPlace": "place",
    "DreamStatus": "gate",
    "Report": "report",
    "Reverted": "reverting",
    "SessionSource": "gathering",
    "dream": "dreaming",
    "open_dream_place": "opening",
}

__all__ = ["DreamPlace", "DreamStatus", "Report", "Reverted", "SessionSource", "dream", "open_dream_place"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

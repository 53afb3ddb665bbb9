"""What the window keeps from one day to the next: theme, sizes, orders, the last session of each folder."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from silcrow.files import read_bytes, write_atomic
from silcrow.files.user_folders import state_folder

FILE_NAME = "window.json"
_LARGEST = 1 << 20
_MOST_PROJECTS = 200


class WindowState(Struct, frozen=True):
    """Everything here is a convenience: a file that can't be read costs defaults and no message."""

    theme: str | None = None
    pane: int = 1
    """Number of the pane that had the focus."""
    size: str = "normal"
    """Of that pane: normal, half, full."""
    orders: Mapping[str, str] = field(default_factory=dict[str, str])
    """Name of a pane to its sort order."""
    sessions: Mapping[str, str] = field(default_factory=dict[str, str])
    """Project folder to the session file that was open there last."""
    memory_dir: str | None = None
    """Memory folder that was picked on the first screen."""


def window_path(environ: Mapping[str, str]) -> Path:
    """Where this user's window state is."""
    return state_folder(environ) / FILE_NAME


def read_window(path: Path) -> WindowState:
    """What was kept; defaults for whatever is missing or of the wrong kind."""
    try:
        found = json.loads(read_bytes(path, limit=_LARGEST))
    except (OSError, ValueError, RecursionError):
        return WindowState()
    if not isinstance(found, dict):
        return WindowState()
    size = found.get("size")
    pane = found.get("pane")
    return WindowState(
        theme=_text(found.get("theme")),
        pane=pane if type(pane) is int and 1 <= pane <= 5 else 1,
        size=size if size in ("normal", "half", "full") else "normal",
        orders=_texts(found.get("orders")),
        sessions=_texts(found.get("sessions")),
        memory_dir=_text(found.get("memory_dir")),
    )


def write_window(path: Path, state: WindowState) -> None:
    """Keep it, in one step, private. A disk that refuses costs nothing but the memory of it."""
    kept = asdict(state)
    kept["sessions"] = dict(list(state.sessions.items())[-_MOST_PROJECTS:])
    try:
        write_atomic(
            path, json.dumps(kept, ensure_ascii=True, indent=1).encode() + b"\n", durable=False, follow_links=False
        )
    except OSError:
        return


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {key: each for key, each in value.items() if isinstance(each, str)}

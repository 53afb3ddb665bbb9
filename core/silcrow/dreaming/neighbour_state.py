"""``dreaming-state.json``: when the last dream was, as pi-memory keeps it, so that both programs go by one clock."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, cast

from msgspec import Struct

from silcrow.files import UnsafePath, read_bytes, write_atomic
from silcrow.text.instants import iso_instant, unix_seconds

STATE_FILE: Final = "dreaming-state.json"
_LIMIT: Final = 64 << 10
_CLOCK_SKEW: Final = timedelta(minutes=5).total_seconds()
"""How far clocks may be apart before a time counts as one of the future."""


class SharedState(Struct, frozen=True):
    """What the file says."""

    last_at: float | None = None
    """Start of the last dream that succeeded, Unix seconds; None when there was none."""
    turns: int = 0
    """Turns that it read. The file calls them sessions."""
    note: str | None = None
    """Why what stands there does not count, in words."""


def read_shared_state(memory_dir: Path, now: float) -> SharedState:
    """The state as any program left it. What can't be used counts as no dream yet, with a note."""
    try:
        raw = read_bytes(memory_dir / STATE_FILE, limit=_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        return SharedState()
    except UnsafePath as unsafe:
        return SharedState(note=f"{STATE_FILE} {unsafe.reason}; it counts as no dream yet")
    except OSError as error:
        return SharedState(note=f"{STATE_FILE} can't be read ({error.strerror}); it counts as no dream yet")
    try:
        document: object = json.loads(raw)
    except (ValueError, RecursionError):
        return _reset("is no JSON")
    if not isinstance(document, dict):
        return _reset("is no JSON object")
    fields = cast("dict[str, Any]", document)
    given, turns = fields.get("lastConsolidatedAt"), fields.get("lastSessionCount")
    if given is None:
        return SharedState()
    last_at = unix_seconds(given) if isinstance(given, str) else None
    if last_at is None:
        return _reset("holds no readable time")
    if last_at > now + _CLOCK_SKEW:
        return _reset(f"holds a time in the future ({given[:30]})")
    return SharedState(last_at, turns if type(turns) is int and turns >= 0 else 0)


def write_shared_state(memory_dir: Path, started_at: float, turns: int) -> None:
    """Note a dream that succeeded; just the two keys that the neighbour knows. Raises OSError, UnsafePath."""
    document = {"lastConsolidatedAt": iso_instant(started_at), "lastSessionCount": turns}
    write_atomic(memory_dir / STATE_FILE, (json.dumps(document, indent=2) + "\n").encode())


def _reset(what: str) -> SharedState:
    return SharedState(note=f"{STATE_FILE} {what}; it counts as no dream yet, and the next one sets it right")

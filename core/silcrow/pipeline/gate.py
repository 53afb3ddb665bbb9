"""The gate and the other single appends that anyone may make: no process is started and no lock is needed here."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from silcrow.observational import ChunkRange, drafts
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.workers import Role


def set_enabled(memory: SessionMemory, enabled: bool, *, since: Literal["start", "now"] = "start", now: float) -> None:
    """Turn observing on or off for the session.

    With ``since="now"`` what was said so far becomes an accepted gap: covered, never observed, free to be cut. The
    first record of a session also fixes its UTC offset, so that ids keep their order when clocks change.
    """
    memory.make_folder()
    memory.refresh()
    view = memory.view()
    if view.utc_offset is None:
        note = drafts.session_note(session_id=memory.session.session_id, utc_offset=local_offset(now))
        memory.ledger.append(*note, now=now)
    if enabled and since == "now" and view.source and not view.total:
        accept_gap(memory, ChunkRange(view.source[0].id, view.source[-1].id), now=now)
    memory.ledger.append(*drafts.enabled(enabled), now=now)
    memory.ledger.refresh()


def accept_gap(memory: SessionMemory, chunk: ChunkRange, *, now: float) -> None:
    """Accept that this stretch is never observed: it counts as settled from now on."""
    _chunk_record(memory, chunk, "accepted", now)


def retry_gap(memory: SessionMemory, chunk: ChunkRange, *, now: float) -> None:
    """Give a parked stretch three new attempts."""
    _chunk_record(memory, chunk, "retry", now)


def pause(memory: SessionMemory, roles: Sequence[Role], reason: str | None, *, now: float) -> None:
    """Pause the clocks of these roles, or resume them with None."""
    memory.make_folder()
    for role in roles:
        memory.ledger.append(*drafts.paused(role, reason), now=now)
    memory.ledger.refresh()


def local_offset(now: float) -> int:
    """Seconds east of UTC here, at that moment."""
    offset = datetime.fromtimestamp(now).astimezone().utcoffset()
    return int(offset.total_seconds()) if offset else 0


def _chunk_record(memory: SessionMemory, chunk: ChunkRange, outcome: Literal["accepted", "retry"], now: float) -> None:
    memory.make_folder()
    memory.ledger.append(*drafts.chunk_note(chunk, outcome), now=now)
    memory.ledger.refresh()

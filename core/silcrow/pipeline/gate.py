"""The gate and the other single appends that anyone may make: no process is started here, and no lock is needed."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from silcrow.observational import ChunkRange, drafts
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.pipeline.since import Since, left_out
from silcrow.workers import Role

if TYPE_CHECKING:
    from silcrow.pipeline.answers import NotDone
    from silcrow.pipeline.seeding import Seed


def set_enabled(memory: SessionMemory, enabled: bool, *, since: Since = "start", now: float) -> "Seed | NotDone | None":
    """Turn observing on or off for the session.

    Open text before ``since`` becomes an accepted gap: covered, never observed, free to be cut. A fork that is turned
    on gets its parent's memory first; what became of that is the answer, None where there was nothing to ask. The first
    record of a session also fixes its UTC offset, so that ids keep their order when clocks change.
    """
    memory.refresh()
    seeded = _seed_fork(memory, now) if enabled else None
    memory.make_folder()
    if memory.view().utc_offset is None:
        note = drafts.session_note(session_id=memory.session.session_id, utc_offset=local_offset(now))
        memory.ledger.append(*note, now=now)
    if enabled:
        for stretch in left_out(memory, since):
            accept_gap(memory, stretch, now=now)
    memory.ledger.append(*drafts.enabled(enabled), now=now)
    memory.ledger.refresh()
    return seeded


def accept_gap(memory: SessionMemory, chunk: ChunkRange, *, now: float) -> None:
    """Accept that this stretch is not observed again: it counts as settled from now on.

    What failed observers had noted of it before they failed is kept.
    """
    from silcrow.pipeline.salvaging import salvaged

    draft = salvaged(memory, chunk)
    if draft is None:
        _chunk_record(memory, chunk, "accepted", now)
    else:
        memory.ledger.append(*draft, now=now, durable=True)
        memory.ledger.refresh()


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


def _seed_fork(memory: SessionMemory, now: float) -> "Seed | NotDone | None":
    header = memory.session.header
    if header is None or header.parent_session is None:
        return None
    # All that a driver settles at its start comes with this: the other switches should not pay for it.
    from silcrow.pipeline.holding import hold_session
    from silcrow.pipeline.seeding import seed, why_not_seeded

    why_not = why_not_seeded(memory)
    if why_not is not None:
        return None if why_not.code == "seeded" else why_not
    with hold_session(memory, purpose="taking over the parent's memory", now=now) as busy:
        # Whoever drives a fork has seeded it already.
        return None if busy is not None else seed(memory, now=now)

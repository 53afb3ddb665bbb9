"""Which turns of one session no dream has read yet, and how the mark moves when they are read. Pure."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

from silcrow.dreaming.book import LEAVES_KEPT, SessionMark
from silcrow.dreaming.turns import Turn


class Reading(Struct, frozen=True):
    """A session's turns on its active path, beside what is known of it."""

    turns: Sequence[Turn]
    """In the order of the path."""
    mark: SessionMark | None = None
    behind: AbstractSet[str] = frozenset()
    """Ids of all entries on the paths to the leaves of the mark."""
    leaves_found: bool = False
    """The file still holds one of these leaves."""
    begun: float = 0.0
    """Unix seconds before which everything belongs to the session that this one was forked from."""


def unread(reading: Reading, horizon: float) -> tuple[Turn, ...]:
    """The turns that are due, in the order of the path.

    A mark counts up to its deepest entry on the active path; in a file that holds none of its leaves any more, as one
    that was put back from a copy, up to its time. What is older than the horizon, or than the fork, is left alone.
    """
    return tuple(
        turn
        for turn in reading.turns
        if turn.time >= max(horizon, reading.begun) and (not _is_read(turn, reading) or _was_too_old(turn, reading))
    )


def mark_after(reading: Reading, read: Collection[str], horizon: float) -> SessionMark:
    """The mark once the turns with these last entries were read too. They have to be due, the oldest ones first."""
    before = reading.mark
    mark = before or SessionMark(since=horizon)
    late = [turn for turn in reading.turns if turn.last in read and not _was_too_old(turn, reading)]
    old = [turn.last for turn in reading.turns if turn.last in read and _was_too_old(turn, reading)]
    if late:
        leaves = (*(leaf for leaf in mark.leaves if leaf != late[-1].last), late[-1].last)
        newest = max(mark.time, *(turn.time for turn in late))
        mark = replace(mark, leaves=leaves[-LEAVES_KEPT:], time=newest)
    if old:
        mark = replace(mark, older=(*mark.older, *old))
    left = any(turn.last not in read and _was_too_old(turn, reading) for turn in unread(reading, horizon))
    if before is not None and horizon < mark.since and not left:
        mark = replace(mark, since=horizon, older=())
    return mark


def _is_read(turn: Turn, reading: Reading) -> bool:
    if reading.mark is None:
        return False
    return turn.last in reading.behind if reading.leaves_found else turn.time <= reading.mark.time


def _was_too_old(turn: Turn, reading: Reading) -> bool:
    """It lies before what was read because it was left out then."""
    mark = reading.mark
    return mark is not None and turn.time < mark.since and turn.last not in mark.older

"""What of a path is settled, and which chunks to observe next.

Coverage is the union of the settled chunks on the path (recorded, empty, accepted), never a furthest point: a hole
stays visible, and no record can make coverage smaller. All is derived from ledger and live runs, nothing remembered.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from silcrow.observational.observation import ChunkRange
from silcrow.observational.placement import PlacedChunk, SourcePlaces
from silcrow.sessions.entries import SourceEntry
from silcrow.text.instants import unix_seconds

RETRY_DELAYS: tuple[float, ...] = (30.0, 120.0, 600.0)
"""Seconds after the first, second, third failure of a chunk."""
CLOCK_SKEW = 60.0
"""Seconds by which a time may be ahead of now; one further ahead was told by a clock that has been put back since."""
TRIES = 3
"""Failures after which a chunk is parked until somebody retries it or accepts the gap."""


class Trouble(Struct, frozen=True):
    """A chunk that failed and is not settled: it waits, is due again, or is parked."""

    state: Literal["waiting", "due", "parked"]
    latest: PlacedChunk
    failures: int
    """Since the user's last retry."""
    due_at: float
    """Unix seconds."""


def settled_marks(length: int, placed: Iterable[PlacedChunk]) -> bytearray:
    """One byte per source entry, 1 where it is settled."""
    settled = bytearray(length)
    for chunk in placed:
        if chunk.settled:
            fill(settled, chunk.first, chunk.last)
    return settled


def settled_prefix(settled: bytes | bytearray) -> int:
    """How many leading source entries are settled without a hole."""
    hole = settled.find(0)
    return len(settled) if hole < 0 else hole


def troubles(
    placed: Iterable[PlacedChunk], now: float, delays: Sequence[float] = RETRY_DELAYS
) -> dict[tuple[int, int], Trouble]:
    """Failed ranges by (first, last). A retry by hand opens a new period with its own tries."""
    by_range: dict[tuple[int, int], list[PlacedChunk]] = {}
    for chunk in placed:
        if chunk.outcome in ("failed", "parked", "retry"):
            by_range.setdefault((chunk.first, chunk.last), []).append(chunk)
    return {where: _trouble(notes, now, delays) for where, notes in sorted(by_range.items())}


def failures_of(placed: Iterable[PlacedChunk], chunk: ChunkRange) -> int:
    """How often this very range failed since the last retry by hand; the next attempt has one more as its number."""
    found = [each for each in placed if each.range == chunk and each.outcome in ("failed", "parked", "retry")]
    return _trouble(found, 0.0, RETRY_DELAYS).failures if found else 0


def next_chunks(
    source: Sequence[SourceEntry],
    placed: Sequence[PlacedChunk],
    in_flight: Iterable[ChunkRange],
    free: int,
    chunk_tokens: int,
    now: float,
    *,
    flush: bool = False,
    delays: Sequence[float] = RETRY_DELAYS,
) -> tuple[ChunkRange, ...]:
    """Chunks to start now, at most ``free``: retries that are due, then open text from the root on.

    Open text that ends at settled, busy or parked text is taken at any size, since it will never grow. Only the tip
    waits for ``chunk_tokens`` (or ``flush``) and does not end on an assistant message with unanswered calls. A chunk is
    whole entries, at least one, and ends only where the next entry is no tool result.
    """
    taken, standing = _occupied(source, placed, in_flight, now, delays)
    due = [where for where, trouble in standing.items() if trouble.state == "due"]
    chunks = due[: max(free, 0)]
    start = taken.find(0)
    while start >= 0 and len(chunks) < free:
        stop = taken.find(1, start)
        stop = len(source) if stop < 0 else stop
        end = _chunk_end(source, start, stop, chunk_tokens, flush=flush)
        if end is None:
            break
        chunks.append((start, end))
        start = taken.find(0, end + 1)
    return tuple(ChunkRange(source[first].id, source[last].id) for first, last in chunks)


def open_tail(
    source: Sequence[SourceEntry],
    placed: Sequence[PlacedChunk],
    in_flight: Iterable[ChunkRange],
) -> int:
    """Index behind the mark: from here to the tip nothing is settled, in flight, waiting or parked."""
    taken, _ = _occupied(source, placed, in_flight, 0.0, RETRY_DELAYS)
    return taken.rfind(1) + 1


def standing_troubles(
    source: Sequence[SourceEntry],
    placed: Sequence[PlacedChunk],
    in_flight: Iterable[ChunkRange],
    now: float,
    delays: Sequence[float] = RETRY_DELAYS,
) -> dict[tuple[int, int], Trouble]:
    """The failed ranges that are still whole, by (first, last).

    One that was settled in part meanwhile, or runs right now, is left out: what is left of it is open text again.
    """
    return _occupied(source, placed, in_flight, now, delays)[1]


def observed_tokens(entries: Iterable[SourceEntry]) -> int:
    """Estimated tokens that an observer would read."""
    return sum(entry.tokens for entry in entries if entry.observed)


class PathCoverage(Protocol):
    """A path with what is settled on it."""

    @property
    def places(self) -> SourcePlaces: ...

    @property
    def settled_marks(self) -> bytes: ...


def overtaken(own_path: PathCoverage, chunk: ChunkRange) -> bool:
    """Whether a part of the chunk was settled since its run started; its result must then be put aside.

    ``own_path`` leads from the root to ``chunk.to_id``. To be asked under the session's lock, right before the append:
    so partial overlaps can't arise. True also when the text itself is gone: nothing is left to record it for.
    """
    where = own_path.places.place(chunk)
    return where is None or own_path.settled_marks.find(1, where[0], where[1] + 1) >= 0


def _occupied(
    source: Sequence[SourceEntry],
    placed: Sequence[PlacedChunk],
    in_flight: Iterable[ChunkRange],
    now: float,
    delays: Sequence[float],
) -> tuple[bytearray, dict[tuple[int, int], Trouble]]:
    """What new chunks must keep off, and the failed ranges in it that still stand."""
    taken = settled_marks(len(source), placed)
    flights = tuple(in_flight)
    if flights:
        index = {entry.id: position for position, entry in enumerate(source)}
        for chunk in flights:
            first, last = index.get(chunk.from_id), index.get(chunk.to_id)
            if first is not None and last is not None:
                fill(taken, first, last)
    standing: dict[tuple[int, int], Trouble] = {}
    for (first, last), trouble in troubles(placed, now, delays).items():
        if taken.find(1, first, last + 1) < 0:
            fill(taken, first, last)
            standing[first, last] = trouble
    return taken, standing


def _chunk_end(source: Sequence[SourceEntry], start: int, stop: int, chunk_tokens: int, *, flush: bool) -> int | None:
    tokens = 0
    for index in range(start, stop):
        size = source[index].tokens if source[index].observed else 0
        if tokens and tokens + size > chunk_tokens and _may_end(source, index - 1):
            return index - 1
        tokens += size
    if stop < len(source):
        return stop - 1
    if tokens < chunk_tokens and not flush:
        return None
    end = stop - 1
    while end >= start and not _may_end(source, end):
        end -= 1
    if end < start or (not flush and observed_tokens(source[start : end + 1]) < chunk_tokens):
        return None
    return end


def _may_end(source: Sequence[SourceEntry], index: int) -> bool:
    if index + 1 < len(source):
        return source[index + 1].kind != "result"
    return source[index].kind != "calls"


def _trouble(notes: Sequence[PlacedChunk], now: float, delays: Sequence[float]) -> Trouble:
    retried = max((note.timestamp for note in notes if note.outcome == "retry"), default=None)
    period = [note for note in notes if retried is None or note.timestamp > retried or note.outcome == "retry"]
    failures = len({note.run_id or note.record_id for note in period if note.outcome == "failed"})
    latest = max(period, key=lambda note: note.order)
    if any(note.outcome == "parked" for note in period):
        return Trouble("parked", latest, failures, 0.0)
    if failures == 0 or not delays:
        return Trouble("due", latest, failures, 0.0)
    ended = unix_seconds(latest.timestamp) or 0.0
    # A clock that went back is no reason to wait until it is there again.
    due_at = ended + delays[min(failures, len(delays)) - 1] if ended <= now + CLOCK_SKEW else 0.0
    return Trouble("due" if now >= due_at else "waiting", latest, failures, due_at)


def fill(marks: bytearray, first: int, last: int) -> None:
    """Marks source entries ``first`` to ``last``."""
    marks[first : last + 1] = b"\x01" * (last - first + 1)

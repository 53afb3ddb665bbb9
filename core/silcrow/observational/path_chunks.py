"""A path as a row of chunks, each with what is known of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from silcrow.observational.coverage import RETRY_DELAYS, next_chunks, observed_tokens, standing_troubles
from silcrow.observational.observation import ChunkRange, ChunkState
from silcrow.observational.placement import PlacedChunk, shown
from silcrow.observational.view import Tally
from silcrow.sessions.entries import SourceEntry

_NONE = Tally()


class ChunkInFlight(Struct, frozen=True):
    """A chunk that an observer has in work."""

    range: ChunkRange
    run_id: str
    attempt: int = 1


def chunk_states(
    source: Sequence[SourceEntry],
    placed: Sequence[PlacedChunk],
    in_flight: Sequence[ChunkInFlight],
    chunk_tokens: int,
    now: float,
    *,
    enabled: bool,
    counts: Mapping[str, Tally],
    delays: Sequence[float] = RETRY_DELAYS,
) -> tuple[ChunkState, ...]:
    """The whole path in order, without a hole: every source entry is in exactly one chunk.

    Where settled chunks lie within each other the largest stands for all. ``counts`` tells by record id what
    became of its observations. Open text is ``queued`` where a free observer would start now, else ``raw``.
    """
    owners: list[ChunkState | None] = [None] * len(source)
    for state in _open(source, placed, in_flight, chunk_tokens, now, enabled=enabled, delays=delays):
        _take(owners, state)
    for state in _running(source, in_flight):
        _take(owners, state)
    for state in _settled(source, placed, counts):
        _take(owners, state)
    return tuple(_rows(source, owners))


def _rows(source: Sequence[SourceEntry], owners: Sequence[ChunkState | None]) -> Iterator[ChunkState]:
    first = 0
    for _, group in groupby(owners, key=id):
        members = list(group)
        last = first + len(members) - 1
        state = members[0]
        if state is None or (state.first, state.last) != (first, last):
            # Open text that may not be cut yet, or a chunk that another one covers in part: what is left of it.
            tokens = observed_tokens(source[first : last + 1])
            whole = ChunkRange(source[first].id, source[last].id)
            left = ChunkState(whole, "raw", tokens, first, last)
            state = replace(state, range=whole, tokens=tokens, first=first, last=last) if state else left
        yield state
        first = last + 1


def _take(owners: list[ChunkState | None], state: ChunkState) -> None:
    owners[state.first : state.last + 1] = [state] * (state.last - state.first + 1)


def _settled(
    source: Sequence[SourceEntry], placed: Sequence[PlacedChunk], counts: Mapping[str, Tally]
) -> Iterator[ChunkState]:
    held = iter(shown(placed))
    waiting = next(held, None)
    reach = -1
    # Both run in order of place, so each recorded chunk is met while its holder is at hand.
    holders: list[tuple[PlacedChunk, int]] = []
    for chunk in placed:
        if chunk.settled and chunk.last > reach:
            holders.append((chunk, max(chunk.first, reach + 1)))
            reach = chunk.last
    for chunk, first in holders:
        inside: list[PlacedChunk] = []
        while waiting is not None and waiting.first <= chunk.last:
            inside.append(waiting)
            waiting = next(held, None)
        main = next((each for each in inside if each.range == chunk.range), chunk)
        yield ChunkState(
            range=chunk.range,
            outcome="recorded" if inside else chunk.outcome,
            tokens=observed_tokens(source[first : chunk.last + 1]),
            first=first,
            last=chunk.last,
            attempt=main.attempt,
            run_id=main.run_id,
            active=sum(counts.get(each.record_id, _NONE).active for each in inside),
            retired=sum(counts.get(each.record_id, _NONE).retired for each in inside),
        )


def _running(source: Sequence[SourceEntry], in_flight: Sequence[ChunkInFlight]) -> Iterator[ChunkState]:
    index = {entry.id: position for position, entry in enumerate(source)} if in_flight else {}
    for flight in in_flight:
        first, last = index.get(flight.range.from_id), index.get(flight.range.to_id)
        if first is not None and last is not None and first <= last:
            tokens = observed_tokens(source[first : last + 1])
            yield ChunkState(flight.range, "running", tokens, first, last, flight.attempt, flight.run_id)


def _open(
    source: Sequence[SourceEntry],
    placed: Sequence[PlacedChunk],
    in_flight: Sequence[ChunkInFlight],
    chunk_tokens: int,
    now: float,
    *,
    enabled: bool,
    delays: Sequence[float],
) -> Iterator[ChunkState]:
    index = {entry.id: position for position, entry in enumerate(source)}
    ranges = [flight.range for flight in in_flight]
    many = len(source)
    due = next_chunks(source, placed, ranges, many, chunk_tokens, now, delays=delays) if enabled else ()
    starting = set(due)
    for chunk in next_chunks(source, placed, ranges, many, chunk_tokens, now, flush=True, delays=delays):
        first, last = index[chunk.from_id], index[chunk.to_id]
        outcome = "queued" if chunk in starting else "raw"
        yield ChunkState(chunk, outcome, observed_tokens(source[first : last + 1]), first, last)
    for (first, last), trouble in standing_troubles(source, placed, ranges, now, delays).items():
        queued = trouble.latest.range in starting
        if trouble.state == "due" and trouble.failures == 0 and not queued:
            continue
        yield ChunkState(
            range=trouble.latest.range,
            outcome="parked" if trouble.state == "parked" else "queued" if queued else "failed",
            tokens=observed_tokens(source[first : last + 1]),
            first=first,
            last=last,
            attempt=trouble.failures,
            run_id=trouble.latest.run_id,
            error=trouble.latest.error,
            due_at=trouble.due_at if trouble.state == "waiting" else None,
        )

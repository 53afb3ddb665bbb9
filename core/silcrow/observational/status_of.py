"""The one status of a session's observational memory, from ledger, runs and files."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from silcrow.observational.compaction.outlook import LastCompaction, compaction_outlook
from silcrow.observational.cost import total_cost
from silcrow.observational.coverage import RETRY_DELAYS, next_chunks, observed_tokens, open_tail
from silcrow.observational.filing_clock import consolidator_state
from silcrow.observational.path_chunks import ChunkInFlight, chunk_states
from silcrow.observational.pool import due_for_filing
from silcrow.observational.status import Driver, LastError, ObservationalState, Topic
from silcrow.observational.strip import timeline
from silcrow.observational.view import LedgerView
from silcrow.observational.worker_run import WorkerRun
from silcrow.settings import ObservationalSettings


class DurableFiles(Struct, frozen=True):
    """What the session's memory folder holds beside the ledger."""

    folder: Path
    topics: tuple[Topic, ...] = ()
    journey_tokens: int = 0


class ContextSize(Struct, frozen=True):
    """Estimated tokens of what the host would send: as it shows them, and as triggers count them."""

    shown: int = 0
    projected: int = 0
    last: LastCompaction | None = None
    """The compaction that the context starts with."""


class Forecast(Struct, frozen=True):
    """What observing the open text would read."""

    tokens: int
    chunks: int


def observational_state(
    view: LedgerView,
    settings: ObservationalSettings,
    runs: Sequence[WorkerRun],
    files: DurableFiles,
    context: ContextSize,
    driver: Driver,
    now: float,
    *,
    first_kept: str | None = None,
    delays: Sequence[float] = RETRY_DELAYS,
) -> ObservationalState:
    """Every gauge, state and sum that surfaces show, at ``now`` (Unix seconds).

    ``runs`` are all of this session. ``first_kept`` is the first entry that the last compaction of the path kept.
    """
    in_flight = flights(runs)
    ranges = [flight.range for flight in in_flight]
    chunks = chunk_states(
        view.source,
        view.chunks,
        in_flight,
        settings.chunk_tokens,
        now,
        enabled=view.enabled and not settings.passive,
        counts=view.counts,
        delays=delays,
    )
    target, trigger = settings.pool_target_tokens, settings.consolidate_at_pool_tokens
    return ObservationalState(
        folder=files.folder,
        enabled=view.enabled,
        passive=settings.passive,
        driver=driver,
        paused=view.paused,
        running=sum(run.state == "running" for run in runs),
        max_running=settings.observer_concurrency,
        queued=sum(chunk.outcome == "queued" for chunk in chunks),
        pool=view.pool,
        dropped=view.dropped,
        total=view.total,
        pool_tokens=view.pool_tokens,
        pool_target=target,
        pool_trigger=trigger,
        next_to_file=len(due_for_filing(view.pool, target, trigger)),
        raw_tokens=observed_tokens(view.source[open_tail(view.source, view.chunks, ranges) :]),
        chunk_tokens=settings.chunk_tokens,
        chunks=chunks,
        settled_to=view.settled_to,
        consolidator=consolidator_state(
            view, runs, now, target=target, trigger=trigger, passive=settings.passive, delays=delays
        ),
        topics=files.topics,
        journey_tokens=files.journey_tokens,
        context_tokens=context.shown,
        projected_tokens=context.projected,
        compact_at=settings.compact_at_context_tokens,
        cost=total_cost(view.costs, runs, utc_offset=view.utc_offset or 0),
        timeline=timeline(chunks, (view.places.at(first_kept) or 0) if first_kept else 0),
        last_error=last_error(runs),
        foreign_records=view.foreign,
        compaction=compaction_outlook(view, settings.tail_tokens, files.topics, files.journey_tokens, context.last)
        if view.enabled
        else None,
    )


def flights(runs: Sequence[WorkerRun]) -> tuple[ChunkInFlight, ...]:
    """The chunks that running observers have in work."""
    return tuple(
        ChunkInFlight(run.chunk, run.run_id, run.attempt)
        for run in runs
        if run.state == "running" and run.chunk is not None
    )


def last_error(runs: Sequence[WorkerRun]) -> LastError | None:
    """The newest failure of a role that has not ended well since, with how many runs in a row ended that way."""
    ended = sorted(
        (run for run in runs if run.finished_at is not None and run.state not in ("running", "stopped", "reverted")),
        key=lambda run: (run.finished_at or 0.0, run.run_id),
        reverse=True,
    )
    well: set[str] = set()
    for index, run in enumerate(ended):
        if run.error is None:
            well.add(run.role)
        elif run.role not in well:
            kind = run.error.kind
            return LastError(run.run_id, kind, run.error.words, run.finished_at or 0.0, _in_a_row(ended[index:], kind))
    return None


def forecast(view: LedgerView, chunk_tokens: int) -> Forecast:
    """What turning memory on would observe at once; ``chunk_tokens`` as the settings have it."""
    chunks = next_chunks(view.source, view.chunks, (), len(view.source), chunk_tokens, float("inf"))
    places = [place for place in map(view.places.place, chunks) if place is not None]
    return Forecast(
        tokens=sum(observed_tokens(view.source[first : last + 1]) for first, last in places), chunks=len(chunks)
    )


def _in_a_row(newest_first: Sequence[WorkerRun], kind: str) -> int:
    count = 0
    for run in newest_first:
        if run.role != newest_first[0].role:
            continue
        if run.error is None or run.error.kind != kind:
            break
        count += 1
    return count

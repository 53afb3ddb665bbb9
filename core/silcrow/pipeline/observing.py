"""From open text to observations: which chunks are due, what their observers get, what becomes of the results."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from silcrow.observational import ChunkRange, LedgerView, Observation, drafts, failures_of, next_chunks, overtaken
from silcrow.observational.ids import assign_ids
from silcrow.pipeline.booking import book
from silcrow.pipeline.failure_kinds import NEEDS_A_PERSON, RETRIED
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.pipeline.shortening import TRIES_OF_ONE, entry_limit, refusals_of, shortened
from silcrow.sessions import SourceEntry
from silcrow.settings import ObservationalSettings
from silcrow.text.instants import unix_seconds
from silcrow.workers import Run, RunOutcome, WorkOrder
from silcrow.workers.observer import observer_order, validate_observations


def due_chunks(
    memory: SessionMemory,
    settings: ObservationalSettings,
    in_flight: Sequence[ChunkRange],
    free: int,
    now: float,
    *,
    flush: bool,
    delays: Sequence[float],
) -> tuple[ChunkRange, ...]:
    """Chunks to start now, at most ``free``; with ``flush`` also the rest that is smaller than a chunk."""
    view = memory.view()
    chunks = next_chunks(
        view.source, view.chunks, in_flight, free, settings.chunk_tokens, now, flush=flush, delays=delays
    )
    runs, model = memory.runs.runs(), str(settings.observer_model)
    return tuple(shortened(view, chunk, runs, model) for chunk in chunks)


def order_for(
    memory: SessionMemory, chunk: ChunkRange, settings: ObservationalSettings, *, pace_seconds: float = 0.0
) -> WorkOrder:
    """The work order for one chunk of the current path, with what was observed just before it."""
    view = memory.view()
    entries = _entries_of(view, chunk)
    offset = view.utc_offset or 0
    return observer_order(
        [memory.session.entry(entry.id) for entry in entries if entry.observed],
        chunk,
        session_id=memory.session.session_id,
        model=settings.observer_model,
        limits=settings.limits,
        utc_offset=offset,
        before=_before(view.pool, entries, offset),
        project=str(memory.project),
        attempt=failures_of(view.chunks, chunk) + 1,
        pace_seconds=pace_seconds,
        entry_limit=entry_limit(chunk, memory.runs.runs(), str(settings.observer_model)),
        context=[memory.session.entry(entry.id) for entry in _overlap(view, chunk, settings.chunk_overlap_tokens)],
    )


def settle_unseen(memory: SessionMemory, chunk: ChunkRange, now: float) -> bool:
    """Settle a chunk that holds nothing an observer may see, without a worker; False when there is something."""
    if any(entry.observed for entry in _entries_of(memory.view(), chunk)):
        return False
    memory.ledger.append(*drafts.chunk_note(chunk, "empty"), now=now)
    memory.ledger.refresh()
    return True


def commit(memory: SessionMemory, outcome: RunOutcome, now: float, *, retries: int) -> None:
    """Record what became of an observer's run, then book its cost.

    To be called under the session's lock. A result whose text was settled meanwhile is put aside; a run that was
    stopped leaves its chunk raw, with no attempt counted. Doing it twice for one run changes nothing.
    """
    run = outcome.run
    if run.chunk is not None and not _overtaken(memory, run.chunk):
        if outcome.result is not None:
            _record(memory, run, run.chunk, outcome.result, now)
        elif run.error is not None and run.error.kind in RETRIED:
            _note_failure(memory, run, run.chunk, now, retries=retries)
        elif run.error is not None and run.error.kind == "context_too_long":
            # Tried again in halves. What can't be halved any more is given up after a few shorter excerpts.
            if refusals_of(run.chunk, memory.runs.runs(), run.model) >= TRIES_OF_ONE:
                _note_failure(memory, run, run.chunk, now, retries=0)
        elif run.error is not None and run.error.kind in NEEDS_A_PERSON:
            memory.ledger.append(*drafts.paused("observer", run.error.words), now=now)
    book(memory, run, now)


def _record(memory: SessionMemory, run: Run, chunk: ChunkRange, result: Mapping[str, Any], now: float) -> None:
    view = memory.ledger.view(chunk.to_id)
    entries = _entries_of(view, chunk)
    known = {observation.content for observation in view.pool}
    raw, problems = validate_observations(result, [entry.id for entry in entries], known)
    if raw:
        observations = assign_ids(raw, entries, memory.ledger.taken_ids(), view.utc_offset or 0, run_id=run.run_id)
        draft = drafts.recorded(chunk, observations, run_id=run.run_id, attempt=run.attempt)
    else:
        draft = drafts.chunk_note(chunk, "empty", run_id=run.run_id, attempt=run.attempt)
    memory.ledger.append(*draft, now=now, durable=True)
    found = f"{len(raw)} found" if raw else "nothing noted"
    unusable = f", {len(problems)} unusable" if problems else ""
    memory.runs.update(replace(run, state="done" if raw else "empty", summary=found + unusable))


def _note_failure(memory: SessionMemory, run: Run, chunk: ChunkRange, now: float, *, retries: int) -> None:
    assert run.error is not None
    words = (run.error.kind, run.error.words)
    failed = drafts.chunk_note(chunk, "failed", run_id=run.run_id, attempt=run.attempt, error=words)
    memory.ledger.append(*failed, now=now)
    memory.ledger.refresh()
    if failures_of(memory.ledger.view(chunk.to_id).chunks, chunk) >= retries:
        parked = drafts.chunk_note(chunk, "parked", run_id=run.run_id, attempt=run.attempt, error=words)
        memory.ledger.append(*parked, now=now)


def _overtaken(memory: SessionMemory, chunk: ChunkRange) -> bool:
    memory.ledger.refresh()
    return overtaken(memory.ledger.view(chunk.to_id), chunk)


def _entries_of(view: LedgerView, chunk: ChunkRange) -> tuple[SourceEntry, ...]:
    place = view.places.place(chunk)
    if place is None:
        return ()
    first, last = place
    return view.source[first : last + 1]


def _overlap(view: LedgerView, chunk: ChunkRange, tokens: int) -> tuple[SourceEntry, ...]:
    """The entries right before the chunk that an observer may see, as many as fit whole into so many tokens."""
    place = view.places.place(chunk)
    taken: list[SourceEntry] = []
    for entry in reversed(view.source[: place[0]] if place and tokens > 0 else ()):
        if not entry.observed:
            continue
        if entry.tokens > tokens:
            break
        tokens -= entry.tokens
        taken.append(entry)
    return tuple(reversed(taken))


def _before(pool: Sequence[Observation], entries: Sequence[SourceEntry], offset: int) -> tuple[Observation, ...]:
    """Observations older than the chunk. Ids are local times at the session's offset, and sort as text."""
    began = unix_seconds(entries[0].timestamp) if entries else None
    if began is None:
        return ()
    local = datetime.fromtimestamp(began + offset, UTC).replace(tzinfo=None).isoformat(timespec="seconds")
    return tuple(observation for observation in pool if observation.timestamp < local)

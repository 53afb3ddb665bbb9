"""What to hand out when a model could not take a whole chunk: half of it, and of a single entry a shorter excerpt.

All is derived from the runs on record, so that a restart goes on where the last driver was.
"""

from collections.abc import Sequence
from typing import Final

from silcrow.observational import ChunkRange, LedgerView, next_chunks
from silcrow.observational.coverage import observed_tokens
from silcrow.workers import Run
from silcrow.workers.chunk_entry import TEXT_LIMIT

TRIES_OF_ONE: Final = 4
"""How often a stretch that can't be halved is tried, each time with shorter excerpts, before it is parked."""


def shortened(view: LedgerView, chunk: ChunkRange, runs: Sequence[Run], model: str) -> ChunkRange:
    """The chunk, or its first part where the model refused as much from the same entry on: at most half of that."""
    place = view.places.place(chunk)
    refused = [_tokens(view, each) for each in _refused(runs, model) if each.from_id == chunk.from_id]
    sizes = [tokens for tokens in refused if tokens is not None]
    if place is None or not sizes:
        return chunk
    entries = view.source[place[0] : place[1] + 1]
    first_part = next_chunks(entries, (), (), 1, max(min(sizes) // 2, 1), 0.0, flush=True)
    return first_part[0] if first_part else chunk


def entry_limit(chunk: ChunkRange, runs: Sequence[Run], model: str) -> int:
    """Code points of each entry that are shown: halved for each time that this very chunk was refused."""
    return TEXT_LIMIT >> min(refusals_of(chunk, runs, model), TRIES_OF_ONE)


def refusals_of(chunk: ChunkRange, runs: Sequence[Run], model: str) -> int:
    """How often this very chunk was too long for the model (``provider/id``)."""
    return _refused(runs, model).count(chunk)


def _refused(runs: Sequence[Run], model: str) -> list[ChunkRange]:
    """The chunks that were too long for the model, once for each time."""
    return [
        run.chunk
        for run in runs
        if run.chunk is not None and run.model == model and run.error and run.error.kind == "context_too_long"
    ]


def _tokens(view: LedgerView, chunk: ChunkRange) -> int | None:
    place = view.places.place(chunk)
    return observed_tokens(view.source[place[0] : place[1] + 1]) if place is not None else None

"""What observers had noted of a stretch before they failed: kept when a person gives the stretch up."""

from silcrow.observational import ChunkRange, drafts, overtaken
from silcrow.observational.drafts import Draft
from silcrow.observational.fold import visible_records
from silcrow.observational.ids import assign_ids
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.workers.observer import validate_observations
from silcrow.workers.outcome import noted_before_failing


def salvaged(memory: SessionMemory, chunk: ChunkRange) -> Draft | None:
    """The record of what failed runs of this very chunk have left; None when that is nothing.

    While a chunk is still to be tried, nothing of it is recorded: the next observer reads all of it again, and would
    note the same in other words.
    """
    failed = [run for run in memory.runs.runs() if run.chunk == chunk and run.state == "failed"]
    found = {run: noted_before_failing(memory.runs.paths(run.run_id)) for run in failed}
    view = memory.ledger.view(chunk.to_id) if any(found.values()) else None
    place = view.places.place(chunk) if view is not None else None
    if view is None or place is None or overtaken(view, chunk):
        return None
    newest = next(run for run in failed if found[run])
    entries = view.source[place[0] : place[1] + 1]
    items = [item for run in reversed(failed) for item in found[run]]
    # What they said again of earlier text may have been filed by now; it is no news for that.
    recorded = visible_records(memory.ledger.session_fold().recorded, memory.session, view.places)
    known = {observation.content for record in recorded for observation in record.observations}
    raw, _ = validate_observations({"observations": items}, [entry.id for entry in entries], known)
    if not raw:
        return None
    observations = assign_ids(raw, entries, memory.ledger.taken_ids(), view.utc_offset or 0, run_id=newest.run_id)
    return drafts.recorded(chunk, observations, run_id=newest.run_id, attempt=newest.attempt)

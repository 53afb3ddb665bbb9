"""The built-in worker: extractive, deterministic, without key or network, at exactly no cost."""

from collections.abc import Mapping
from typing import Any

from silcrow.workers.assignment import Assignment, WorkFailed

_TURNS = 6


def work(assignment: Assignment) -> Mapping[str, Any]:
    """Do the order in a few turns that show progress."""
    if assignment.model_id != "extractive":
        raise WorkFailed("spawn", f"could not start: the built-in worker has no model {assignment.model_id}")
    if assignment.role == "observer":
        return _observe(assignment)
    if assignment.role == "consolidator":
        return _consolidate(assignment)
    if assignment.role == "dream":
        return _dream(assignment)
    raise WorkFailed("spawn", f"could not start: the built-in worker has no role {assignment.role}")


def _observe(assignment: Assignment) -> Mapping[str, Any]:
    from silcrow.workers.extractive.noting import notebook_for

    entries = assignment.payload["entries"]
    notebook = notebook_for(assignment.payload)
    for part in assignment.turns(entries, _TURNS):
        for entry in part:
            notebook.read(entry)
        found = len(notebook.best())
        assignment.reply(f"{found} found so far" if found else "reading")
    return {"observations": [note.to_document() for note in notebook.best()]}


def _consolidate(assignment: Assignment) -> Mapping[str, Any]:
    from silcrow.workers.extractive.filing import Filing

    filing = Filing.open(assignment.paths.work, assignment.payload)
    groups = filing.groups()
    for part in assignment.turns(groups, len(groups)):
        for group in part:
            filing.file(group)
        assignment.reply(filing.progress())
    filing.write_journey()
    return {"dispositions": filing.dispositions}


def _dream(assignment: Assignment) -> Mapping[str, Any]:
    from silcrow.curated import TARGETS, MemoryStore, Success
    from silcrow.workers.dream import turns_of
    from silcrow.workers.extractive.standing import ear_for

    store = MemoryStore(assignment.paths.work)
    files = [store.read(target) for target in TARGETS]
    ear = ear_for(assignment.payload, (entry for file in files if isinstance(file, Success) for entry in file.entries))
    for part in assignment.turns(turns_of(assignment.payload), _TURNS):
        for turn in part:
            ear.listen(turn)
        assignment.reply(f"{len(ear.proposals)} heard twice so far" if ear.proposals else "reading")
    return ear.result()

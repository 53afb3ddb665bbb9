"""Observations by their id, with what became of them and the session entries that they rest on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from silcrow.observational.archive import Archived, How, read_archive
from silcrow.observational.fold import visible_records
from silcrow.observational.observation import ChunkRange, Observation
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.threats import redact
from silcrow.workspace.in_context import InContext
from silcrow.workspace.place import SourceText
from silcrow.workspace.run_details import source_texts
from silcrow.workspace.search import Standing

Fate = Literal["active", How, "set aside", "another branch"]
"""Where an observation is: in the pool; out of it, as the archive says; on this branch and yet in neither (it was
dropped without an archive, or its text was observed once more in a larger chunk); recorded on another branch."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """An observation, whatever became of it."""

    observation: Observation
    fate: Fate
    standing: Standing
    chunk: ChunkRange | None = None
    """The text that its observer was given; None where that is not known."""
    archived: Archived | None = None
    """The line of the archive that took it in last; None while it is active."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """An observation with the session entries that it names."""

    remembered: Remembered
    sources: tuple[SourceText, ...]
    missing: tuple[str, ...]
    """Ids of named entries that the session does not hold any more."""


def remembered(memory: SessionMemory, context: InContext) -> tuple[Remembered, ...]:
    """All observations of a session, those of the archive and of other branches too, in order of time.

    ``memory`` was refreshed by whoever owns it.
    """
    found: dict[tuple[str, str], Remembered] = {}
    for each in _all(memory, context):
        found.setdefault(each.observation.key, each)
    return tuple(found[key] for key in sorted(found))


def find_remembered(everything: Sequence[Remembered], wanted: str) -> tuple[Remembered, ...]:
    """Those whose id is ``wanted``, or begins with it where none is equal."""
    equal = tuple(each for each in everything if each.observation.timestamp == wanted)
    return equal or tuple(each for each in everything if wanted and each.observation.timestamp.startswith(wanted))


def recall(memory: SessionMemory, each: Remembered) -> Recalled:
    """An observation with its sources, read from the session file."""
    named = each.observation.sources
    missing = tuple(entry_id for entry_id in named if entry_id not in memory.session)
    return Recalled(each, source_texts(memory, each.observation), missing)


def recalled_document(recalled: Recalled) -> dict[str, Any]:
    """The JSON of one observation for ``recall``. What it says and its sources are without secrets."""
    each = recalled.remembered
    archived = each.archived
    return {
        **remembered_document(each),
        "runId": each.observation.run_id,
        "chunk": None if each.chunk is None else {"fromId": each.chunk.from_id, "toId": each.chunk.to_id},
        "topic": archived.topic if archived else None,
        "reason": redact(archived.reason) if archived and archived.reason else None,
        "archivedAt": archived.archived_at if archived else None,
        "archivedBy": archived.run_id if archived else None,
        "sources": [
            {"id": source.id, "role": source.role, "time": source.timestamp, "text": source.text}
            for source in recalled.sources
        ],
        "missingSources": list(recalled.missing),
    }


def remembered_document(each: Remembered) -> dict[str, Any]:
    """One observation without what it rests on."""
    observation = each.observation
    return {
        "id": observation.timestamp,
        "content": redact(observation.content),
        "state": each.fate,
        "standing": each.standing,
    }


def _all(memory: SessionMemory, context: InContext) -> Iterator[Remembered]:
    """The pool first, then the archive, then what is in neither: the first one that names an observation is right."""
    view, fold = memory.view(), memory.ledger.session_fold()
    recorded = fold.recorded
    chunks = {observation.key: record.chunk for record in recorded for observation in record.observations}
    for each in view.pool:
        standing: Standing = "in context now" if context.shows_line(each.line) else "in memory"
        yield Remembered(each, "active", standing, chunks.get(each.key))
    for archived in reversed(read_archive(memory.folder)):
        each = archived.observation
        standing = "in context now" if context.shows_line(each.line) else "past"
        yield Remembered(each, archived.how, standing, chunks.get(each.key), archived)
    here = {record.id for record in visible_records(recorded, memory.session, view.places)}
    for record in recorded:
        fate: Fate = "set aside" if record.id in here else "another branch"
        for each in record.observations:
            standing = "in context now" if context.shows_line(each.line) else "past"
            yield Remembered(each, fate, standing, record.chunk)

"""Observations by their id, with what became of them and the session entries that they rest on."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

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


class Remembered(Struct, frozen=True):
    """An observation, whatever became of it."""

    observation: Observation
    fate: Fate
    standing: Standing
    archived: Archived | None = None
    """The line of the archive that took it in last; None while it is active."""


class Recalled(Struct, frozen=True):
    """An observation with the session entries that it names."""

    remembered: Remembered
    chunk: ChunkRange | None
    """The text that its observer was given; None where that is not known."""
    sources: tuple[SourceText, ...]
    missing: tuple[str, ...]
    """Ids of named entries that the session does not hold any more."""


def remembered(
    memory: SessionMemory, context: InContext, wanted: Callable[[str], bool] = lambda _: True
) -> tuple[Remembered, ...]:
    """All observations of a session, those of the archive and of other branches too, in order of time.

    Only those whose text is ``wanted``, of the archive with their reason. ``memory`` was refreshed by whoever owns it.
    """
    return tuple(sorted(_all(memory, context, wanted), key=lambda each: each.observation.key))


def find_remembered(everything: Sequence[Remembered], wanted: str) -> tuple[Remembered, ...]:
    """Those whose id is ``wanted``, or begins with it where none is equal."""
    equal = tuple(each for each in everything if each.observation.timestamp == wanted)
    return equal or tuple(each for each in everything if wanted and each.observation.timestamp.startswith(wanted))


def recall(memory: SessionMemory, each: Remembered) -> Recalled:
    """An observation with its sources, read from the session file."""
    named = each.observation.sources
    missing = tuple(entry_id for entry_id in named if entry_id not in memory.session)
    return Recalled(each, _chunk_of(memory, each.observation), source_texts(memory, each.observation), missing)


def topic_of(folder: Path, observation: Observation) -> str | None:
    """File name of the topic that an observation was filed or merged into last; None where none is there (any more).

    A consolidation that was taken back leaves its lines in the archive: what it filed may be in the pool again, and in
    a topic that stayed as it was.
    """
    lines = (each for each in reversed(read_archive(folder)) if each.observation.key == observation.key)
    names = (each.topic for each in lines if each.topic is not None)
    return next((name for name in names if Path(name).name == name and (folder / name).is_file()), None)


def recalled_document(recalled: Recalled) -> dict[str, Any]:
    """The JSON of one observation for ``recall``. What it says and its sources are without secrets."""
    each, chunk = recalled.remembered, recalled.chunk
    archived = each.archived
    return {
        **remembered_document(each),
        "runId": each.observation.run_id,
        "chunk": None if chunk is None else {"fromId": chunk.from_id, "toId": chunk.to_id},
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


def _all(memory: SessionMemory, context: InContext, wanted: Callable[[str], bool]) -> Iterator[Remembered]:
    """The pool first, then the archive, then what is in neither: the first one that names an observation is right."""
    view, recorded = memory.view(), memory.ledger.session_fold().recorded
    seen: set[tuple[str, str]] = set()
    for each in view.pool:
        seen.add(each.key)
        if wanted(each.content):
            standing: Standing = "in context now" if context.shows_line(each.line) else "in memory"
            yield Remembered(each, "active", standing)
    for archived in reversed(read_archive(memory.folder)):
        each = archived.observation
        if each.key in seen:
            continue
        seen.add(each.key)
        if wanted(each.content) or wanted(archived.text):
            yield Remembered(each, archived.how, _once_standing(each, context), archived)
    here = {record.id for record in visible_records(recorded, memory.session, view.places)}
    for record in recorded:
        fate: Fate = "set aside" if record.id in here else "another branch"
        for each in record.observations:
            if each.key in seen:
                continue
            seen.add(each.key)
            if wanted(each.content):
                yield Remembered(each, fate, _once_standing(each, context))


def _once_standing(observation: Observation, context: InContext) -> Standing:
    """Of one that left the pool: the context may still begin with a block that has it."""
    return "in context now" if context.shows_line(observation.line) else "past"


def _chunk_of(memory: SessionMemory, observation: Observation) -> ChunkRange | None:
    recorded = memory.ledger.session_fold().recorded
    return next((record.chunk for record in reversed(recorded) if observation in record.observations), None)

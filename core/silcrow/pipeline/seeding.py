"""Giving a fork the memory of its parent, once: topics, journey, archive, and the records of the text that both hold.

What makes memory larger is written first: files, archive, records, and last the record of the seeding, which is what
makes the parent's drops count. A crash before that leaves facts twice, never nowhere, and the next start takes up what
is missing. The parent's folder is only read.
"""

from collections.abc import Iterable

from msgspec import Struct

from silcrow.files import append_line, read_bytes, write_atomic
from silcrow.observational import ARCHIVE_FILE, JOURNEY_FILE, drafts
from silcrow.observational.archive import append_archive
from silcrow.observational.inheritance import Inheritance, LedgerLine, inheritance, is_own_work
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.records import Foreign, Record, Seeded
from silcrow.pipeline.answers import NotDone
from silcrow.pipeline.parents import Parent, ParentMemory, durable_files, ledger_lines, parent_of, read_parent
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.text.json_line import json_line
from silcrow.workers.applying import write_index

_LATE = (
    "This session was observed on its own already; what its parent noted of the same text would stand there twice, "
    "so it is not taken over."
)


WORTH_TELLING = frozenset({"gone", "late", "busy", "io"})
"""Codes with which a fork got nothing that somebody expects; a parent that had nothing to give is no news."""


class Seed(Struct, frozen=True):
    """What a fork has from its parent now."""

    parent_id: str
    observations: int
    """In the pool."""
    topics: int
    journey: bool
    inherited_usd: float
    """Spent by the parent; never part of what the fork spends itself."""


class _Due(Struct, frozen=True):
    parent: Parent
    memory: ParentMemory
    taken: Inheritance


def seed(memory: SessionMemory, *, now: float) -> Seed | NotDone:
    """Take over the parent's memory; to be called under the session's lock.

    Not done, with the folder as it was: ``no_fork``, ``seeded`` (it was done before), ``gone`` (no parent is found),
    ``nothing`` (the parent remembers nothing), ``late`` (the session was observed on its own), ``busy`` (the parent
    changes all the time) and ``io``.
    """
    memory.refresh()
    try:
        due = _due(memory)
        if isinstance(due, NotDone):
            return due
        memory.make_folder()
        _write_files(memory, due.memory)
        _write_records(memory, due, now)
    except OSError as error:
        return _unreadable(error)
    view = memory.view()
    return Seed(
        due.parent.session_id,
        len(view.pool),
        len(due.memory.files.keys() - {JOURNEY_FILE}),
        JOURNEY_FILE in due.memory.files,
        view.cost.inherited_usd,
    )


def why_not_seeded(memory: SessionMemory) -> NotDone | None:
    """What `seed` would refuse with now; None where it would do it. Nothing is written and no lock is needed."""
    try:
        due = _due(memory)
    except OSError as error:
        return _unreadable(error)
    return due if isinstance(due, NotDone) else None


def was_on_in_parent(memory: SessionMemory) -> bool:
    """Whether this is a fork that is still to be seeded, made while memory was on in its parent."""
    try:
        due = _due(memory)
    except OSError:
        return False
    return not isinstance(due, NotDone) and due.taken.enabled


def _due(memory: SessionMemory) -> _Due | NotDone:
    header = memory.session.header
    if header is None or header.parent_session is None:
        return NotDone("no_fork", "This session is no fork: it has no parent to take a memory from.")
    records = _records(memory)
    if _was_seeded(header.id, records):
        return NotDone("seeded", "This fork has its parent's memory already.")
    parent = parent_of(memory)
    if parent is None or not parent.exists:
        return NotDone("gone", f"The parent is not there any more ({header.parent_session}): this fork starts afresh.")
    read = read_parent(parent)
    if read is None:
        return NotDone("busy", f"The memory of the parent {parent.session_id} changes all the time; try again.")
    inherited = {record.id for each in read.lines if (record := _record(each)) is not None}
    own_files = durable_files(memory.folder)
    if any(is_own_work(each, inherited, header) for each in records) or any(
        read.files.get(name) != content for name, content in own_files.items()
    ):
        return NotDone("late", _LATE)
    taken = inheritance(read.lines, read.held_runs, header, entries=memory.session, known={each.id for each in records})
    # One that died before its last record left nothing more to take over; what it began is still to be ended.
    begun = any(not each.in_file and each.id in inherited for each in records)
    if not taken and not read.files and not begun:
        return NotDone("nothing", f"The parent {parent.session_id} remembers nothing of this session's text.")
    return _Due(parent, read, taken)


def _unreadable(error: OSError) -> NotDone:
    return NotDone("io", f"The parent's memory can't be taken over: {error.strerror or error}.")


def _records(memory: SessionMemory) -> tuple[Record | Foreign, ...]:
    lines = ledger_lines(memory.session, memory.folder)
    return tuple(record for each in lines if (record := _record(each)) is not None)


def _was_seeded(session_id: str, records: Iterable[Record | Foreign]) -> bool:
    return any(isinstance(each, Seeded) and each.session_id == session_id for each in records)


def _record(line: LedgerLine) -> Record | Foreign | None:
    return parse_record(line.line, in_file=line.in_file)


def _write_files(memory: SessionMemory, parent: ParentMemory) -> None:
    for name, content in parent.files.items():
        write_atomic(memory.folder / name, content, mode=0o600)
    path = memory.folder / ARCHIVE_FILE
    there = frozenset(read_bytes(path).split(b"\n")) if path.is_file() else frozenset[bytes]()
    append_archive(memory.folder, [line for line in parent.archive.split(b"\n") if line.strip() and line not in there])


def _write_records(memory: SessionMemory, due: _Due, now: float) -> None:
    for line in due.taken.lines:
        append_line(memory.ledger.path, json_line(line))
    draft = drafts.seeded(session_id=memory.session.session_id, parent_id=due.parent.session_id, runs=due.taken.runs)
    # Last of all comes the record that says that nothing is left to do.
    write_index(memory.folder)
    memory.ledger.append(*draft, now=now, durable=True, beside=True)
    memory.ledger.refresh()

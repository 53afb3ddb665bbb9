"""The parent of a forked session, and what its memory holds at one moment. Nothing of it is ever written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from silcrow.files import read_bytes
from silcrow.observational import ARCHIVE_FILE, JOURNEY_FILE, LEDGER_FILE, Ledger
from silcrow.observational.inheritance import LedgerLine
from silcrow.observational.ledger import PREFIXES
from silcrow.observational.topics import topic_paths
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.sessions import SessionFile, parent_session_id, usable_memory_id
from silcrow.text.json_line import parse_json_line

_Mark = tuple[str, int, int, int]
_LOOKS: Final = 5


class Parent(Struct, frozen=True):
    """Where the parent of a fork is."""

    session_id: str
    path: Path
    """Its session file; it may be gone."""
    folder: Path
    """Its memory folder; it may never have been made."""

    @property
    def exists(self) -> bool:
        return self.path.is_file() or self.folder.is_dir()


class ParentMemory(Struct, frozen=True):
    """What the parent's files held at one moment."""

    lines: tuple[LedgerLine, ...]
    held_runs: frozenset[str]
    """Runs whose drops count there."""
    files: Mapping[str, bytes]
    """Topics and journey."""
    archive: bytes


def parent_of(memory: SessionMemory) -> Parent | None:
    """The session that this one was forked from; None when it was not, or names its parent in no known way.

    Its memory stands in the same project, or where the parent worked. Where the named file is gone its id still leads
    to its memory, and to a session file of that id in the same folder.
    """
    header = memory.session.header
    session_id = parent_session_id(header) if header else None
    if header is None or header.parent_session is None or session_id is None:
        return None
    if not usable_memory_id(session_id) or session_id == header.id:
        return None
    path = Path(header.parent_session)
    if not path.is_file():
        path = next(iter(sorted(memory.session.path.parent.glob(f"*_{session_id}.jsonl"))), path)
    return Parent(session_id, path, _memory_folder(memory.project, path, session_id))


def read_parent(parent: Parent) -> ParentMemory | None:
    """All of the parent's memory as of one moment; None when it changed at each of several looks.

    Between the steps of a change of the parent a fact may stand in both its pool and its topics, never in neither, so
    any moment will do. Raises OSError for what is there and can't be read.
    """
    session = SessionFile(parent.path)
    session.refresh()
    for _ in range(_LOOKS):
        marks, records = _marks(parent.folder), session.custom_entries(PREFIXES)
        read = _read(session, parent.folder)
        session.refresh()
        if _marks(parent.folder) == marks and session.custom_entries(PREFIXES) == records:
            return read
    return None


def ledger_lines(session: SessionFile, folder: Path) -> tuple[LedgerLine, ...]:
    """The lines of both places that may be records, those of the session file first."""
    inside = [LedgerLine(entry, in_file=True) for entry in session.custom_entries(PREFIXES)]
    parsed = [parse_json_line(raw) for raw in _content(folder / LEDGER_FILE).split(b"\n")]
    return (*inside, *(LedgerLine(line, in_file=False) for line in parsed if line is not None))


def durable_files(folder: Path) -> dict[str, bytes]:
    """Topics and journey of a memory folder, byte for byte; links are none of them."""
    journey = folder / JOURNEY_FILE
    paths = [*topic_paths(folder), *([] if journey.is_symlink() or not journey.is_file() else [journey])]
    return {path.name: read_bytes(path) for path in paths}


def _read(session: SessionFile, folder: Path) -> ParentMemory:
    ledger = Ledger(session, folder)
    ledger.refresh()
    return ParentMemory(
        ledger_lines(session, folder),
        ledger.session_fold().held_runs,
        durable_files(folder),
        _content(folder / ARCHIVE_FILE),
    )


def _memory_folder(project: Path, path: Path, session_id: str) -> Path:
    here = project / ".memory" / session_id
    if here.is_dir():
        return here
    session = SessionFile(path)
    session.refresh()
    worked_in = session.header.cwd if session.header else ""
    return Path(worked_in) / ".memory" / session_id if worked_in else here


def _marks(folder: Path) -> tuple[_Mark, ...]:
    """What tells that something in the folder changed: each write there is an append or a rename."""
    marks: list[_Mark] = []
    for path in (folder / LEDGER_FILE, folder / ARCHIVE_FILE, folder / JOURNEY_FILE, *topic_paths(folder)):
        try:
            found = path.lstat()
        except FileNotFoundError:
            continue
        marks.append((path.name, found.st_ino, found.st_size, found.st_mtime_ns))
    return tuple(marks)


def _content(path: Path) -> bytes:
    """What the file holds; nothing where there is none, or a link that would lead to somebody else's file."""
    try:
        return b"" if path.is_symlink() else read_bytes(path)
    except FileNotFoundError:
        return b""

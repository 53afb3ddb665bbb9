"""All sessions below a folder, by header and file status alone; a whole file is read only to learn its name."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from silcrow.files import TailReader
from silcrow.sessions.entries import SessionSummary
from silcrow.sessions.head import is_worker_name, read_head
from silcrow.sessions.line_shape import Line, UnreadableLine, decode_any

_SUFFIX = ".jsonl"
_NAME_MARK = b'"session_info"'


class CatalogueMiss(Struct, frozen=True):
    """Why no session was found."""

    code: Literal["not_found", "ambiguous", "not_a_session"]
    reason: str
    """One sentence."""
    candidates: tuple[str, ...] = ()
    """Ids that the text fits, when it fits several."""


@dataclass(slots=True)
class _Known:
    """What is kept of one file, true for its size and modification time."""

    size: int
    mtime_ns: int
    summary: SessionSummary | None
    """None: the file is no session."""
    names: "_NameReader | None" = None


class Catalogue:
    """The sessions of a folder. They lie in one folder per working folder, or flat; both are found.

    Folder names are ambiguous (``/a-b`` and ``/a/b`` share one), so a session belongs to the cwd in its header.
    """

    def __init__(self, sessions_dir: Path) -> None:
        self.sessions_dir = sessions_dir
        self._known: dict[Path, _Known] = {}

    def refresh(self) -> bool:
        """Looks at every file's status, and at the head of those that changed. True if anything did."""
        found: dict[Path, _Known] = {}
        for path, status in _session_files(self.sessions_dir):
            known = self._known.get(path)
            if known is None or (known.size, known.mtime_ns) != (status.st_size, status.st_mtime_ns):
                known = _look_at(path, status, known)
            found[path] = known
        changed = found != self._known
        self._known = found
        return changed

    def sessions(self, cwd: Path | None = None, *, workers: bool = False) -> tuple[SessionSummary, ...]:
        """Sessions of a working folder, or all; newest change first. Sessions of memory workers only on request."""
        wanted = None if cwd is None else str(cwd)
        summaries = [
            known.summary
            for known in self._known.values()
            if known.summary is not None
            and (workers or not known.summary.worker)
            and (wanted is None or known.summary.cwd == wanted)
        ]
        return tuple(sorted(summaries, key=lambda each: (-each.mtime, each.id)))

    def find(self, wanted: str | Path) -> SessionSummary | CatalogueMiss:
        """A session by path, by id or by the beginning of one id; sessions of workers among them."""
        path = Path(wanted)
        if isinstance(wanted, Path) or path.is_file():
            return self._at(path)
        everything = self.sessions(workers=True)
        exact = [each for each in everything if each.id == wanted]
        if exact:
            return exact[0]
        fitting = [each for each in everything if wanted and each.id.startswith(wanted)]
        ids = tuple(dict.fromkeys(each.id for each in fitting))
        if not ids:
            return CatalogueMiss("not_found", f"No session is called {wanted}.")
        if len(ids) > 1:
            return CatalogueMiss("ambiguous", f"{len(ids)} sessions begin with {wanted}.", ids)
        return fitting[0]

    def read_names(self, most: int) -> bool:
        """Learns the present names of up to ``most`` sessions, newest first; False when there is no more to learn.

        Reads whole files the first time and what was appended later on, so call it in small steps, in the background.
        """
        waiting = [each.path for each in self.sessions(workers=True) if not self._is_named(each.path)]
        for path in waiting[:most]:
            known = self._known[path]
            known.names = known.names or _NameReader(path)
            name = known.names.read(known.size)
            if known.summary is not None:
                worker = known.summary.worker or is_worker_name(name)
                known.summary = replace(known.summary, name=name, worker=worker)
        return len(waiting) > most

    def _is_named(self, path: Path) -> bool:
        known = self._known[path]
        return known.names is not None and known.names.size == known.size

    def _at(self, path: Path) -> SessionSummary | CatalogueMiss:
        known = self._known.get(path)
        if known is None:
            try:
                known = _look_at(path, path.stat(), None)
            except OSError as error:
                return CatalogueMiss("not_found", f"{path} cannot be read: {error.strerror}.")
        if known.summary is None:
            return CatalogueMiss("not_a_session", f"{path} does not begin with a session header.")
        return known.summary


class _NameReader:
    """The name that a file gives itself last, followed as the file grows."""

    def __init__(self, path: Path) -> None:
        self.size = -1
        """Size of the file at the last read."""
        self._reader = TailReader(path)
        self._name: str | None = None

    def read(self, size: int) -> str | None:
        for piece in self._reader.blocks():
            if piece.replaced:
                self._name = None
            for line in piece.lines:
                # Most lines hold no name, and a search costs far less than decoding.
                if _NAME_MARK in line.raw:
                    self._name = _name_in(line.raw, self._name)
        self.size = size
        return self._name


def _name_in(raw: bytes, before: str | None) -> str | None:
    try:
        line: Line | None = decode_any(raw)
    except UnreadableLine:
        return before
    if line is None or line.type != "session_info":
        return before
    return (line.name or "").strip() or None


def _look_at(path: Path, status: os.stat_result, before: _Known | None) -> _Known:
    head = read_head(path)
    known = _Known(status.st_size, status.st_mtime_ns, None)
    if head is None:
        return known
    header, name = head.header, head.name
    if (
        before is not None
        and before.names is not None
        and before.summary is not None
        and before.summary.id == header.id
    ):
        known.names, name = before.names, before.summary.name
    known.summary = SessionSummary(
        path=path,
        id=header.id,
        cwd=header.cwd,
        started=header.timestamp,
        mtime=status.st_mtime,
        size=status.st_size,
        name=name,
        worker=head.worker or is_worker_name(name),
    )
    return known


def _session_files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Session files in a folder and in the folders directly below it; what cannot be read is passed over."""
    for entry in _listed(folder):
        if entry.name.endswith(_SUFFIX):
            yield from _status_of(entry)
        elif _is_folder(entry):
            for inner in _listed(Path(entry.path)):
                if inner.name.endswith(_SUFFIX):
                    yield from _status_of(inner)


def _listed(folder: Path) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _status_of(entry: "os.DirEntry[str]") -> Iterator[tuple[Path, os.stat_result]]:
    try:
        if entry.is_file():
            yield Path(entry.path), entry.stat()
    except OSError:
        return

"""What one memory file looks like right now, as an immutable value for screens and status."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from silcrow.curated.results import Target, Usage

DriftCheck = Literal[
    "oversize",
    "encoding",
    "delimiter",
    "conflict",
    "unsplit",
    "joined",
    "glued",
    "lost_delimiter",
    "truncated",
    "emptied",
]


@dataclass(frozen=True, slots=True)
class Drift:
    """Content that a rewrite would lose or misread: which check found it, and where."""

    check: DriftCheck
    message: str
    """One sentence for people: what is wrong, with numbers."""
    entry: int | None = None
    """Number of the entry, from 1; None when the whole file is meant."""
    length: int | None = None
    """Code points of that entry."""
    limit: int | None = None
    offset: int = 0
    """Code points from the start of the text (bytes for ``encoding``) to the first offending place."""
    line: int = 1
    """Line of that place in the file, from 1."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a memory file. Its full text is its identity."""

    number: int
    """Place in the file, from 1."""
    text: str
    similar_to: int | None = None
    """Number of an entry that says the same but for case and punctuation."""

    @property
    def length(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class Backup:
    """A byte-exact copy kept when a write was refused."""

    path: Path
    target: Target
    timestamp: float
    """Unix seconds, from the name."""
    size: int
    """Bytes."""
    contained: bool
    """Each of its non-blank lines is a whole line of an entry of a live file without drift."""
    missing_lines: int
    """Non-blank lines that are nowhere in the live files."""
    check: DriftCheck | Literal["unreadable"] | None
    """Which check the content fails; None when it reads cleanly."""
    resolved: bool = False


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What another program that uses the same files makes of one of them."""

    program: str
    """``hermes`` or ``pi-memory``."""
    would_refuse: bool
    """Asked to change the file as it is now, it would not."""
    reason: str = ""
    """Why it would refuse, or what its write would spoil; empty when all is well."""


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """One target: either its entries, or why they can't be read."""

    target: Target
    path: Path
    resolved_path: Path
    """Where a link leads; equal to ``path`` for a plain file."""
    exists: bool
    usage: Usage
    entries: tuple[Entry, ...] = ()
    drift: Drift | None = None
    unreadable: str | None = None
    """Why the file can't be read as text, with the byte offset where it has one. Not the same as empty."""
    notes: tuple[str, ...] = ()
    """Harmless oddities that the next write tidies: ``3 duplicate entries folded``, ``CRLF line ends`` ..."""
    mtime: float | None = None
    """Unix seconds; None for a missing file."""
    sha256: str | None = None
    neighbours: tuple[Neighbour, ...] = ()
    """One for each program that is known to use such files."""


@dataclass(frozen=True, slots=True)
class CuratedState:
    """The memory folder."""

    folder: Path
    exists: bool
    memory: MemoryFile
    user: MemoryFile
    backups: tuple[Backup, ...] = ()
    """Newest first."""

    def file(self, target: Target) -> MemoryFile:
        return self.memory if target == "memory" else self.user

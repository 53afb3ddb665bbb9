"""What one memory file looks like right now, as an immutable value for screens and status."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from silcrow.curated.actors import Actor
from silcrow.curated.results import Target, Usage

if TYPE_CHECKING:
    from silcrow.curated.proposals import Proposal

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


class Drift(Struct, frozen=True):
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


class Entry(Struct, frozen=True):
    """One entry of a memory file. Its full text is its identity."""

    number: int
    """Place in the file, from 1."""
    text: str
    similar_to: int | None = None
    """Number of an entry that says the same but for case and punctuation."""
    changed_at: float | None = None
    """Unix seconds of the last change that wrote it, as far as history goes."""
    changed_by: Actor | None = None
    pinned: bool = False
    grown_outside: bool = False
    """Another program made it longer; what was added may be a text of its own."""
    findings: tuple[dict[str, Any], ...] = ()
    """What the scanner makes of it: ``id, class, severity, start, end, message``; with ``entries``, numbers in a row,
    where it holds that only together with its neighbours."""
    acknowledged: bool = False
    """A person accepted it in spite of the findings."""
    blocked: bool = False
    """It is kept out of the agent's prompt."""

    def __hash__(self) -> int:
        return hash((self.number, self.text))

    @property
    def length(self) -> int:
        return len(self.text)


class Backup(Struct, frozen=True):
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


class Neighbour(Struct, frozen=True):
    """What another program that uses the same files makes of one of them."""

    program: str
    """``hermes`` or ``pi-memory``."""
    would_refuse: bool
    """Asked to change the file as it is now, it would not."""
    reason: str = ""
    """Why it would refuse, or what its write would spoil; empty when all is well."""


class Vanished(Struct, frozen=True):
    """An entry that another program took away, and that nobody has restored or given up yet."""

    target: Target
    text: str
    change: str
    """Id of the outside change."""
    time: float
    """Unix seconds when silcrow saw that it was gone."""
    writer: str | None = None
    """The program, where it is known."""


class MemoryFile(Struct, frozen=True):
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
    vanished: tuple[Vanished, ...] = ()
    """Oldest first."""
    lost_pins: tuple[str, ...] = ()
    """Full texts of pinned entries that are not there."""

    @property
    def blocked(self) -> int:
        """Entries that are kept out of the agent's prompt."""
        return sum(entry.blocked for entry in self.entries)


class CuratedState(Struct, frozen=True):
    """The memory folder."""

    folder: Path
    exists: bool
    memory: MemoryFile
    user: MemoryFile
    backups: tuple[Backup, ...] = ()
    """Newest first."""
    proposals: "tuple[Proposal, ...]" = ()
    """Changes that wait for a person, oldest first."""

    def file(self, target: Target) -> MemoryFile:
        return self.memory if target == "memory" else self.user

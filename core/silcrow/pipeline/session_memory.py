"""What belongs to one session, opened together: its file, its ledger, its runs and its durable files."""

from pathlib import Path

from msgspec import Struct

from silcrow.observational import Ledger, LedgerView
from silcrow.observational.handed import HandOver
from silcrow.sessions import SessionFile
from silcrow.workers import RunFolder

_GITIGNORE = """\
# Made by machines; topics, INDEX.md and JOURNEY.md are worth keeping.
.runs/
.lock
.lock.wanted
ledger.jsonl
archive.jsonl
"""


def observed_leaf(session: SessionFile) -> str | None:
    """The leaf that observing uses: the file's own, unless a stray last entry hides the history above it."""
    return session.recoverable_leaf_id or session.leaf_id


class ToldLeaf(Struct, frozen=True):
    """The live leaf of a host, told when the file ended with ``last``."""

    id: str
    last: str | None

    def leaf(self, session: SessionFile, own: str | None) -> str | None:
        """The leaf now: the told one, until the file goes on behind it."""
        if self.id not in session:
            return own
        if session.leaf_id == self.last or self.id not in session.branch_ids(own):
            return self.id
        return own


class SessionMemory:
    """The observational memory of one session in its project.

    Opening it reads and writes nothing; :meth:`refresh` reads what is new. The session's id must be a safe folder name.
    """

    def __init__(self, session: SessionFile, project: Path, *, hand_over: HandOver | None = None) -> None:
        """``hand_over`` gives new records to the host that has the session open."""
        self.session = session
        self.project = project
        self.folder = project / ".memory" / session.session_id
        self.ledger = Ledger(session, self.folder, hand_over=hand_over)
        self._told: ToldLeaf | None = None
        self.runs = RunFolder(self.folder / ".runs")

    def refresh(self) -> bool:
        """Read what the session file and the ledger gained; True when something did."""
        grown = self.session.refresh()
        changed = self.ledger.refresh()
        return changed or bool(grown.grown) or grown.replaced

    @property
    def leaf(self) -> str | None:
        """Where the session goes on."""
        own = observed_leaf(self.session)
        return own if self._told is None else self._told.leaf(self.session, own)

    def tell_leaf(self, leaf: str | None) -> None:
        """A host says where its session goes on, which its file does not tell before the next entry; None: as the
        file has it."""
        self._told = None if leaf is None else ToldLeaf(leaf, self.session.leaf_id)

    def view(self) -> LedgerView:
        """The ledger as it counts on the path to the leaf."""
        return self.ledger.view(self.leaf)

    def make_folder(self) -> None:
        """Make the session's memory folder, private, with a ``.gitignore`` for the machine-made files."""
        from silcrow.files import write_atomic

        ignore = self.folder / ".gitignore"
        if not ignore.exists():
            write_atomic(ignore, _GITIGNORE.encode(), durable=False)

    @property
    def lock_path(self) -> Path:
        """Whoever holds this drives the session."""
        return self.folder / ".lock"

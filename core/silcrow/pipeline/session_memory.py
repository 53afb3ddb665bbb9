"""What belongs to one session, opened together: its file, its ledger, its runs and its durable files."""

from pathlib import Path

from silcrow.observational import Ledger, LedgerView
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


class SessionMemory:
    """The observational memory of one session in its project.

    Opening it reads and writes nothing; :meth:`refresh` reads what is new. The session's id must be a safe folder name.
    """

    def __init__(self, session: SessionFile, project: Path) -> None:
        self.session = session
        self.project = project
        self.folder = project / ".memory" / session.session_id
        self.ledger = Ledger(session, self.folder)
        self.runs = RunFolder(self.folder / ".runs")

    def refresh(self) -> bool:
        """Read what the session file and the ledger gained; True when something did."""
        grown = self.session.refresh()
        changed = self.ledger.refresh()
        return changed or bool(grown.grown) or grown.replaced

    @property
    def leaf(self) -> str | None:
        return observed_leaf(self.session)

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

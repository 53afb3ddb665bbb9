"""The memory block that a session's prompt holds, as it was stored by the host."""

from pathlib import Path

from silcrow.curated.snapshot import RECORD_TYPE, SnapshotRecord, nearest_record, read_record
from silcrow.files import read_bytes
from silcrow.observational.file_names import LEDGER_FILE
from silcrow.sessions import SessionFile
from silcrow.text.json_line import parse_json_line

_MARK = RECORD_TYPE.encode()


def stored_snapshot(session: SessionFile, folder: Path, leaf: str | None = None) -> SnapshotRecord | None:
    """The block that is nearest above a leaf, of the session file or of the ledger in its memory ``folder``.

    None when the session holds none of its own on this branch. ``session`` is refreshed by whoever owns it. Raises
    OSError when the ledger is there and can't be read.
    """
    return nearest_record(stored_snapshots(session, folder), session.branch_ids(leaf), session.session_id)


def stored_snapshots(session: SessionFile, folder: Path) -> tuple[SnapshotRecord, ...]:
    """The blocks of all branches, of whatever session they are. Raises OSError as above."""
    inside = [read_record(entry, in_session=True) for entry in session.custom_entries((RECORD_TYPE,))]
    beside = [read_record(line) for raw in _ledger_lines(folder) if (line := parse_json_line(raw)) is not None]
    return tuple(record for record in (*inside, *beside) if record is not None)


def _ledger_lines(folder: Path) -> list[bytes]:
    try:
        content = read_bytes(folder / LEDGER_FILE)
    except FileNotFoundError:
        return []
    # A line that is still being written has no end yet.
    return [raw for raw in content.split(b"\n")[:-1] if _MARK in raw]

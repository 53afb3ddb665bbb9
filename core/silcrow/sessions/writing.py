"""The one thing that is written into a session file of the host from outside: a compaction, while nobody has it open.

A running host never reads its file again. An entry appended behind its back is lost to it, or hides its newest turns
when the session is opened next; an entry with a wrong parent cuts the history off. So all is checked right before.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, cast

from msgspec import Struct

from silcrow.files.guarded_append import append_after
from silcrow.sessions.entry_lines import new_entry_id
from silcrow.sessions.session_file import SessionFile
from silcrow.text.instants import iso_instant
from silcrow.text.json_line import json_line

QUIET_SECONDS = 5.0
"""A file that changed within this time may be in use."""
_LAST_MILLISECOND = 253_402_300_800_000
"""The end of the year 9999."""


class CompactionDraft(Struct, frozen=True):
    """A compaction as it is to be appended."""

    leaf_id: str
    """The last entry of the file that the draft was made for."""
    summary: str
    first_kept: str
    """A source entry on the path to the leaf, no tool result."""
    tokens_before: int
    details: Mapping[str, Any]
    """Ours alone: the host does not interpret them."""


class Appended(Struct, frozen=True):
    entry_id: str
    parent_id: str


class NotAppended(Struct, frozen=True):
    """Nothing that counts was written."""

    code: Literal["busy", "changed", "damaged", "invalid", "io"]
    words: str
    """One sentence."""


def append_compaction(
    path: Path,
    draft: CompactionDraft,
    *,
    force: bool = False,
    clock: Callable[[], float] = time.time,
    hosts_in: Callable[[Path], Sequence[int]] | None = None,
) -> Appended | NotAppended:
    """Append a compaction to an idle session file, as a child of its last entry.

    ``force`` overrides that the file changed within the last seconds and that a host runs in the session's folder, and
    nothing else. ``clock`` gives Unix seconds; ``hosts_in`` the numbers of the hosts that run in a folder. When another
    line comes between the look at the file and ours, the compaction is written once more, behind that line.
    """
    try:
        return _append(path, draft, force, clock, hosts_in or _live_hosts)
    except OSError as error:
        return NotAppended("io", f"The session file can't be written: {error.strerror or error}.")


def _append(
    path: Path,
    draft: CompactionDraft,
    force: bool,
    clock: Callable[[], float],
    hosts_in: Callable[[Path], Sequence[int]],
) -> Appended | NotAppended:
    size, session = _read(path)
    refusal = _unfit(session) or (None if force else _in_use(path, session, clock(), hosts_in))
    if refusal is None and session.leaf_id != draft.leaf_id:
        refusal = NotAppended("changed", "The session went on meanwhile; nothing was written.")
    refusal = refusal or _wrong_draft(session, draft, draft.leaf_id)
    if refusal is not None:
        return refusal
    entry = _entry(session, draft, draft.leaf_id, clock())
    match append_after(path, json_line(entry), size=size):
        case "written":
            return Appended(entry["id"], draft.leaf_id)
        case "moved":
            return NotAppended("changed", "The session went on meanwhile; nothing was written.")
        case "overtaken":
            return _append_once_more(path, draft, entry["id"], clock)


def _append_once_more(
    path: Path, draft: CompactionDraft, first: str, clock: Callable[[], float]
) -> Appended | NotAppended:
    """Our line stands behind a stranger's and hides it: a second one, hung from the stranger's, shows both again."""
    lost = NotAppended("changed", "Somebody wrote into the session at the same moment; look at it before you go on.")
    size, session = _read(path)
    if session.leaf_id != first:
        # Somebody went on behind our line as well: that is the leaf now, and nothing is hidden.
        return lost
    stranger = session.entry_before(first)
    if stranger is None or _wrong_draft(session, draft, stranger) is not None:
        return lost
    entry = _entry(session, draft, stranger, clock())
    return Appended(entry["id"], stranger) if append_after(path, json_line(entry), size=size) == "written" else lost


def _read(path: Path) -> tuple[int, SessionFile]:
    """The file and the size that it had at least when it was read: a line that comes later is told by it."""
    size = path.stat().st_size
    session = SessionFile(path)
    session.refresh()
    return size, session


def _unfit(session: SessionFile) -> NotAppended | None:
    """What makes an append to this file wrong, whatever it is."""
    if session.header is None:
        return NotAppended("damaged", "The file has no session header; the host would refuse it.")
    if session.format_version < 3:
        return NotAppended("damaged", "The file has an old format; the host rewrites it when it opens it.")
    if session.is_circular:
        return NotAppended("damaged", "Entries of the file are their own ancestors; the host can't open it.")
    if session.leaf_id is None or session.recoverable_leaf_id is not None:
        return NotAppended("damaged", "The last line of the file hides the conversation; a compaction would seal that.")
    return None


def _in_use(
    path: Path, session: SessionFile, now: float, hosts_in: Callable[[Path], Sequence[int]]
) -> NotAppended | None:
    if abs(now - path.stat().st_mtime) < QUIET_SECONDS:
        return NotAppended("busy", f"The session file changed within the last {QUIET_SECONDS:.0f} seconds.")
    cwd = session.header.cwd if session.header is not None else ""
    hosts = hosts_in(Path(cwd)) if cwd else ()
    if hosts:
        return NotAppended("busy", f"pi runs in {cwd} (process {hosts[0]}) and would not see the compaction.")
    return None


def _wrong_draft(session: SessionFile, draft: CompactionDraft, parent: str) -> NotAppended | None:
    if not draft.summary.strip():
        return NotAppended("invalid", "The summary is empty; text is never replaced by nothing.")
    kept = next((each for each in session.source_path(parent) if each.id == draft.first_kept), None)
    if kept is None:
        return NotAppended("invalid", "The entry to keep from is not on the session's path.")
    if kept.kind == "result":
        return NotAppended("invalid", "The entry to keep from is a tool result, which can't stand without its call.")
    return None


def _entry(session: SessionFile, draft: CompactionDraft, parent: str, now: float) -> dict[str, Any]:
    return {
        "type": "compaction",
        "id": new_entry_id(session),
        "parentId": parent,
        "timestamp": iso_instant(max(now, _last_reply_at(session, parent))),
        "summary": draft.summary,
        "firstKeptEntryId": draft.first_kept,
        "tokensBefore": draft.tokens_before,
        "details": dict(draft.details),
        "fromHook": True,
    }


def _last_reply_at(session: SessionFile, leaf: str) -> float:
    """Unix seconds of the last reply on the path: pi compacts at once again behind one that looks newer than ours."""
    reply = next((each for each in reversed(session.source_path(leaf)) if each.kind in ("assistant", "calls")), None)
    if reply is None:
        return 0.0
    message = session.entry(reply.id).get("message")
    at = cast(Mapping[str, Any], message).get("timestamp") if isinstance(message, Mapping) else None
    spoken = float(at) / 1_000 if isinstance(at, (int, float)) and 0 < at < _LAST_MILLISECOND else 0.0
    try:
        return max(spoken, datetime.fromisoformat(reply.timestamp).timestamp())
    except ValueError:
        return spoken


def _live_hosts(folder: Path) -> Sequence[int]:
    # It looks at all processes, and loads what that takes.
    from silcrow.processes import live_pi_in

    return live_pi_in(folder)

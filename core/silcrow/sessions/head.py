"""The first kilobytes of a session file: enough to list it, never enough to need patience."""

from pathlib import Path, PurePath

from msgspec import Struct

from silcrow.files import read_bytes
from silcrow.sessions.entries import SessionHeader
from silcrow.sessions.header import header_of
from silcrow.sessions.line_shape import Line, UnreadableLine, decode_any

HEAD_BYTES = 8_192
WORKER_MARK = "silcrow.worker"
_WORKER_NAMES = ("om-observer-", "om-consolidator-")
_MEMORY_FOLDER = ".memory"
_NAMES_IT = b"session_info"


class SessionHead(Struct, frozen=True):
    """What the first lines tell."""

    header: SessionHeader
    name: str | None
    """As far as the first lines name the session; a later line may rename it."""
    worker: bool


def read_head(path: Path) -> SessionHead | None:
    """The head of a session file; None for anything else, and for a file that cannot be read."""
    try:
        raw = read_bytes(path, limit=HEAD_BYTES)
    except OSError:
        return None
    lines = raw.split(b"\n")
    if len(raw) == HEAD_BYTES:
        lines.pop()
    return head_of(lines)


def head_of(raw_lines: list[bytes]) -> SessionHead | None:
    """The head that the first lines of a file make; None when they do not begin with a session header."""
    header: SessionHeader | None = None
    entries: list[Line] = []
    for raw in raw_lines:
        # Of some thousand files this reads, only the first entry and those that name the session tell anything.
        line = _decoded(raw) if not entries or _NAMES_IT in raw else None
        if line is None:
            continue
        if header is not None:
            entries.append(line)
            continue
        header = header_of(line, raw)
        if header is None:
            return None
    if header is None:
        return None
    names = [line.name for line in entries if line.type == "session_info"]
    name = (names[-1] or "").strip() or None if names else None
    marked = bool(entries) and entries[0].type == "custom" and entries[0].customType == WORKER_MARK
    return SessionHead(header, name, marked or is_worker_name(name) or is_inside_memory(header.cwd))


def is_worker_name(name: str | None) -> bool:
    """Whether a session name is one that memory workers of pi give themselves."""
    return name is not None and name.startswith(_WORKER_NAMES)


def is_inside_memory(cwd: str) -> bool:
    """Whether a session ran inside a session's memory folder, as workers do."""
    return _MEMORY_FOLDER in PurePath(cwd).parts


def parent_session_id(header: SessionHeader) -> str | None:
    """Id of the session that this one was forked from; None when it was not, or names a parent by no known form.

    The header holds a path. Where nothing stands there any more, the id is taken from the file name, which pi makes of
    time and id.
    """
    if header.parent_session is None:
        return None
    path = Path(header.parent_session)
    head = read_head(path)
    if head is not None:
        return head.header.id
    return path.stem.partition("_")[2] or None


def _decoded(raw: bytes) -> Line | None:
    if not raw or raw.isspace():
        return None
    try:
        return decode_any(raw)
    except UnreadableLine:
        return None

"""The first line of a session file, and what follows from it."""

import re
from pathlib import Path
from typing import Any, cast

from silcrow.sessions.entries import SessionHeader, SessionSummary
from silcrow.sessions.line_shape import Line, UnreadableLine, decode_value

_USABLE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


def header_of(shape: Line, raw: bytes) -> SessionHeader | None:
    """The header that a line holds, or None: it has to be of type ``session`` and to have an id."""
    if shape.type != "session" or shape.id is None:
        return None
    try:
        fields = cast(dict[str, Any], decode_value(raw))
    except UnreadableLine:
        return None
    version = fields.get("version")
    return SessionHeader(
        id=shape.id,
        cwd=_text(fields.get("cwd")),
        timestamp=shape.timestamp or "",
        version=version if isinstance(version, int) else None,
        # Very old files name the parent under another key.
        parent_session=_text(fields.get("parentSession") or fields.get("branchedFrom")) or None,
    )


def usable_memory_id(session_id: str) -> bool:
    """Whether a session of this id may have a memory folder: its name must be harmless as a path."""
    return _USABLE_ID.fullmatch(session_id) is not None


def is_bound_to(session: SessionHeader | SessionSummary, project: Path) -> bool:
    """Whether a session belongs to a project folder.

    It ran there, or its memory stands there: a project that was renamed took the memory along.
    """
    if session.cwd and Path(session.cwd) == project:
        return True
    return usable_memory_id(session.id) and (project / ".memory" / session.id).is_dir()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""

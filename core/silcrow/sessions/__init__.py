"""Sessions of the pi coding agent: its session files as they grow, and the catalogue of them.

`silcrow.sessions.writing` writes a compaction that somebody asked for, into a file that nobody has open;
`SessionWriter` the session of a host in Python. Nothing else here writes.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.sessions.catalogue import Catalogue, CatalogueMiss
    from silcrow.sessions.document import session_document
    from silcrow.sessions.entries import (
        BadLine,
        Context,
        ContextEntry,
        ContextMessage,
        EntryPayload,
        SessionHeader,
        SessionSummary,
        SourceEntry,
        SourceKind,
    )
    from silcrow.sessions.head import parent_session_id
    from silcrow.sessions.header import is_bound_to, usable_memory_id
    from silcrow.sessions.location import sessions_dir_from
    from silcrow.sessions.session_file import SessionChange, SessionFile
    from silcrow.sessions.session_writer import SessionWriter

# Where no session is open, nobody should pay for reading one.
_HOMES = {
    "BadLine": "entries",
    "Catalogue": "catalogue",
    "CatalogueMiss": "catalogue",
    "Context": "entries",
    "ContextEntry": "entries",
    "ContextMessage": "entries",
    "EntryPayload": "entries",
    "SessionChange": "session_file",
    "SessionFile": "session_file",
    "SessionHeader": "entries",
    "SessionSummary": "entries",
    "SessionWriter": "session_writer",
    "SourceEntry": "entries",
    "SourceKind": "entries",
    "is_bound_to": "header",
    "parent_session_id": "head",
    "session_document": "document",
    "sessions_dir_from": "location",
    "usable_memory_id": "header",
}

__all__ = [
    "BadLine",
    "Catalogue",
    "CatalogueMiss",
    "Context",
    "ContextEntry",
    "ContextMessage",
    "EntryPayload",
    "SessionChange",
    "SessionFile",
    "SessionHeader",
    "SessionSummary",
    "SessionWriter",
    "SourceEntry",
    "SourceKind",
    "is_bound_to",
    "parent_session_id",
    "session_document",
    "sessions_dir_from",
    "usable_memory_id",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

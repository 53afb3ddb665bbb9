"""Sessions of the pi coding agent: its session files as they grow, and the catalogue of them.

Only `silcrow.sessions.writing` writes: a compaction that somebody asked for, into a file that nobody has open.
"""

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
    "SourceEntry",
    "SourceKind",
    "is_bound_to",
    "parent_session_id",
    "session_document",
    "sessions_dir_from",
    "usable_memory_id",
]

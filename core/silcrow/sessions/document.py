"""The JSON form of a session: what ``sessions show`` prints."""

from typing import Any

from silcrow.sessions.entries import ContextEntry, SessionHeader
from silcrow.sessions.session_file import SessionFile


def session_document(session: SessionFile) -> dict[str, Any]:
    """A session as plain JSON values, for its leaf. Reads the file if nobody did yet."""
    if session.version == 0:
        session.refresh()
    context = session.context()
    return {
        "sessionId": session.session_id,
        "header": _header(session.header),
        "entryCount": session.entry_count,
        "badLines": [{"line": bad.line, "offset": bad.offset, "reason": bad.reason} for bad in session.bad_lines],
        "warnings": list(session.warnings),
        "leafId": session.leaf_id,
        "recoverableLeafId": session.recoverable_leaf_id,
        "branchIds": list(session.branch_ids()),
        "roots": list(session.roots),
        "labels": dict(session.labels),
        "sessionName": session.name,
        "model": None if context.model is None else {"provider": context.model[0], "modelId": context.model[1]},
        "thinkingLevel": context.thinking_level,
        "context": [_entry(entry) for entry in context.entries],
        "contextTokens": context.context_tokens,
        "projectedTokens": context.projected_tokens,
    }


def _header(header: SessionHeader | None) -> dict[str, Any] | None:
    if header is None:
        return None
    document: dict[str, Any] = {
        "type": "session",
        "version": header.version,
        "id": header.id,
        "timestamp": header.timestamp,
        "cwd": header.cwd,
        "parentSession": header.parent_session,
    }
    return {key: value for key, value in document.items() if value is not None}


def _entry(entry: ContextEntry) -> dict[str, Any]:
    document: dict[str, Any] = {"id": entry.id}
    if entry.type is not None:
        document["type"] = entry.type
    document["messages"] = [{"role": message.role, "tokens": message.tokens} for message in entry.messages]
    return document

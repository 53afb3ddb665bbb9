"""Session files for tests, written line by line as pi writes them."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from silcrow.sessions import SessionFile

Entry = dict[str, Any]

STAMP = "2026-01-02T03:04:05.678Z"
USAGE = {"input": 40, "output": 10, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 50}


def header(session_id: str = "session-1", *, version: int | None = 3, cwd: str = "/work", **more: Any) -> Entry:
    line: Entry = {"type": "session", "id": session_id, "timestamp": STAMP, "cwd": cwd, **more}
    return line if version is None else {**line, "version": version}


def entry(kind: str, entry_id: str, parent: str | None, **more: Any) -> Entry:
    return {"type": kind, "id": entry_id, "parentId": parent, "timestamp": STAMP, **more}


def message(entry_id: str, parent: str | None, **fields: Any) -> Entry:
    return entry("message", entry_id, parent, message={**fields, "timestamp": 1_767_323_045_678})


def user(entry_id: str, parent: str | None, content: Any = "hello") -> Entry:
    return message(entry_id, parent, role="user", content=content)


def reply(
    entry_id: str,
    parent: str | None,
    content: Any = "well",
    *,
    total: int | None = 50,
    stop: str = "stop",
    model: str = "m-1",
) -> Entry:
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    usage = {**USAGE, "totalTokens": total} if total is not None else {**dict.fromkeys(USAGE, 0)}
    return message(
        entry_id,
        parent,
        role="assistant",
        content=blocks,
        provider="lab",
        model=model,
        usage=usage,
        stopReason=stop,
    )


def call(name: str, arguments: Any, call_id: str = "call-1") -> Entry:
    return {"type": "toolCall", "id": call_id, "name": name, "arguments": arguments}


def result(entry_id: str, parent: str | None, text: str = "output", *, tool: str = "read") -> Entry:
    blocks = [{"type": "text", "text": text}]
    return message(entry_id, parent, role="toolResult", toolCallId="call-1", toolName=tool, content=blocks)


def compaction(entry_id: str, parent: str | None, kept: str | None, summary: str = "so far", **more: Any) -> Entry:
    return entry("compaction", entry_id, parent, summary=summary, firstKeptEntryId=kept, tokensBefore=9, **more)


def chain(*entries: Entry) -> list[Entry]:
    """The entries, each hung from the one before."""
    parent: str | None = None
    linked: list[Entry] = []
    for each in entries:
        linked.append({**each, "parentId": parent})
        parent = each["id"]
    return linked


def line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


def text_of(entries: Iterable[Any]) -> bytes:
    return b"".join(raw if isinstance(raw, bytes) else line(raw) for raw in entries)


def write(path: Path, entries: Sequence[Any], *, head: Entry | None = None) -> Path:
    path.write_bytes(text_of([head or header(), *entries]))
    return path


def append(path: Path, *entries: Any) -> None:
    with path.open("ab") as file:
        file.write(text_of(entries))


def opened(path: Path) -> SessionFile:
    session = SessionFile(path)
    session.refresh()
    return session

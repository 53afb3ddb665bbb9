"""One source entry as an observer is given it: who spoke, when, the words, the calls, and what was left out."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast

from msgspec import Struct

from silcrow.sessions.entries import EntryPayload
from silcrow.threats import redact

TEXT_LIMIT = 20_000
"""Code points of one entry; a longer one becomes a head-and-tail excerpt."""
OUTPUT_LIMIT = 4_000
"""Code points of one tool output."""
ARGUMENT_LIMIT = 1_000
"""Code points of one tool argument."""
_LONGEST_TOKEN = 512
"""Code points that are looked at beyond a cut, so that no half of a secret is left standing before it."""


class ToolCall(Struct, frozen=True):
    id: str
    name: str
    arguments: Mapping[str, Any]
    """Values longer than the limit are cut, with a mark."""


class ChunkEntry(Struct, frozen=True):
    """A source entry, reduced to what an observer may see."""

    id: str
    role: str
    """``user``, ``assistant``, ``tool``, ``bash``, ``custom``, ``branch summary``."""
    local_time: str
    """``YYYY-MM-DDTHH:MM:SS`` in the session's own offset; empty when the entry has no readable time."""
    text: str
    calls: tuple[ToolCall, ...] = ()
    tool: str = ""
    """Of a tool result: the tool's name; for ``bash`` the command that the user ran."""
    call_id: str = ""
    failed: bool = False

    def to_document(self) -> dict[str, Any]:
        """The entry as the worker program reads it."""
        document: dict[str, Any] = {"id": self.id, "role": self.role, "time": self.local_time, "text": self.text}
        if self.calls:
            document["calls"] = [
                {"id": call.id, "name": call.name, "arguments": dict(call.arguments)} for call in self.calls
            ]
        if self.tool:
            document["tool"] = self.tool
        if self.call_id:
            document["callId"] = self.call_id
        if self.failed:
            document["failed"] = True
        return document


def chunk_entry(payload: EntryPayload, utc_offset: int, *, text_limit: int = TEXT_LIMIT) -> ChunkEntry:
    """The observer's view of a session entry; ``utc_offset`` in seconds east of UTC.

    Images and thinking become placeholders, long outputs and arguments are cut with a mark. Unknown shapes give
    whatever text they hold, never an error: session files are written by many programs. Secrets of a known form are
    left out: what an observer reads goes to a model, and what it notes is kept.
    """
    entry_id = str(payload.get("id", ""))
    local_time = local_timestamp(payload.get("timestamp"), utc_offset)
    kind = payload.get("type")
    if kind == "message":
        message = cast("Mapping[str, Any]", payload.get("message") or {})
        return _from_message(entry_id, local_time, message, text_limit)
    if kind == "branch_summary":
        return ChunkEntry(entry_id, "branch summary", local_time, excerpt(str(payload.get("summary", "")), text_limit))
    name = str(payload.get("customType", ""))
    return ChunkEntry(entry_id, "custom", local_time, excerpt(_text(payload.get("content")), text_limit), tool=name)


def _from_message(entry_id: str, local_time: str, message: Mapping[str, Any], limit: int) -> ChunkEntry:
    role = str(message.get("role", ""))
    text = _text(message.get("content"))
    if role == "toolResult":
        return ChunkEntry(
            entry_id,
            "tool",
            local_time,
            excerpt(text, min(limit, OUTPUT_LIMIT)),
            tool=str(message.get("toolName", "")),
            call_id=str(message.get("toolCallId", "")),
            failed=bool(message.get("isError")),
        )
    if role == "bashExecution":
        return ChunkEntry(
            entry_id,
            "bash",
            local_time,
            excerpt(str(message.get("output", "")), min(limit, OUTPUT_LIMIT)),
            tool=excerpt(str(message.get("command", "")), ARGUMENT_LIMIT),
            failed=message.get("exitCode") not in (0, None),
        )
    return ChunkEntry(
        entry_id, role or "unknown", local_time, excerpt(text, limit), calls=_calls(message.get("content"))
    )


def _text(content: object) -> str:
    """The text blocks of a message, with a placeholder for each block that has no words for an observer."""
    if isinstance(content, str):
        return content
    parts: list[str] = []
    for block in _blocks(content):
        kind = block.get("type")
        if kind == "text":
            parts.append(str(block.get("text", "")))
        elif kind == "thinking":
            parts.append("[thinking left out]")
        elif kind == "image":
            parts.append(f"[image left out: {block.get('mimeType', 'unknown type')}]")
        elif kind != "toolCall":
            parts.append(f"[{kind} left out]")
    return "\n".join(parts)


def _calls(content: object) -> tuple[ToolCall, ...]:
    return tuple(
        ToolCall(str(block.get("id", "")), str(block.get("name", "")), _cut_arguments(block.get("arguments")))
        for block in _blocks(content)
        if block.get("type") == "toolCall"
    )


def _blocks(content: object) -> Iterable[Mapping[str, Any]]:
    if not isinstance(content, list):
        return
    for block in cast("list[object]", content):
        if isinstance(block, Mapping):
            yield cast("Mapping[str, Any]", block)


def _cut_arguments(arguments: object) -> dict[str, Any]:
    if not isinstance(arguments, Mapping):
        return {}
    cut: dict[str, Any] = {}
    for name, value in cast("Mapping[str, Any]", arguments).items():
        if isinstance(value, str):
            cut[name] = excerpt(value, ARGUMENT_LIMIT)
            if len(value) > ARGUMENT_LIMIT and name in ("content", "text"):
                cut["lines"] = value.count("\n") + (not value.endswith("\n"))
        elif isinstance(value, (int, float, bool)) or value is None:
            cut[name] = value
        else:
            rendered = json.dumps(value, ensure_ascii=False, default=str)
            cut[name] = excerpt(rendered, ARGUMENT_LIMIT)
    return cut


def excerpt(text: str, limit: int) -> str:
    """The text without secrets, or its head and tail around a mark that says how much is left out.

    At most ``limit`` code points of it, plus marks.
    """
    if len(text) <= limit:
        return redact(text)
    tail = limit // 3
    head = limit - tail
    shown_head = redact(text[: head + _LONGEST_TOKEN])[:head]
    shown_tail = redact(text[max(0, len(text) - tail - _LONGEST_TOKEN) :])
    return f"{shown_head}\n[… {len(text) - limit} characters left out …]\n{shown_tail[len(shown_tail) - tail :]}"


def local_timestamp(timestamp: object, utc_offset: int) -> str:
    """``YYYY-MM-DDTHH:MM:SS`` at ``utc_offset`` seconds east of UTC; empty when the time can't be read."""
    if not isinstance(timestamp, str):
        return ""
    try:
        moment = datetime.fromisoformat(timestamp)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        local = moment.astimezone(timezone(timedelta(seconds=utc_offset)))
        return local.replace(tzinfo=None).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""

"""All words of a session entry, as one text to be searched."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from silcrow.sessions.entries import EntryPayload


def entry_words(payload: EntryPayload) -> str:
    """What was said, thought, called and answered in an entry; empty for one that holds no talk.

    Nothing is left out but images and signatures, so that a search finds what an observer may not have been shown.
    Unknown shapes give whatever text they hold, never an error.
    """
    match payload.get("type"):
        case "message":
            message = payload.get("message")
            return "\n".join(_message(cast("Mapping[str, Any]", message))) if isinstance(message, Mapping) else ""
        case "custom_message":
            return "\n".join(_content(payload.get("content")))
        case "branch_summary" | "compaction":
            return _text(payload.get("summary"))
        case "context_edit":
            replacement = payload.get("replacement")
            if not isinstance(replacement, Mapping):
                return ""
            return "\n".join(_content(cast("Mapping[str, Any]", replacement).get("content")))
        case _:
            return ""


def entry_role(payload: EntryPayload) -> str:
    """Who speaks in an entry, in a word or two."""
    message = payload.get("message")
    role = cast("Mapping[str, Any]", message).get("role") if isinstance(message, Mapping) else None
    words = {"toolResult": "tool", "bashExecution": "bash", "branch_summary": "branch summary"}
    spoken = role if isinstance(role, str) else str(payload.get("type"))
    return words.get(spoken, spoken.replace("_", " "))


def _message(message: Mapping[str, Any]) -> Iterator[str]:
    for name in ("command", "output"):
        if found := _text(message.get(name)):
            yield found
    yield from _content(message.get("content"))


def _content(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    if not isinstance(content, list):
        return
    for block in cast("list[object]", content):
        if isinstance(block, Mapping):
            yield from _block(cast("Mapping[str, Any]", block))


def _block(block: Mapping[str, Any]) -> Iterator[str]:
    for name in ("text", "thinking"):
        if found := _text(block.get(name)):
            yield found
    if block.get("type") == "toolCall":
        yield _text(block.get("name"))
        yield from _values(block.get("arguments"))


def _values(arguments: object) -> Iterator[str]:
    """All texts and numbers in a tool's arguments, however deep, each on lines of its own."""
    waiting = [arguments]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting.extend(reversed(list(cast("Mapping[str, object]", value).values())))
        elif isinstance(value, list):
            waiting.extend(reversed(cast("list[object]", value)))
        elif value is not None:
            yield str(value)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""

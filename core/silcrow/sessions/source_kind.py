"""Which entries a model would be sent, and which of those an observer may read."""

from silcrow.sessions.entries import SourceKind
from silcrow.sessions.line_shape import Line, Message

KINDS: tuple[SourceKind | None, ...] = (
    None,
    "user",
    "assistant",
    "calls",
    "result",
    "bash",
    "custom",
    "branch_summary",
)
"""By code; 0 stands for an entry that never reaches a model."""

NOT_SENT, USER, ASSISTANT, CALLS, RESULT, BASH, CUSTOM, BRANCH_SUMMARY = range(len(KINDS))

_OWN_MESSAGES = ("om.", "memory.", "silcrow.")
_MEMORY_TOOLS = ("memory_", "recall")


def line_kind(line: Line) -> int:
    """The kind code of an entry that is not a message."""
    if line.type == "custom_message":
        return CUSTOM
    return BRANCH_SUMMARY if line.type == "branch_summary" and line.summary else NOT_SENT


def message_kind(message: Message) -> int:
    """The kind code of a message: replies that failed or were aborted are never sent again."""
    match message.role:
        case "assistant":
            if message.stopReason in ("error", "aborted"):
                return NOT_SENT
            return CALLS if _has_calls(message) else ASSISTANT
        case "user":
            return USER
        case "toolResult":
            return RESULT
        case "bashExecution":
            return NOT_SENT if message.excludeFromContext else BASH
        case "custom" | "hookMessage":
            return CUSTOM
        case _:
            return NOT_SENT


def is_observed(line: Line) -> bool:
    """False for what memory itself put into the session: an observer would only hear its own echo."""
    if line.customType is not None and line.type == "custom_message":
        return not line.customType.startswith(_OWN_MESSAGES)
    message = line.message
    if message is None or message.role != "toolResult" or message.toolName is None:
        return True
    return message.toolName != "memory" and not message.toolName.startswith(_MEMORY_TOOLS)


def _has_calls(message: Message) -> bool:
    content = message.content
    return isinstance(content, list) and any(block.type == "toolCall" for block in content)

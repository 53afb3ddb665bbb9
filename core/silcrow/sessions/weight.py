"""What one entry counts: whether a model would be sent it, whether observers read it, and its tokens."""

from silcrow.sessions.line_shape import Line, Message
from silcrow.sessions.source_kind import (
    ASSISTANT,
    BASH,
    BRANCH_SUMMARY,
    CALLS,
    CUSTOM,
    NOT_SENT,
    RESULT,
    USER,
    is_memory_tool,
    is_own_message,
)
from silcrow.sessions.tokens import content_tokens, message_tokens, reply_tokens, usage_tokens
from silcrow.text import estimate_tokens

Weight = tuple[int, int, bool, int]
"""Kind code, estimated tokens, whether observers read it, and the context size that a good reply reported.

A plain tuple: one is made for each line of a file that may have a hundred thousand.
"""


def weigh(line: Line) -> Weight:
    """The weight of an entry."""
    message = line.message
    if message is not None and line.type == "message":
        return weigh_message(message)
    if line.type == "custom_message":
        return CUSTOM, content_tokens(line.content), not is_own_message(line.customType), 0
    kind = BRANCH_SUMMARY if line.type == "branch_summary" and line.summary else NOT_SENT
    return kind, estimate_tokens(line.summary) if line.summary else 0, True, 0


def weigh_message(message: Message) -> Weight:
    """The weight of a message. Replies that failed or were aborted count tokens, but are never sent again."""
    match message.role:
        case "toolResult":
            return RESULT, content_tokens(message.content), not is_memory_tool(message.toolName), 0
        case "assistant":
            tokens, calls = reply_tokens(message.content)
            if message.stopReason in ("error", "aborted"):
                return NOT_SENT, tokens, True, 0
            return CALLS if calls else ASSISTANT, tokens, True, usage_tokens(message.usage)
        case "user":
            return USER, content_tokens(message.content), True, 0
        case "bashExecution":
            return NOT_SENT if message.excludeFromContext else BASH, message_tokens(message), True, 0
        case "custom" | "hookMessage":
            return CUSTOM, content_tokens(message.content), True, 0
        case _:
            return NOT_SENT, message_tokens(message), True, 0

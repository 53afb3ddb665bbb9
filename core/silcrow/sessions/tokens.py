"""Token estimates as pi makes them: UTF-16 units of what a message says, divided by four and rounded up.

An image counts 4,800 units, whatever its size.
"""

from silcrow.sessions.javascript_json import printed_units
from silcrow.sessions.line_shape import Content, Message, Usage
from silcrow.text import estimate_tokens, utf16_length

IMAGE_UNITS = 4_800
_LARGEST_COUNT = 2**53


def message_tokens(message: Message) -> int:
    """Estimated tokens of one message; a role that pi does not know counts nothing."""
    match message.role:
        case "assistant":
            return reply_tokens(message.content)[0]
        case "toolResult" | "user" | "custom" | "hookMessage":
            return content_tokens(message.content)
        case "bashExecution":
            return _tokens(utf16_length(message.command or "") + utf16_length(message.output or ""))
        case "system":
            return _tokens(_system_units(message))
        case _:
            return 0


def content_tokens(content: Content) -> int:
    """Estimated tokens of text and images."""
    if content is None:
        return 0
    if isinstance(content, str):
        return estimate_tokens(content)
    units = 0
    for block in content:
        if block.type == "text":
            if text := block.text:
                # Asked here as well, since a call costs as much as the answer.
                units += len(text) if text.isascii() else utf16_length(text)
        elif block.type == "image":
            units += IMAGE_UNITS
    return _tokens(units)


def reply_tokens(content: Content) -> tuple[int, bool]:
    """Estimated tokens of what an assistant said, thought and called; and whether it called anything."""
    if content is None:
        return 0, False
    if isinstance(content, str):
        return estimate_tokens(content), False
    units = 0
    calls = False
    for block in content:
        kind = block.type
        if kind == "text":
            text = block.text
        elif kind == "thinking":
            text = block.thinking
        elif kind == "toolCall":
            calls = True
            text = block.name
            units += printed_units(block.arguments)
        else:
            continue
        if text:
            units += len(text) if text.isascii() else utf16_length(text)
    return _tokens(units), calls


def usage_tokens(usage: Usage | None) -> int:
    """The size of the context after a reply, as its provider counted it; 0 when nothing was counted."""
    if usage is None:
        return 0
    total = usage.totalTokens
    if not total:
        total = sum(part or 0 for part in (usage.input, usage.output, usage.cacheRead, usage.cacheWrite))
    return int(total) if 0 <= total <= _LARGEST_COUNT else 0


def _tokens(units: int) -> int:
    return -(-units // 4)


def _system_units(message: Message) -> int:
    content = message.content
    units = utf16_length(content) if isinstance(content, str) else 0
    for text in (message.sections or {}).values():
        units += utf16_length(text or "")
    if message.toolsAdded:
        units += printed_units(message.toolsAdded)
    return units

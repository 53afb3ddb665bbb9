"""The parts of a session line that the index needs, as typed structs, and how a line is decoded into them.

Everything else in a line (image data, details, signatures) is skipped by the decoder and stays in the file.
"""

import json
from collections.abc import Callable
from typing import Any, NoReturn, cast

import msgspec

from silcrow.sessions.javascript_json import printed, printed_number


class Block(msgspec.Struct, gc=False):
    """One content block of a message."""

    type: str | None = None
    text: str | None = None
    thinking: str | None = None
    name: str | None = None
    arguments: Any = None
    """A value that `printed_units` measures."""


Content = str | list[Block] | None


class Usage(msgspec.Struct, gc=False):
    """What the provider counted for one reply, in its own tokens."""

    totalTokens: int | float | None = 0  # noqa: N815 - the file's own key
    input: int | float | None = 0
    output: int | float | None = 0
    cacheRead: int | float | None = 0  # noqa: N815
    cacheWrite: int | float | None = 0  # noqa: N815


class Message(msgspec.Struct, gc=False):
    role: str | None = None
    content: Content = None
    usage: Usage | None = None
    stopReason: str | None = None  # noqa: N815
    toolName: str | None = None  # noqa: N815
    command: str | None = None
    output: str | None = None
    excludeFromContext: bool | None = None  # noqa: N815
    sections: dict[str, str | None] | None = None
    toolsAdded: Any = None  # noqa: N815


class Line(msgspec.Struct, gc=False):
    """One line: the header or an entry. A field that is missing or of a wrong type is None."""

    type: str | None = None
    id: str | None = None
    parentId: str | None = None  # noqa: N815
    timestamp: str | None = None
    message: Message | None = None
    customType: str | None = None  # noqa: N815
    content: Content = None
    summary: str | None = None
    targetId: str | None = None  # noqa: N815
    label: str | None = None
    name: str | None = None


class UnreadableLine(ValueError):  # noqa: N818 - it names what the line is
    """A line that JSON.parse would refuse; the message says why."""


decode_fast: Callable[[bytes], Line] = msgspec.json.Decoder(Line, float_hook=printed_number).decode
"""Decodes what pi writes. Raises ``msgspec.MsgspecError`` for anything unusual: then ask `decode_any`."""


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def decode_value(raw: bytes) -> Any:
    """The JSON value of a line as JavaScript would read it: bytes that are not UTF-8 become U+FFFD.

    Raises `UnreadableLine`.
    """
    try:
        return json.loads(raw.decode("utf-8", "replace"), parse_constant=_refuse_constant)
    except RecursionError:
        raise UnreadableLine("nested too deeply") from None
    except ValueError as error:
        raise UnreadableLine(_first_words(error)) from None


def decode_any(raw: bytes) -> Line | None:
    """Decodes a line that `decode_fast` refused; None for the JSON value ``null``, which is no entry.

    A JSON value that is no object gives an empty `Line`. Raises `UnreadableLine`.
    """
    value = decode_value(raw)
    return None if value is None else shape_of(value)


def shape_of(value: Any) -> Line:
    """The typed parts of a decoded line; what has a wrong type is treated as missing."""
    fields = _object(value)
    if fields is None:
        return Line()
    return Line(
        type=_string(fields.get("type")),
        id=_string(fields.get("id")),
        parentId=_string(fields.get("parentId")),
        timestamp=_string(fields.get("timestamp")),
        message=message_shape(fields.get("message")),
        customType=_string(fields.get("customType")),
        content=_content(fields.get("content")),
        summary=_string(fields.get("summary")),
        targetId=_string(fields.get("targetId")),
        label=_string(fields.get("label")),
        name=_string(fields.get("name")),
    )


def message_shape(value: Any) -> Message | None:
    """The typed parts of a message, or None when it is no object."""
    fields = _object(value)
    if fields is None:
        return None
    sections = _object(fields.get("sections"))
    return Message(
        role=_string(fields.get("role")),
        content=_content(fields.get("content")),
        usage=_usage(fields.get("usage")),
        stopReason=_string(fields.get("stopReason")),
        toolName=_string(fields.get("toolName")),
        command=_string(fields.get("command")),
        output=_string(fields.get("output")),
        excludeFromContext=fields.get("excludeFromContext") is True,
        sections=None if sections is None else {key: _string(text) for key, text in sections.items()},
        toolsAdded=_printed(fields.get("toolsAdded")),
    )


def _content(value: Any) -> Content:
    if isinstance(value, list):
        return [_block(item) for item in cast(list[Any], value)]
    return _string(value)


def _block(value: Any) -> Block:
    fields = _object(value)
    if fields is None:
        return Block()
    return Block(
        type=_string(fields.get("type")),
        text=_string(fields.get("text")),
        thinking=_string(fields.get("thinking")),
        name=_string(fields.get("name")),
        arguments=_printed(fields.get("arguments")),
    )


def _printed(value: Any) -> msgspec.Raw | None:
    return None if value is None else printed(value)


def _usage(value: Any) -> Usage | None:
    fields = _object(value)
    if fields is None:
        return None
    return Usage(**{key: _number(fields.get(key)) for key in Usage.__struct_fields__})


def _object(value: Any) -> dict[str, Any] | None:
    return cast(dict[str, Any], value) if isinstance(value, dict) else None


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: Any) -> int | float:
    return value if isinstance(value, int | float) else 0


def _first_words(error: ValueError) -> str:
    return str(error).partition(" (char ")[0]

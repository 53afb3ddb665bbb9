"""JSON-RPC 2.0, one message on one line: what comes in, what goes out, and the bounds of both."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from silcrow.text.json_line import json_line, parse_json_line

LARGEST_IN: Final = 8 << 20
"""Bytes of a line from the host, its line feed left out."""
LARGEST_OUT: Final = 1 << 20
"""Bytes of a line to the host."""

PARSE: Final = -32700
INVALID: Final = -32600
NO_METHOD: Final = -32601
WRONG_PARAMS: Final = -32602
INTERNAL: Final = -32603
WRONG_VERSION: Final = -32001
NOT_INITIALIZED: Final = -32002
NO_SESSION: Final = -32003
TOO_LARGE: Final = -32004

Id = str | int | float | None


class Call(Struct, frozen=True):
    """A request of the host, or a notification."""

    method: str
    params: Any
    id: Id = None
    answered: bool = False
    """It wants an answer: it has an id."""


class Refused(Struct, frozen=True):
    """Why there is no answer."""

    code: int
    message: str
    data: Mapping[str, Any] | None = None


class BadMessage(Struct, frozen=True):
    """A line that is no call; it is answered where there is somebody to answer."""

    refused: Refused
    id: Id = None


class LongLine(Struct, frozen=True):
    """A line that was skipped, since it was longer than `LARGEST_IN`."""


class Lines:
    """Cuts bytes into lines as they come, and skips those that are too long without keeping them."""

    def __init__(self, largest: int = LARGEST_IN) -> None:
        self._largest = largest
        self._begun = bytearray()
        self._skipping = False

    def feed(self, block: bytes) -> Iterator[bytes | LongLine]:
        """The lines that end in this block."""
        *ended, rest = block.split(b"\n")
        for part in ended:
            line = self._end(part)
            if isinstance(line, LongLine) or line.strip():
                yield line
        self._begin(rest)

    def _end(self, part: bytes) -> bytes | LongLine:
        self._begin(part)
        line = LongLine() if self._skipping else bytes(self._begun)
        self._begun.clear()
        self._skipping = False
        return line

    def _begin(self, part: bytes) -> None:
        if self._skipping or len(self._begun) + len(part) > self._largest:
            self._skipping = True
            self._begun.clear()
        else:
            self._begun += part


def read_message(raw: bytes) -> Call | BadMessage | None:
    """The call on a line; None for an answer, which nobody asked for."""
    message = parse_json_line(raw)
    if message is None:
        if _is_json(raw):
            return BadMessage(Refused(INVALID, "A message is one JSON object; batches are not taken."))
        return BadMessage(Refused(PARSE, "The line is no JSON."))
    method, own = message.get("method"), message.get("id")
    known = isinstance(own, str | int | float) and not isinstance(own, bool)
    if method is None and ("result" in message or "error" in message):
        return None
    call_id = cast("str | int | float", own) if known else None
    if not isinstance(method, str):
        return BadMessage(Refused(INVALID, "There is no method."), call_id)
    if "id" in message and not known:
        return BadMessage(Refused(INVALID, "An id is a text or a number."))
    return Call(method, message.get("params"), call_id, answered="id" in message)


def _is_json(raw: bytes) -> bool:
    try:
        msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def answer_line(call_id: Id, result: Mapping[str, Any]) -> bytes:
    """The answer to a call; an error where it would be longer than a line may be."""
    line = json_line({"jsonrpc": "2.0", "id": call_id, "result": result})
    if len(line) > LARGEST_OUT:
        return error_line(call_id, Refused(TOO_LARGE, f"The answer is longer than {LARGEST_OUT:,} bytes."))
    return line


def error_line(call_id: Id, refused: Refused) -> bytes:
    error: dict[str, Any] = {"code": refused.code, "message": refused.message}
    if refused.data is not None:
        error["data"] = refused.data
    return json_line({"jsonrpc": "2.0", "id": call_id, "error": error})


def notification_line(method: str, params: Mapping[str, Any]) -> bytes:
    return json_line({"jsonrpc": "2.0", "method": method, "params": params})

"""The worker's end of the channel on which pi calls the tools of a role.

A socket in a folder that only this user can enter; one JSON object a line: ``{id, tool, arguments}`` from pi,
``{id, text, isError, last}`` back; ``{id, ended}`` when the model stops, with what it is to be reminded of as the text
back; and once ``{hello}`` when pi has the tools. Messages are answered one after another.
"""

import json
import selectors
import socket
from pathlib import Path
from typing import Any, Final, Protocol, cast

from silcrow.workers.roles import ToolReply

CALL_LIMIT: Final = 4 << 20
"""Bytes of one call."""
_READ_AT_ONCE: Final = 64 << 10
_SEND_SECONDS: Final = 30.0


class Desk(Protocol):
    """Who answers."""

    def answer(self, tool: str, arguments: object) -> ToolReply:
        """What a call of the tool of that name, with whatever was given as arguments, comes to."""
        ...

    def ends_here(self) -> bool:
        """Whether the model is not asked once more after the calls that it made."""
        ...

    def reminder(self) -> str:
        """What a model that stops is to be reminded of; empty when it may stop."""
        ...


class ToolChannel:
    """Listens at ``path``; ``serve`` whatever the selector says is ready."""

    def __init__(self, path: Path, desk: Desk, selector: selectors.BaseSelector) -> None:
        self.greeted = False
        """Whether pi said that it has the tools."""
        self._desk = desk
        self._selector = selector
        self._listener = socket.socket(socket.AF_UNIX)
        self._received: dict[socket.socket, bytearray] = {}
        try:
            self._listener.bind(str(path))
            self._listener.listen()
        except OSError:
            self._listener.close()
            raise
        selector.register(self._listener, selectors.EVENT_READ, self._accept)

    def close(self) -> None:
        for connection in tuple(self._received):
            self._drop(connection)
        self._selector.unregister(self._listener)
        self._listener.close()

    def _accept(self) -> None:
        connection, _ = self._listener.accept()
        connection.settimeout(_SEND_SECONDS)
        self._received[connection] = bytearray()
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._read(connection))

    def _read(self, connection: socket.socket) -> None:
        try:
            part = connection.recv(_READ_AT_ONCE)
        except OSError:
            part = b""
        received = self._received[connection]
        received += part
        *lines, rest = received.split(b"\n")
        received[:] = rest
        if not part or len(rest) > CALL_LIMIT or not all(self._take(connection, bytes(line)) for line in lines):
            self._drop(connection)

    def _take(self, connection: socket.socket, line: bytes) -> bool:
        """Answer one line; whether the other end still makes sense and listens."""
        try:
            message: object = json.loads(line)
        except (ValueError, RecursionError):
            return False
        if not isinstance(message, dict):
            return False
        call = cast("dict[str, Any]", message)
        if "hello" in call:
            self.greeted = True
            return True
        if "ended" in call:
            document: dict[str, Any] = {"text": self._desk.reminder()}
        else:
            reply = self._desk.answer(str(call.get("tool")), call.get("arguments"))
            document = {"text": reply.text, "isError": reply.is_error, "last": self._desk.ends_here()}
        document["id"] = call.get("id")
        try:
            connection.sendall(json.dumps(document).encode() + b"\n")
        except OSError:
            return False
        return True

    def _drop(self, connection: socket.socket) -> None:
        del self._received[connection]
        self._selector.unregister(connection)
        connection.close()

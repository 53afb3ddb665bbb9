"""The host protocol: a `MemoryHost` behind lines of JSON-RPC."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from silcrow.hosts.greeting import PROTOCOL, deadline, greeting
from silcrow.hosts.host import MemoryHost
from silcrow.hosts.methods import METHODS, Cancel, Initialize
from silcrow.hosts.status_line import HostStatus
from silcrow.hosts.wire import (
    INTERNAL,
    INVALID,
    LARGEST_IN,
    LARGEST_OUT,
    NO_METHOD,
    NO_SESSION,
    NOT_INITIALIZED,
    WRONG_PARAMS,
    WRONG_VERSION,
    BadMessage,
    Call,
    LongLine,
    Refused,
    answer_line,
    error_line,
    notification_line,
    read_message,
)
from silcrow.text import display_text
from silcrow.workspace.state import WorkspaceState

_log = logging.getLogger(__name__)
_FLUSH_SECONDS: Final = 0.2
"""How long records wait at most for the answer that could take them along."""


class Surface(Struct, frozen=True):
    """How a program that serves the protocol tells the status."""

    describe: Callable[[WorkspaceState], str] | None = None
    """Of observational memory, as text."""
    documents: Callable[[WorkspaceState], Mapping[str, Any]] = lambda _: {}
    """``memory`` and ``om``, for scripts."""


class RpcServer:
    """One host and its sessions. Belongs to one event loop; ``send`` gets whole lines and never blocks."""

    def __init__(
        self,
        send: Callable[[bytes], object],
        *,
        surface: Surface | None = None,
        environ: Mapping[str, str] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._send = send
        self._surface = surface or Surface()
        self._environ = environ
        self._clock = clock
        self._host: MemoryHost | None = None
        self._moments: asyncio.Queue[Call | None] = asyncio.Queue()
        self._working: asyncio.Task[None] | None = None
        self._others: set[asyncio.Task[None]] = set()
        self._now: Call | None = None
        """The moment that is worked on."""
        self._entries: list[dict[str, Any]] = []

    def receive(self, line: bytes | LongLine) -> None:
        """One line of the host. Its answer comes when it is ready."""
        if isinstance(line, LongLine):
            self._refuse(None, Refused(INVALID, f"The line is longer than {LARGEST_IN:,} bytes; it was skipped."))
            return
        message = read_message(line)
        if isinstance(message, BadMessage):
            self._refuse(message.id, message.refused)
        elif message is not None:
            self._take(message)

    async def finish(self) -> None:
        """The host has said all it had to say: work on what is left, then end the session."""
        if self._host is not None:
            self._host.skip_wait()
        if self._working is not None:
            self._moments.put_nowait(None)
            await self._working

    async def close(self) -> None:
        """End the session at once."""
        tasks = [task for task in (self._working, *self._others) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._host is not None:
            await self._host.shutdown()
            self._flush()

    def _take(self, call: Call) -> None:
        method = METHODS.get(call.method)
        if call.method == "cancel":
            self._cancel(call)
        elif call.method == "initialize":
            self._beside(call, self._initialize(call))
        elif method is None and call.method != "status":
            self._answer(call, Refused(NO_METHOD, f"There is no method {call.method[:80]!r}."))
        elif method is not None and method.in_order:
            self._moments.put_nowait(call)
            if self._working is None:
                self._working = asyncio.create_task(self._work(), name="moments")
        else:
            self._beside(call, self._carry_out(call) if method is not None else self._status(call))

    def _beside(self, call: Call, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._guarded(call, work))
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _guarded(self, call: Call, work: Coroutine[Any, Any, None]) -> None:
        """A bug costs one answer, and nothing that comes after it."""
        try:
            await work
        except Exception as bug:  # noqa: BLE001 - whatever it was, the host must not wait for nothing
            _log.exception("%s failed", call.method)
            self._answer(call, _failed(call, bug))

    async def _work(self) -> None:
        while (call := await self._moments.get()) is not None:
            await self._initialized()
            self._now = call
            if call.method == "session/start":
                # The host has left the session that these are of: they are kept beside that one.
                self._entries.clear()
            try:
                await self._guarded(call, self._carry_out(call))
            finally:
                self._now = None
            self._flush()

    async def _initialized(self) -> None:
        """``initialize`` is answered before whatever came behind it."""
        while self._host is None and self._others:
            await asyncio.wait(tuple(self._others), return_when=asyncio.FIRST_COMPLETED)

    async def _initialize(self, call: Call) -> None:
        if self._host is not None:
            self._answer(call, Refused(NOT_INITIALIZED, "initialize came before."))
            return
        given = _converted(call.params, Initialize)
        if isinstance(given, Refused):
            self._answer(call, given)
            return
        if given.protocol_version != PROTOCOL:
            words = f"Protocol version {given.protocol_version} is not spoken here."
            self._answer(call, Refused(WRONG_VERSION, words, {"supported": [PROTOCOL]}))
            return
        place = given.place()
        if isinstance(place, Refused):
            self._answer(call, place)
            return
        self._host = host = MemoryHost(
            place,
            append=self._append,
            notice=self._notice,
            changed=self._changed,
            describe=self._surface.describe,
            environ=self._environ,
            clock=self._clock,
        )
        self._answer(call, greeting(host))

    async def _status(self, call: Call) -> None:
        host = self._host
        if host is None:
            self._answer(call, Refused(NOT_INITIALIZED, "initialize comes first."))
            return
        state = host.state
        self._answer(call, {**host.status().to_dict(), **self._surface.documents(state)})

    async def _carry_out(self, call: Call) -> None:
        method, host = METHODS[call.method], self._host
        if host is None:
            self._answer(call, Refused(NOT_INITIALIZED, "initialize comes first."))
            return
        if method.in_session and host.session_id is None:
            self._answer(call, Refused(NO_SESSION, "There is no session: session/start comes first."))
            return
        given = _converted(call.params, method.takes)
        if isinstance(given, Refused):
            self._answer(call, given)
            return
        work = asyncio.ensure_future(method.carry(host, given))
        work.add_done_callback(_log_what_nobody_sees)
        try:
            await asyncio.wait((work,), timeout=deadline(method, host))
        except asyncio.CancelledError:
            work.cancel()
            raise
        if not work.done():
            self._answer(call, {**method.safe(host), "late": True})
        elif (failure := work.exception()) is not None:
            self._answer(call, _failed(call, failure))
        else:
            self._answer(call, work.result())

    def _cancel(self, call: Call) -> None:
        named, now = _converted(call.params, Cancel), self._now
        if isinstance(named, Cancel) and now is not None and now.answered and named.id == now.id and self._host:
            self._host.skip_wait()

    def _answer(self, call: Call, result: Mapping[str, Any] | Refused) -> None:
        if not call.answered:
            return
        if isinstance(result, Refused):
            self._refuse(call.id, result)
        elif self._entries and METHODS.get(call.method) is not None and METHODS[call.method].in_order:
            taken = self._take_entries(LARGEST_OUT // 2)
            self._send(answer_line(call.id, {**result, "entries": taken}))
        else:
            self._send(answer_line(call.id, result))

    def _refuse(self, call_id: Any, refused: Refused) -> None:
        self._send(error_line(call_id, refused))

    # What is said unasked

    def _append(self, custom_type: str, data: Mapping[str, Any]) -> None:
        entry = {"customType": custom_type, "data": dict(data)}
        if len(msgspec.json.encode(entry)) > LARGEST_OUT // 2:
            # It stays with the ledger, which keeps it beside the session at its end.
            raise OSError(f"a record of {custom_type} is larger than a message may be")
        self._entries.append(entry)
        if len(self._entries) == 1:
            asyncio.get_running_loop().call_later(0 if self._now is None else _FLUSH_SECONDS, self._flush)

    def _flush(self) -> None:
        while self._entries:
            entries = self._take_entries(LARGEST_OUT // 2)
            self._send(notification_line("entries/append", {"entries": entries}))

    def _take_entries(self, room: int) -> list[dict[str, Any]]:
        """The oldest records that fit together into one message; always at least one."""
        taken: list[dict[str, Any]] = []
        while self._entries:
            room -= len(msgspec.json.encode(self._entries[0]))
            if taken and room < 0:
                break
            taken.append(self._entries.pop(0))
        return taken

    def _notice(self, level: Literal["info", "warning", "error"], text: str) -> None:
        self._send(notification_line("notice", {"level": level, "text": display_text(text)}))

    def _changed(self, status: HostStatus) -> None:
        self._send(notification_line("status/changed", status.to_dict()))


def _converted(params: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert({} if params is None else params, kind)
    except msgspec.ValidationError as wrong:
        return Refused(WRONG_PARAMS, f"The parameters do not fit: {wrong}.")


def _failed(call: Call, bug: BaseException) -> Refused:
    return Refused(INTERNAL, f"{call.method} failed unexpectedly ({type(bug).__name__}).")


def _log_what_nobody_sees(work: "asyncio.Future[Any]") -> None:
    if not work.cancelled() and (failure := work.exception()) is not None:
        _log.error("a moment failed", exc_info=failure)

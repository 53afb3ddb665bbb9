"""The host protocol on standard input and output."""

import asyncio
import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Final

from silcrow.hosts.rpc import RpcServer, Surface
from silcrow.hosts.wire import Lines, LongLine

_BLOCK: Final = 1 << 16
_AHEAD: Final = 256
"""Lines that are read before they are worked on."""
_LAST_WORDS_SECONDS: Final = 1.0
_END_SECONDS: Final = 4.0
"""How long the end of input waits for moments that are still worked on, and the process for the end of the session."""


def serve(surface: Surface | None = None) -> None:
    """Serve until the host closes its end, or until interrupted; the session is ended in order either way."""
    # Whatever else prints must not come between two messages.
    outgoing = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    asyncio.run(_serve(sys.stdin.fileno(), outgoing, surface))


async def _serve(incoming: int, outgoing: int, surface: Surface | None) -> None:
    loop = asyncio.get_running_loop()
    gone = asyncio.Event()
    sender = _Sender(outgoing, lambda: loop.call_soon_threadsafe(gone.set))
    server = RpcServer(sender.send, surface=surface)
    lines: asyncio.Queue[bytes | LongLine | None] = asyncio.Queue(_AHEAD)
    threading.Thread(target=_read, args=(incoming, loop, lines), name="read", daemon=True).start()
    try:
        listening = asyncio.create_task(_listen(server, lines))
        leaving = asyncio.create_task(gone.wait())
        await asyncio.wait((listening, leaving), return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        listening.cancel()
    finally:
        # What hangs is left behind: locks and workers end with the process.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await server.close()
        sender.close()


async def _listen(server: RpcServer, lines: "asyncio.Queue[bytes | LongLine | None]") -> None:
    while (line := await lines.get()) is not None:
        server.receive(line)
    try:
        async with asyncio.timeout(_END_SECONDS):
            await server.finish()
    except TimeoutError:
        return


def _read(incoming: int, loop: asyncio.AbstractEventLoop, lines: "asyncio.Queue[bytes | LongLine | None]") -> None:
    """In a thread of its own: any kind of input can be read so, and nothing waits for it at the end."""
    cut = Lines()

    def put(line: bytes | LongLine | None) -> None:
        asyncio.run_coroutine_threadsafe(lines.put(line), loop).result()

    try:
        while block := os.read(incoming, _BLOCK):
            for line in cut.feed(block):
                put(line)
        put(None)
    except (OSError, RuntimeError, CancelledError):
        # Input that can't be read any more has ended, or the loop has.
        if not loop.is_closed():
            loop.call_soon_threadsafe(lines.put_nowait, None)


class _Sender:
    """Writes lines in a thread of its own, so that a host that does not read holds nothing up."""

    def __init__(self, outgoing: int, gone: Callable[[], object]) -> None:
        self._outgoing = outgoing
        self._gone = gone
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="write", daemon=True)
        self._thread.start()

    def send(self, line: bytes) -> None:
        self._lines.put(line + b"\n")

    def close(self) -> None:
        """Write what is left, unless nobody reads it."""
        self._lines.put(None)
        self._thread.join(_LAST_WORDS_SECONDS)

    def _write(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                view = memoryview(line)
                while view:
                    view = view[os.write(self._outgoing, view) :]
        except OSError:
            self._gone()

"""The last part of what a process prints, however much that is."""

import asyncio
import contextlib
import os

LOG_LIMIT = 64 << 10
"""Bytes that are kept."""
_READ_AT_ONCE = 64 << 10
_LAST_READS = 64


class OutputTail:
    """The read end of a pipe that a worker's stdout and stderr share.

    It is emptied all the time, so that a worker never blocks on it; memory is bounded. A pipe of our own instead of
    asyncio's: then the end of the process does not wait for whoever else holds the pipe open.
    """

    def __init__(self) -> None:
        self._read_end, self.write_end = os.pipe()
        os.set_blocking(self._read_end, False)
        self._kept = bytearray()
        self._cut = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to read; call it once the process has the write end, which is closed here."""
        self.close_write_end()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._read_end, self._read)

    def close_write_end(self) -> None:
        if self.write_end >= 0:
            os.close(self.write_end)
            self.write_end = -1

    def finish(self) -> bytes:
        """Take what is still in the pipe, close it, and give the tail; it starts with a mark when more was printed."""
        self.close_write_end()
        if self._read_end >= 0:
            # Bounded: somebody who has escaped the run may write for ever.
            for _ in range(_LAST_READS):
                if not self._read():
                    break
            self._close()
        return (b"[... the beginning is left out ...]\n" if self._cut else b"") + bytes(self._kept)

    def _read(self) -> bool:
        """Whether there was something to read."""
        if self._read_end < 0:
            return False
        with contextlib.suppress(BlockingIOError):
            part = os.read(self._read_end, _READ_AT_ONCE)
            if not part:
                self._close()
                return False
            self._kept += part
            if len(self._kept) > LOG_LIMIT:
                del self._kept[:-LOG_LIMIT]
                self._cut = True
            return True
        return False

    def _close(self) -> None:
        if self._read_end >= 0:
            if self._loop is not None:
                self._loop.remove_reader(self._read_end)
            os.close(self._read_end)
            self._read_end = -1


def last_line(log: bytes) -> str:
    """The last line with something on it, as text of at most 200 code points."""
    for line in reversed(log.decode("utf-8", "replace").splitlines()):
        words = "".join(character for character in line if character.isprintable()).strip()
        if words:
            return words[:200]
    return ""

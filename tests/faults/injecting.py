"""A disk that fails at one chosen call: at opening, writing, flushing, renaming, or flushing a folder.

All code that touches the disk does so through the functions of ``os`` that are replaced here, so each call of a write
path can be made to fail in each way that a kernel knows. What a failing call has done before it fails is done for real:
a short write leaves a part of its bytes.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, Literal
from unittest.mock import patch

from msgspec import Struct

Point = Literal["open", "write", "fsync", "rename", "folder fsync", "link", "remove", "folder"]
Fault = Literal["ENOSPC", "EIO", "EACCES", "EXDEV", "EINTR", "short write"]

FAULTS: Final[dict[Point, tuple[Fault, ...]]] = {
    "open": ("ENOSPC", "EIO", "EACCES", "EINTR"),
    "write": ("ENOSPC", "EIO", "EINTR", "short write"),
    "fsync": ("ENOSPC", "EIO", "EINTR"),
    "rename": ("ENOSPC", "EIO", "EACCES", "EXDEV"),
    "folder fsync": ("EIO", "EINTR"),
    "link": ("ENOSPC", "EIO", "EACCES", "EXDEV"),
    "remove": ("EIO", "EACCES"),
    "folder": ("ENOSPC", "EACCES"),
}
"""What can go wrong at each kind of call."""
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Strike(Struct, frozen=True):
    """The so-and-so-many-th call, from 0, and how it fails."""

    number: int
    fault: Fault


class Disk:
    """Counts the calls that change something below a folder, and lets one of them fail."""

    def __init__(self, root: Path, strike: Strike | None = None) -> None:
        self.root = os.fspath(root)
        self.strike = strike
        self.points: list[Point] = []
        """What kind each call was, in their order."""
        self.struck = False

    @contextmanager
    def in_use(self) -> Iterator["Disk"]:
        """All calls of this process go over this disk."""
        with ExitStack() as patches:
            for name, wrapped in self._calls().items():
                patches.enter_context(patch.object(os, name, wrapped))
            yield self

    def _calls(self) -> dict[str, Callable[..., Any]]:
        return {
            "open": self._open(os.open),
            "write": self._write(os.write),
            "fsync": self._fsync(os.fsync),
            "replace": self._named("rename", os.replace),
            "rename": self._named("rename", os.rename),
            "link": self._named("link", os.link),
            "unlink": self._named("remove", os.unlink),
            "rmdir": self._named("remove", os.rmdir),
            "mkdir": self._named("folder", os.mkdir),
        }

    def _open(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(path: Any, flags: int, *more: Any, **named: Any) -> int:
            if flags & _WRITES and self._is_below(path):
                self._meet("open")
            return real(path, flags, *more, **named)

        return call

    def _write(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(descriptor: int, content: Any) -> int:
            if self._is_ours(descriptor) and self._meet("write") == "short write":
                return real(descriptor, bytes(content)[: len(content) // 2])
            return real(descriptor, content)

        return call

    def _fsync(self, real: Callable[..., None]) -> Callable[..., None]:
        def call(descriptor: int) -> None:
            if self._is_ours(descriptor):
                self._meet("folder fsync" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "fsync")
            real(descriptor)

        return call

    def _named(self, point: Point, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *more: Any, **named: Any) -> Any:
            if self._is_below(path):
                self._meet(point)
            return real(path, *more, **named)

        return call

    def _meet(self, point: Point) -> Fault | None:
        """Take note of a call, and fail where it is the one; a short write is left to the caller."""
        number = len(self.points)
        self.points.append(point)
        if self.strike is None or number != self.strike.number:
            return None
        self.struck = True
        if self.strike.fault == "short write":
            return self.strike.fault
        code = getattr(errno, self.strike.fault)
        raise OSError(code, os.strerror(code))

    def _is_below(self, path: Any) -> bool:
        return os.fspath(path).startswith(self.root) if isinstance(path, (str, os.PathLike)) else False

    def _is_ours(self, descriptor: int) -> bool:
        try:
            return os.fspath(Path(f"/proc/self/fd/{descriptor}").readlink()).startswith(self.root)
        except OSError:
            return False

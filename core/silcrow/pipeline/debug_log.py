"""What the clocks decided and why: ``.runs/debug.log``, for people who ask why something did not start.

Kept only while the setting ``debugLog`` is on, and never much larger than its bound.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from silcrow.files import append_line, read_bytes, write_atomic
from silcrow.text import display_text
from silcrow.text.instants import iso_instant

DEBUG_FILE: Final = "debug.log"
BYTES_MOST: Final = 1 << 20


class DebugLog:
    """One line for each decision that differs from the one before on the same subject."""

    def __init__(self, folder: Path, wanted: Callable[[], bool], clock: Callable[[], float]) -> None:
        self.path = folder / DEBUG_FILE
        self._wanted = wanted
        self._clock = clock
        self._last: dict[str, str] = {}

    def note(self, subject: str, words: str) -> None:
        """Write that down, unless it was the last word on this subject already."""
        if not self._wanted() or self._last.get(subject) == words:
            return
        self._last[subject] = words
        line = f"{iso_instant(self._clock())}  {subject:<12}  {display_text(words)}"
        append_line(self.path, line.encode("utf-8", "replace"))
        self._keep_bounded()

    def _keep_bounded(self) -> None:
        """Drop the older half when it grew too large; the rest begins at a whole line."""
        if self.path.stat().st_size <= BYTES_MOST:
            return
        content = read_bytes(self.path)
        newer = content[len(content) // 2 :]
        write_atomic(self.path, newer[newer.find(b"\n") + 1 :], durable=False)

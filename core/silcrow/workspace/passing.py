"""Damage and loss that may last a moment only: another program is still writing the file."""

from typing import Final

from silcrow.curated.states import CuratedState, MemoryFile

PASSING_SECONDS: Final = 0.3
"""How long a damaged file must have been left alone, in seconds, before its state is taken for what was meant."""


def may_pass(memory: CuratedState, now: float, before: CuratedState | None = None) -> bool:
    """Whether a file looks as if it were half written, and was written less than ``PASSING_SECONDS`` before ``now``.

    It does when it is damaged or unreadable, or ends between two entries of ``before``, what was there last. A time
    that lies in the future by more than that is a clock that is wrong, and no reason to wait.
    """
    return _may_be_half(memory.memory, now, before and before.memory) or _may_be_half(
        memory.user, now, before and before.user
    )


def _may_be_half(file: MemoryFile, now: float, before: MemoryFile | None) -> bool:
    if file.mtime is None or abs(now - file.mtime) >= PASSING_SECONDS:
        return False
    return file.drift is not None or file.unreadable is not None or (before is not None and _is_cut(file, before))


def _is_cut(file: MemoryFile, before: MemoryFile) -> bool:
    """The file holds the first entries of those before, and not all of them."""
    now, then = ([entry.text for entry in each.entries] for each in (file, before))
    return len(now) < len(then) and now == then[: len(now)]

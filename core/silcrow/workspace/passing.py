"""Damage that may last a moment only: another program is still writing the file."""

from typing import Final

from silcrow.curated.states import CuratedState

PASSING_SECONDS: Final = 0.3
"""How long a damaged file must have been left alone, in seconds, before its state is taken for what was meant."""


def may_pass(memory: CuratedState, now: float) -> bool:
    """Whether a file is damaged or unreadable and was written less than ``PASSING_SECONDS`` before ``now``.

    A time that lies in the future by more than that is a clock that is wrong, and no reason to wait.
    """
    return any(
        (file.drift is not None or file.unreadable is not None)
        and file.mtime is not None
        and abs(now - file.mtime) < PASSING_SECONDS
        for file in (memory.memory, memory.user)
    )

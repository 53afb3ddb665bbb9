"""One way on which silcrow changes a user's files."""

from collections.abc import Callable, Hashable
from pathlib import Path

from msgspec import Struct


def _always(_: Path, __: Path) -> bool:
    return True


class WritePath(Struct, frozen=True):
    """One act that writes, on a prepared folder."""

    name: str
    prepare: Callable[[Path], None]
    """Makes what stands before the act."""
    act: Callable[[Path], str | None]
    """Does it anew, as a fresh process would; the words of a refusal, None when it was acknowledged."""
    state: Callable[[Path], Hashable]
    """What a user would lose or gain, read from the files by fresh eyes."""
    whole: bool = True
    """At each moment the state is the old or the new one. Else it may be on the way between them, with nothing lost,
    and doing it again finishes it."""
    nothing_lost: Callable[[Path, Path], bool] = _always
    """Given the folder as it was and as it is: all that was in the one is still somewhere in the other."""

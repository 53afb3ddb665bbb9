"""What other programs changed in the memory files while this window was open."""

from collections.abc import Collection
from pathlib import Path

from silcrow.curated.results import TARGETS, Target
from silcrow.curated.states import MemoryFile
from silcrow.workspace.state import WorkspaceState


class OutsideTexts:
    """Remembers the entries of the first look, and flags what came later without this window's doing."""

    def __init__(self) -> None:
        self._known: dict[Target, set[str]] = {}
        self._paths: dict[Target, Path] = {}
        self._outside: dict[Target, set[str]] = {}

    def see(self, target: Target, file: MemoryFile, own: Collection[str]) -> None:
        """Take over a new state of a file; ``own`` holds the texts that this window wrote."""
        texts = _texts(file)
        if texts is None:
            return
        if target in self._known and self._paths[target] == file.path:
            came = texts - self._known[target]
            flagged = self._outside[target] | {text for text in came if text not in own}
            self._outside[target] = flagged & texts
        else:
            self._outside[target] = set()
        self._known[target] = texts
        self._paths[target] = file.path

    def is_outside(self, target: Target, text: str) -> bool:
        return text in self._outside.get(target, ())

    def seen(self, target: Target, text: str) -> None:
        """A person looked at it: the flag goes."""
        self._outside.get(target, set()).discard(text)


def outside_words(before: WorkspaceState, now: WorkspaceState, own: Collection[str]) -> tuple[str, ...]:
    """``MEMORY changed outside: 1 added``: what came and went without this window's doing, one line per file."""
    if before.memory is now.memory or before.memory.folder != now.memory.folder:
        return ()
    said: list[str] = []
    for target in TARGETS:
        old, new = (_texts(state.memory.file(target)) for state in (before, now))
        if old is None or new is None:
            continue
        added = sum(text not in own for text in new - old)
        gone = sum(text not in own for text in old - new)
        counts = [f"{count} {word}" for count, word in ((added, "added"), (gone, "gone")) if count]
        if counts:
            said.append(f"{target.upper()} changed outside: {', '.join(counts)}")
    return tuple(said)


def _texts(file: MemoryFile) -> set[str] | None:
    """The entries of a file; None while it can't be read or is away, as a folder that is moved and comes back."""
    return None if file.unreadable is not None or not file.exists else {entry.text for entry in file.entries}

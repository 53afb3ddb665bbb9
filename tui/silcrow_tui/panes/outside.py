"""Which entries another program brought since this window was looked at."""

from collections.abc import Collection

from silcrow.curated.results import Target
from silcrow.curated.states import MemoryFile


class OutsideTexts:
    """Remembers the entries of the first look, and flags what came later without this window's doing."""

    def __init__(self) -> None:
        self._known: dict[Target, set[str]] = {}
        self._outside: dict[Target, set[str]] = {}

    def see(self, target: Target, file: MemoryFile, own: Collection[str]) -> None:
        """Take over a new state of a file; ``own`` holds the texts that this window wrote."""
        texts = {entry.text for entry in file.entries}
        if file.unreadable is not None:
            return
        if target in self._known:
            came = texts - self._known[target]
            flagged = self._outside[target] | {text for text in came if text not in own}
            self._outside[target] = flagged & texts
        else:
            self._outside[target] = set()
        self._known[target] = texts

    def is_outside(self, target: Target, text: str) -> bool:
        return text in self._outside.get(target, ())

    def seen(self, target: Target, text: str) -> None:
        """A person looked at it: the flag goes."""
        self._outside.get(target, set()).discard(text)

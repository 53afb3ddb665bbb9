"""Where records hang in the tree of a session: each from the first of a few entries that there is."""

from collections.abc import Container, Iterable, Sequence


class Anchors:
    """Items by the entry on whose paths they count.

    An item names the entries that it may hang from, best first. One that is not there yet may still come, since a
    record can be read before the entry that it is about.
    """

    def __init__(self, entries: Container[str]) -> None:
        self._entries = entries
        self._wanted: dict[str, tuple[str, ...]] = {}
        self._of: dict[str, str] = {}
        self._at: dict[str, list[str]] = {}
        self._awaited: dict[str, list[str]] = {}

    def hang(self, item: str, wanted: Iterable[str | None]) -> str | None:
        """The entry that the item hangs from; None while there is none."""
        named = tuple(each for each in wanted if each is not None)
        self._wanted[item] = named
        for place, entry in enumerate(named):
            if entry in self._entries:
                self._of[item] = entry
                self._at.setdefault(entry, []).append(item)
                named = named[:place]
                break
        for entry in named:
            self._awaited.setdefault(entry, []).append(item)
        return self._of.get(item)

    def of(self, item: str) -> str | None:
        return self._of.get(item)

    def at(self, entry: str) -> Sequence[str]:
        """The items that hang from an entry."""
        return self._at.get(entry, ())

    def moved(self) -> tuple[str, ...]:
        """Items for which a better entry has come since the last time; they are to be hung up again."""
        come = [entry for entry in self._awaited if entry in self._entries]
        items = dict.fromkeys(item for entry in come for item in self._awaited[entry])
        return tuple(items)

    def take_down(self, item: str) -> tuple[str, ...]:
        """Forgets where the item hangs; what it named."""
        named = self._wanted.pop(item)
        entry = self._of.pop(item, None)
        if entry is not None:
            self._at[entry].remove(item)
        for each in named:
            waiting = self._awaited.get(each)
            if waiting is not None and item in waiting:
                waiting.remove(item)
                if not waiting:
                    del self._awaited[each]
        return named

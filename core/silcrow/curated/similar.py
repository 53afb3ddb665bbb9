"""Entries that say the same but for case and punctuation: a hint, never a reason to change anything."""

from collections.abc import Iterable
from functools import lru_cache

from silcrow.text import folded

# Folding is the dearest step of a write, and the entries of a store are the same ones call after call.
_folded = lru_cache(maxsize=2_048)(folded)


def similar_entries(entries: Iterable[str], content: str) -> tuple[str, ...]:
    """The entries that are like the content, the content itself left out."""
    wanted = _folded(content)
    if not wanted:
        return ()
    return tuple(entry for entry in entries if entry != content and _folded(entry) == wanted)


def earlier_similar(entries: Iterable[str]) -> list[int | None]:
    """For each entry the number, from 1, of the first one before it that is like it."""
    first: dict[str, int] = {}
    found: list[int | None] = []
    for number, entry in enumerate(entries, start=1):
        key = _folded(entry)
        earlier = first.setdefault(key, number) if key else number
        found.append(earlier if earlier != number else None)
    return found

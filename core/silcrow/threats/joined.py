"""Phrases that are harmless entry by entry and come together where entries meet."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from msgspec import Struct

from silcrow.threats.findings import Finding
from silcrow.threats.rule import SCOPES, Scope
from silcrow.threats.scanning import findings_across

_BETWEEN = "\n§\n"


class JoinedFinding(Struct, frozen=True):
    """A finding that reaches over a border between entries."""

    finding: Finding
    """Its offsets are those of the entries joined by newline, ``§``, newline."""
    entries: tuple[int, ...]
    """Indices of the texts that it touches, from 0, ascending; two or more."""

    def to_dict(self) -> dict[str, Any]:
        return {**self.finding.to_dict(), "entries": list(self.entries)}


def scan_joined(texts: Sequence[str], scope: Scope = "strict") -> tuple[JoinedFinding, ...]:
    """What blocks only because these texts stand one after the other, in their order.

    What a text holds on its own is not repeated. Raises ValueError for an unknown scope.
    """
    if scope not in SCOPES:
        raise ValueError(f"unknown scope {scope!r}; the scopes are {', '.join(SCOPES)}")
    if len(texts) < 2:
        return ()
    starts = [0, *accumulate(len(text) + len(_BETWEEN) for text in texts[:-1])]
    found: dict[tuple[str, tuple[int, ...]], JoinedFinding] = {}
    for finding in findings_across(_BETWEEN.join(texts), scope):
        first = bisect_right(starts, finding.start) - 1
        last = bisect_right(starts, finding.end - 1) - 1
        if first < last:
            entries = tuple(range(first, last + 1))
            found.setdefault((finding.id, entries), JoinedFinding(finding, entries))
    return tuple(found.values())

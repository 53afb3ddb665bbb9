"""Threats that arise only where entries meet: harmless one by one, an order when they are read in a row."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from silcrow.curated.entry_format import DELIMITER, join
from silcrow.curated.screening import Screen

if TYPE_CHECKING:
    from silcrow.threats import Finding, JoinedFinding

_REMEMBERED = 256


class Meeting(Struct, frozen=True):
    """Entries that hold a threat together, and none of them alone."""

    places: tuple[int, ...]
    """Of the entries, from 0, in a row; two or more."""
    texts: tuple[str, ...]
    finding: "Finding"
    """Its offsets are those of the first entry joined with the others as in the file."""
    acknowledged: bool = False
    """A person has accepted these texts in this order."""

    @property
    def joined(self) -> str:
        """What an acknowledgement is bound to."""
        return join(self.texts)

    def finding_in(self, place: int) -> dict[str, Any]:
        """The finding as JSON, with the span of it that lies in one of the entries, and the numbers of all."""
        start = len(join(self.texts[: place - self.places[0]]))
        start += len(DELIMITER) if start else 0
        length = len(self.texts[place - self.places[0]])
        numbers = [each + 1 for each in self.places]
        others = ", ".join(f"{number:,}" for number in numbers if number != place + 1)
        return {
            **self.finding.to_dict(),
            "start": max(0, self.finding.start - start),
            "end": min(length, self.finding.end - start),
            "message": f"{self.finding.message}, read in a row with entry {others}",
            "entries": numbers,
        }


def find_meetings(
    screen: Screen, texts: Sequence[str], blocked: Collection[int], *, glance: bool = False
) -> Iterator[Meeting]:
    """The meetings of entries that are not ``blocked`` themselves: a placeholder breaks any phrase.

    ``glance`` trusts what was found clean before, for showing only.
    """
    for start, run in _runs(texts, blocked):
        if glance and screen.clean.knows(join(run)):
            continue
        found = _joined(run)
        if not found:
            screen.clean.note(join(run))
        for each in found:
            yield _meeting(screen, start, run, each)


def _meeting(screen: Screen, start: int, run: tuple[str, ...], found: "JoinedFinding") -> Meeting:
    from silcrow.threats import Finding

    first = found.entries[0]
    before = len(join(run[:first])) + len(DELIMITER) if first else 0
    finding = Finding(
        found.finding.id,
        found.finding.threat_class,
        found.finding.severity,
        found.finding.start - before,
        found.finding.end - before,
        found.finding.message,
    )
    texts = tuple(run[place] for place in found.entries)
    accepted = screen.acknowledgements
    return Meeting(
        tuple(start + place for place in found.entries),
        texts,
        finding,
        accepted.covers(join(texts)) or all(map(accepted.covers, texts)),
    )


def _runs(texts: Sequence[str], blocked: Collection[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Stretches of entries that stay as they are, with the place of the first."""
    start = 0
    for place in (*sorted(blocked), len(texts)):
        if place - start > 1:
            yield start, tuple(texts[start:place])
        start = place + 1


@lru_cache(maxsize=_REMEMBERED)
def _joined(texts: tuple[str, ...]) -> "tuple[JoinedFinding, ...]":
    from silcrow.threats import scan_joined

    return tuple(each for each in scan_joined(texts, "strict") if each.finding.severity == "block")

"""Which entries a model must not read: each judged on its own, and what only arises where entries meet."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from silcrow.curated.screening import Screen

if TYPE_CHECKING:
    from silcrow.threats import JoinedFinding

_REMEMBERED = 256


class Judge(Protocol):
    """Judges the entries of one store, as they follow each other in a prompt."""

    def flag(self, texts: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """Places, from 0, of the entries to keep from a model, each with the ids of what was found in it."""
        ...

    def knows(self, threat_id: str) -> bool:
        """Whether this is the id of something that the judge looks for, and no words of somebody else."""
        ...


class ScreenJudge:
    """The scanner's word, with what people accepted in this memory folder."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def flag(self, texts: Sequence[str]) -> dict[int, tuple[str, ...]]:
        flagged: dict[int, tuple[str, ...]] = {}
        for place, text in enumerate(texts):
            screening = self._screen.judge(text)
            if screening.blocked:
                blocking = (each["id"] for each in screening.findings if each["severity"] == "block")
                flagged[place] = tuple(dict.fromkeys(blocking))
        for start, run in _runs(texts, flagged):
            for finding in _joined(run):
                together = [start + place for place in finding.entries]
                if not all(self._accepted(texts[place]) for place in together):
                    for place in together:
                        flagged[place] = tuple(dict.fromkeys((*flagged.get(place, ()), finding.finding.id)))
        return flagged

    def knows(self, threat_id: str) -> bool:
        from silcrow.threats.rule_ids import DISGUISED, rule_ids

        return threat_id.removeprefix(DISGUISED) in rule_ids()

    def _accepted(self, text: str) -> bool:
        return self._screen.acknowledgements.covers(text)


def _runs(texts: Sequence[str], flagged: dict[int, tuple[str, ...]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Stretches of entries that stay as they are, with the place of the first: a placeholder breaks any phrase."""
    start = 0
    for place in (*sorted(flagged), len(texts)):
        if place - start > 1:
            yield start, tuple(texts[start:place])
        start = place + 1


@lru_cache(maxsize=_REMEMBERED)
def _joined(texts: tuple[str, ...]) -> "tuple[JoinedFinding, ...]":
    from silcrow.threats import scan_joined

    return tuple(each for each in scan_joined(texts, "strict") if each.finding.severity == "block")

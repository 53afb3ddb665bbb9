"""Which entries a model must not read: each judged on its own, and what only arises where entries meet."""

from collections.abc import Sequence
from typing import Protocol

from silcrow.curated.meetings import find_meetings
from silcrow.curated.screening import Screen


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
        for meeting in tuple(find_meetings(self._screen, texts, flagged)):
            for place in () if meeting.acknowledged else meeting.places:
                flagged[place] = tuple(dict.fromkeys((*flagged.get(place, ()), meeting.finding.id)))
        return flagged

    def knows(self, threat_id: str) -> bool:
        from silcrow.threats.rule_ids import DISGUISED, rule_ids

        return threat_id.removeprefix(DISGUISED) in rule_ids()

"""What became of each observation of a batch, by its number, and why a claim about one is not believed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from silcrow.workers.admission import Refused, admit_line
from silcrow.workers.plan import DISCARD_SHARE
from silcrow.workers.roles.topic_desk import TopicDesk


class Accounting:
    """Each of the numbers from 1 to ``handed`` is accounted for once; the first account counts."""

    def __init__(self, desk: TopicDesk, handed: int) -> None:
        self.fates: dict[int, Mapping[str, str]] = {}
        """Number to ``how`` with ``topic`` or ``reason``."""
        self._desk = desk
        self._handed = handed

    @property
    def left(self) -> Sequence[int]:
        return [number for number in range(1, self._handed + 1) if number not in self.fates]

    def account(self, item: Mapping[str, Any]) -> Iterator[str]:
        """Take in one disposition of several numbers; what is wrong with it, in a few words each."""
        fate = self._fate(item)
        for number in cast("Sequence[int]", item["numbers"]):
            if not 1 <= number <= self._handed:
                yield f"{number} is not among the observations"
            elif number in self.fates:
                yield f"{number} was accounted for before"
            elif isinstance(fate, Refused):
                yield f"{number}: {fate.reason}"
            elif fate["how"] == "discarded" and self._discards_left() < 1:
                yield f"{number}: no more than {int(self._handed * DISCARD_SHARE)} of these may be discarded"
            else:
                self.fates[number] = fate

    def _fate(self, item: Mapping[str, Any]) -> Mapping[str, str] | Refused:
        how, topic = str(item["how"]), str(item.get("topic") or "")
        if how == "discarded":
            reason = admit_line(item.get("reason"))
            return (
                Refused("a discard needs a reason") if isinstance(reason, Refused) else {"how": how, "reason": reason}
            )
        if how == "filed" and topic not in self._desk.changed:
            return Refused(f"{topic or 'no topic'} was not changed in this run, so nothing can be filed there")
        if how == "merged" and not self._desk.stands(topic):
            return Refused(f"there is no topic {topic or 'named'} that says it")
        return {"how": how, "topic": topic}

    def _discards_left(self) -> int:
        discarded = sum(fate["how"] == "discarded" for fate in self.fates.values())
        return int(self._handed * DISCARD_SHARE) - discarded

"""Which files of a consolidation took text out of which, told by whole lines.

What a run rewrote in other words can't be told: a file that it removed therefore counts as standing in every topic that
it wrote.
"""

from collections.abc import Callable, Collection, Iterable

from msgspec import Struct

from silcrow.files import read_bytes
from silcrow.observational.topics import JOURNEY_FILE, parse_topic
from silcrow.workers.plan import FileStep, Plan
from silcrow.workers.run_paths import RunPaths


class _Lines(Struct, frozen=True):
    lost: frozenset[str]
    gained: frozenset[str]
    written: bool
    """False for a file that the run removed."""
    kept: bool = True
    """What it was before can still be read."""

    @property
    def may_be_anywhere(self) -> bool:
        """Its text can have gone into every file of the run, in whatever words."""
        return not (self.written and self.kept)

    def took_from(self, giver: "_Lines") -> bool:
        return self.written and (giver.may_be_anywhere or not self.gained.isdisjoint(giver.lost))


class MovedText:
    """Between the topics of one plan; the journey neither gives nor takes."""

    def __init__(self, plan: Plan, paths: RunPaths) -> None:
        self._steps = {step.name: _lines(step, paths) for step in plan.steps if step.name != JOURNEY_FILE}

    def gives(self, name: str) -> bool:
        """Whether the run took text out of this file."""
        step = self._steps.get(name)
        return step is not None and (step.may_be_anywhere or bool(step.lost))

    def with_sources(self, names: Iterable[str]) -> frozenset[str]:
        """These files and all whose text they took in, so that putting the former back loses none of it."""
        return self._closed(names, lambda taker, giver: taker.took_from(giver))

    def with_takers(self, names: Iterable[str]) -> frozenset[str]:
        """These files and all that took in their text: what can't be put back may stand there only."""
        return self._closed(names, lambda giver, taker: taker.took_from(giver))

    def _closed(self, names: Iterable[str], reaches: Callable[[_Lines, _Lines], bool]) -> frozenset[str]:
        found = set(names)
        while fresh := [name for name in self._steps.keys() - found if self._is_reached(name, found, reaches)]:
            found.update(fresh)
        return frozenset(found)

    def _is_reached(self, name: str, found: Collection[str], reaches: Callable[[_Lines, _Lines], bool]) -> bool:
        return any(reaches(self._steps[each], self._steps[name]) for each in found if each in self._steps)


def _lines(step: FileStep, paths: RunPaths) -> _Lines:
    written = step.text is not None
    after = _body(step.text or "", step.name)
    if step.before is None:
        return _Lines(frozenset(), after, written)
    try:
        before = _body(read_bytes(paths.base / step.name).decode("utf-8", "replace"), step.name)
    except OSError:
        return _Lines(frozenset(), after, written, kept=False)
    return _Lines(before - after, after - before, written)


def _body(text: str, name: str) -> frozenset[str]:
    topic = parse_topic(text, name)
    body = text if isinstance(topic, str) else topic.body
    return frozenset(stripped for each in body.splitlines() if (stripped := each.strip()))

"""What a dream wants changed: from the calls that its worker made to one step for each entry. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from msgspec import Struct

from silcrow.curated.changes import Op
from silcrow.curated.matching import find_entry
from silcrow.curated.results import TARGETS, Target
from silcrow.dreaming.plausibility import implausible
from silcrow.workers.dream import HandedTurn, turn_named

MOST_STEPS = 200
"""Calls of one dream that are looked at; what is beyond is refused unread."""


class Evidence(Struct, frozen=True):
    """The turn that a step rests on."""

    session: str
    entry: str
    time: float
    """Unix seconds of the turn."""
    quote: str = ""
    """What the user said there, shortened."""

    def to_dict(self) -> dict[str, Any]:
        return {"session": self.session, "entry": self.entry, "time": self.time, "quote": self.quote}


class Step(Struct, frozen=True):
    """One change of one entry, by full texts."""

    op: Op
    target: Target
    old: str | None = None
    new: str | None = None
    evidence: tuple[Evidence, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        values = {"op": self.op, "target": self.target, "old": self.old, "new": self.new}
        kept: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
        return {**kept, "evidence": [each.to_dict() for each in self.evidence]}


class Refused(Struct, frozen=True):
    """What was wanted and is not done, and why."""

    step: Step
    code: str
    words: str
    """One sentence."""

    def to_dict(self) -> dict[str, Any]:
        return {**self.step.to_dict(), "code": self.code, "reason": self.words}


class Wanted(Struct, frozen=True):
    """All that one dream asked for."""

    steps: tuple[Step, ...]
    refused: tuple[Refused, ...]
    unchanged: tuple[Step, ...]
    """Additions of what was there already."""


def wanted_of(
    proposals: Sequence[object], entries: Mapping[Target, Sequence[str]], turns: Sequence[HandedTurn]
) -> Wanted:
    """The difference that these calls make to the entries they were made on, each with what it rests on.

    A proposal is ``{op, target, oldText?, content?, evidence: {session, entry}}``. Calls on one entry become one step:
    added and changed again is one addition, changed twice is one change, added and removed is nothing. What names no
    turn that was handed over, or is plainly no fact, is refused here.
    """
    drafts = {target: _Draft(target, entries[target]) for target in TARGETS}
    refused: list[Refused] = []
    for number, proposal in enumerate(proposals):
        call = _call_of(proposal, turns)
        if isinstance(call, Refused):
            refused.append(call)
        elif number >= MOST_STEPS:
            refused.append(Refused(call, "invalid", f"It is beyond the {MOST_STEPS} calls of one dream."))
        elif (refusal := drafts[call.target].take(call)) is not None:
            refused.append(refusal)
    return Wanted(
        tuple(step for draft in drafts.values() for step in draft.steps()),
        tuple(refused),
        tuple(step for draft in drafts.values() for step in draft.unchanged),
    )


def evidence_of(value: object, turns: Sequence[HandedTurn]) -> Evidence | None:
    """The turn that ``{session, entry}`` names among those handed over; None when it names none of them."""
    turn = turn_named(value, turns)
    return None if turn is None else Evidence(turn.session, turn.entry, turn.time, _shortened(turn.user))


@dataclass(slots=True)
class _Entry:
    text: str
    was: str | None
    """The text at the start; None for one that came."""
    evidence: tuple[Evidence, ...] = ()


@dataclass(slots=True)
class _Draft:
    """One file as the calls leave it."""

    target: Target
    start: Sequence[str]
    entries: list[_Entry] = field(init=False)
    gone: dict[str, tuple[Evidence, ...]] = field(default_factory=dict[str, tuple[Evidence, ...]])
    unchanged: list[Step] = field(default_factory=list[Step])

    def __post_init__(self) -> None:
        self.entries = [_Entry(text, text) for text in self.start]

    def take(self, call: Step) -> Refused | None:
        """Do one call; the refusal when it can't be done."""
        if call.new is not None and (why := implausible(call.new)) is not None:
            return Refused(call, "implausible", why)
        if call.op == "add":
            return self._add(call)
        match = find_entry([entry.text for entry in self.entries], call.old or "")
        if match.place is None:
            code = "ambiguous" if match.places else "no_match"
            words = "Its old text fits several entries." if match.places else "No entry has its old text."
            return Refused(call, code, words)
        entry = self.entries[match.place]
        evidence = tuple(dict.fromkeys((*entry.evidence, *call.evidence)))
        if call.new is None or any(other.text == call.new for other in self.entries if other is not entry):
            del self.entries[match.place]
            self._let_go(entry, evidence)
        else:
            self.entries[match.place] = _Entry(call.new, entry.was, evidence)
        return None

    def steps(self) -> list[Step]:
        """Changes and removals in the order of the file, then what came."""
        lived = {entry.was: entry for entry in self.entries if entry.was is not None}
        steps: list[Step] = []
        for old in self.start:
            entry = lived.get(old)
            if entry is None and old in self.gone:
                steps.append(Step("remove", self.target, old, None, self.gone[old]))
            elif entry is not None and entry.text != old:
                steps.append(Step("replace", self.target, old, entry.text, entry.evidence))
        came = (entry for entry in self.entries if entry.was is None)
        return [*steps, *(Step("add", self.target, None, entry.text, entry.evidence) for entry in came)]

    def _add(self, call: Step) -> None:
        if any(entry.text == call.new for entry in self.entries):
            self.unchanged.append(call)
        else:
            # What went and is back under the same text never went.
            was = call.new if call.new in self.gone else None
            self.gone.pop(call.new or "", None)
            self.entries.append(_Entry(call.new or "", was, call.evidence))

    def _let_go(self, entry: _Entry, evidence: tuple[Evidence, ...]) -> None:
        if entry.was is not None:
            self.gone[entry.was] = evidence


def _call_of(proposal: object, turns: Sequence[HandedTurn]) -> Step | Refused:
    fields: Mapping[str, Any] = cast("Mapping[str, Any]", proposal) if isinstance(proposal, Mapping) else {}
    op, target = fields.get("op"), fields.get("target")
    old, new = fields.get("oldText"), fields.get("content")
    shown = Step(
        op if op in ("add", "replace", "remove") else "add",
        target if target in TARGETS else "memory",
        old if isinstance(old, str) else None,
        new.strip() if isinstance(new, str) else None,
    )
    if op != shown.op or target != shown.target:
        return Refused(shown, "invalid", "It names no known operation and file.")
    if (shown.op != "add" and not (shown.old or "").strip()) or (shown.op != "remove" and not shown.new):
        return Refused(shown, "invalid", "It lacks a text.")
    found = evidence_of(fields.get("evidence"), turns)
    if found is None:
        return Refused(shown, "no_evidence", "It rests on no turn that this dream was given.")
    more = tuple(
        each
        for value in cast("Iterable[object]", fields.get("furtherEvidence") or ())
        if (each := evidence_of(value, turns)) is not None
    )
    return Step(
        shown.op,
        shown.target,
        None if shown.op == "add" else shown.old,
        None if shown.op == "remove" else shown.new,
        tuple(dict.fromkeys((found, *more))),
    )


_QUOTE = 160


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"

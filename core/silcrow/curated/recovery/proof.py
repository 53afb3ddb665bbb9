"""Where each line of a damaged file goes: kept, changed, discarded by decision, or nowhere.

The proof reads the entries that the plan would write, not the decisions: a line counts as kept only when it stands
there. Lines are compared without list, quote and heading marks, outer blanks and ``§``.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated.entry_format import strip
from silcrow.curated.recovery.decisions import Decision, DecisionKind
from silcrow.curated.recovery.line_forms import bare, bare_lines
from silcrow.curated.recovery.manuscript import Origin
from silcrow.curated.recovery.outcome import Outcome, ResultEntry, result_of
from silcrow.curated.recovery.piece import Piece
from silcrow.curated.recovery.plan import RecoveryPlan

How = Literal["kept", "changed", "discarded", "nowhere", "undecided"]

_TRACE = 0.5
"""Likeness, or share of words, from which a changed line counts as the same one."""
_TELLING_LENGTH = 8
"""Code points from which a line inside another one is more than chance."""


class ProofLine(Struct, frozen=True):
    """One non-blank line of the source; one that was split over pieces counts once."""

    piece: str | None
    """None for a line that no piece holds: of an entry that takes pieces in, or a stray."""
    line: int
    """In the file it is from, from 1; 0 for a line of an entry that takes pieces in."""
    text: str
    """As it stands there, without outer blanks."""
    how: How
    now: str | None = None
    """``changed``: the line or text that stands for it now."""
    entry: int | None = None
    """Number of the entry that holds it in the repaired file."""
    decision: DecisionKind | None = None


class Proof(Struct, frozen=True):
    """All lines, in file order."""

    lines: tuple[ProofLine, ...]

    @property
    def kept(self) -> tuple[ProofLine, ...]:
        return self.that_are("kept")

    @property
    def changed(self) -> tuple[ProofLine, ...]:
        return self.that_are("changed")

    @property
    def discarded(self) -> tuple[ProofLine, ...]:
        return self.that_are("discarded")

    @property
    def nowhere(self) -> tuple[ProofLine, ...]:
        return self.that_are("nowhere")

    @property
    def undecided(self) -> tuple[ProofLine, ...]:
        return self.that_are("undecided")

    @property
    def complete(self) -> bool:
        """Every line has its place."""
        return not any(line.how in ("nowhere", "undecided") for line in self.lines)

    def that_are(self, how: How) -> tuple[ProofLine, ...]:
        """The lines with this fate."""
        return tuple(line for line in self.lines if line.how == how)


def proof(plan: RecoveryPlan) -> Proof:
    """Place every line of the manuscript, and of the entries that merges rewrite."""
    outcome = result_of(plan)
    homes = _homes(plan, outcome)
    parts = [part for piece in plan.pieces for part in _placed(plan, piece, homes.get(piece.id))]
    lines = [_as_one(list(group)) for _, group in groupby(parts, key=lambda part: part[:2])]
    lines += _lines_of_strays(plan)
    return Proof((*lines, *_rewritten(plan, outcome, {bare(line.text) for line in lines})))


def _homes(plan: RecoveryPlan, outcome: Outcome) -> dict[str, ResultEntry]:
    """By piece id, the entry of the repaired file that should hold it."""
    homes = {piece_id: entry for entry in outcome.entries for piece_id in entry.pieces}
    numbers = {entry.text: entry.number for entry in plan.base}
    staying = {entry.was: entry for entry in outcome.entries if entry.was is not None}
    for piece in plan.pieces:
        decision = piece.decision
        if decision is not None and decision.kind == "captured":
            number = numbers.get(decision.entry or "")
            if number in staying:
                homes[piece.id] = staying[number]
    return homes


def _placed(plan: RecoveryPlan, piece: Piece, holder: ResultEntry | None) -> Iterator[tuple[Origin, int, ProofLine]]:
    """The lines of a piece with the places where they stand."""
    source = plan.judge.manuscript.lines_between(piece.start, piece.end)
    decision = piece.decision
    targets = bare_lines(holder.text) if holder else ()
    alone = decision is not None and decision.kind == "edited" and len(source) == 1
    for line in source:
        text = strip(line.text)
        fate = _fate(text, decision, holder, targets, alone=alone)
        placed = ProofLine(
            piece.id,
            line.number,
            text,
            fate[0],
            fate[1],
            holder.number if holder and fate[0] in ("kept", "changed") else None,
            decision.kind if decision else None,
        )
        yield line.origin, line.number, placed


def _as_one(parts: Sequence[tuple[Origin, int, ProofLine]]) -> ProofLine:
    """A line whose parts lie in several pieces counts once, and as changed when they fare differently."""
    lines = [line for _, _, line in parts]
    # A sign that was cut off is no part of the text.
    lines = [line for line in lines if bare(line.text)] or lines[:1]
    first = lines[0]
    if len(lines) == 1:
        return first
    fates = {line.how for line in lines}
    worst = next((line for how in ("nowhere", "undecided", "changed") for line in lines if line.how == how), first)
    text = " ".join(line.text for line in lines)
    if len(fates) == 1 and first.how != "changed":
        return replace(first, text=text)
    if worst.how in ("nowhere", "undecided"):
        return worst
    now = " … ".join(line.now or line.text for line in lines if line.how != "discarded")
    return replace(worst, text=text, how="changed", now=now)


def _fate(
    text: str, decision: Decision | None, holder: ResultEntry | None, targets: Sequence[str], *, alone: bool
) -> tuple[How, str | None]:
    if decision is None:
        return "undecided", None
    if decision.kind == "discarded":
        return "discarded", None
    form = bare(text)
    if not form or form in targets:
        return "kept", None
    if holder is None:
        return ("discarded", None) if decision.discards_rest else ("nowhere", None)
    now = holder.text if alone else trace_of(form, targets)
    if now is not None:
        return "changed", now
    return ("discarded", None) if decision.discards_rest else ("nowhere", None)


def trace_of(form: str, targets: Sequence[str]) -> str | None:
    """What a changed line became: a line that holds it, is like it or has half of its words; None when it is gone."""
    for target in targets:
        if f" {form} " in f" {target} " or (len(form) >= _TELLING_LENGTH and form in target):
            return target
    flowing = " ".join(targets)
    if len(form) >= _TELLING_LENGTH and form in flowing:
        return flowing
    best, likeness = None, 0.0
    for target in targets:
        found = _likeness(form, target)
        if found > likeness:
            best, likeness = target, found
    return best if likeness >= _TRACE else None


def _likeness(form: str, target: str) -> float:
    from rapidfuzz import fuzz

    words = form.casefold().split()
    there = set(target.casefold().split())
    shared = sum(word in there for word in words) / len(words)
    return max(shared, fuzz.ratio(form, target) / 100)


def _lines_of_strays(plan: RecoveryPlan) -> list[ProofLine]:
    """Lines that no piece holds. A plan that was made here has none; one that was put together elsewhere may."""
    strays: list[ProofLine] = []
    spans = sorted((piece.start, piece.end) for piece in plan.pieces)
    position = 0
    for start, end in [*spans, (len(plan.text), len(plan.text))]:
        if position < start:
            gap = plan.judge.manuscript.lines_between(position, start)
            strays += [ProofLine(None, line.number, strip(line.text), "nowhere") for line in gap]
        position = max(position, end)
    return strays


def _rewritten(plan: RecoveryPlan, outcome: Outcome, placed: set[str]) -> Iterator[ProofLine]:
    """Lines of entries that stay and take pieces in, where the manuscript does not hold them anyway."""
    for entry in outcome.entries:
        if entry.was is None or not entry.pieces:
            continue
        base = plan.judge.entry(entry.was)
        if base is None or base.text == entry.text:
            continue
        targets = bare_lines(entry.text)
        for line in base.text.split("\n"):
            form = bare(line)
            if not form or form in placed or form in targets:
                continue
            now = trace_of(form, targets)
            how: How = "changed" if now is not None else "nowhere"
            yield ProofLine(None, 0, strip(line), how, now, entry.number if now else None, "merged")

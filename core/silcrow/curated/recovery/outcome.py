"""What a plan makes of the file: the entries after it, how full the store is then, and the difference."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from silcrow.curated.entry_format import joined_length, strip, unify_line_ends
from silcrow.curated.recovery.piece import Piece
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.results import Usage


class ResultEntry(Struct, frozen=True):
    """An entry of the repaired file."""

    number: int
    """Place in the repaired file, from 1."""
    text: str
    was: int | None = None
    """Number in the live file, for an entry that stays or takes pieces in."""
    pieces: tuple[str, ...] = ()
    """Ids of the pieces that became it or went into it."""


class Outcome(Struct, frozen=True):
    entries: tuple[ResultEntry, ...]
    usage: Usage

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(entry.text for entry in self.entries)


class DifferenceRow(Struct, frozen=True):
    """One row of the difference between the file now and after the recovery."""

    how: Literal["same", "removed", "added", "taken apart"]
    number: int
    """In the live file for what stays, goes or is taken apart; in the repaired one for what is added."""
    text: str
    through: int | None = None
    """``same``: the last number of a run of entries that stay."""
    into: int | None = None
    """``taken apart``: how many entries it becomes."""


def result_of(plan: RecoveryPlan) -> Outcome:
    """The entries as decided so far; undecided pieces are not in it.

    Kept pieces of the live file stand where they stood; those of a backup or of an earlier state come after the
    entries that stay.
    """
    slots: list[tuple[int, str, int | None, list[str]]] = []
    for entry in plan.base:
        merged = [piece.id for piece in plan.pieces if _merges_into(piece, entry.text)]
        text = _stored(plan.entry_text(entry.text)) if merged else entry.text
        slots.append((entry.offset, text, entry.number, merged))
    for piece in plan.pieces:
        text = _own_text(piece)
        if text:
            slots.append((piece.start, text, None, [piece.id]))
    slots.sort(key=lambda slot: slot[0])
    entries: dict[str, ResultEntry] = {}
    for _, text, was, pieces in slots:
        known = entries.get(text)
        if not text:
            continue
        if known is None:
            entries[text] = ResultEntry(len(entries) + 1, text, was, tuple(pieces))
        else:
            number = known.was if known.was is not None else was
            entries[text] = ResultEntry(known.number, text, number, (*known.pieces, *pieces))
    return Outcome(tuple(entries.values()), Usage(joined_length(entries), plan.limit))


def difference(plan: RecoveryPlan) -> tuple[DifferenceRow, ...]:
    """Row by row what the recovery changes, in the order of the repaired file."""
    rows: list[DifferenceRow] = []
    outcome = result_of(plan)
    before = {entry.number: entry.text for entry in plan.base}
    after = [*outcome.entries]
    apart = [*plan.stand.damaged]
    last_was = 0
    for index, entry in enumerate(after):
        due = [damaged for damaged in apart if damaged.number < _next_was(after[index:])]
        if entry.was is None:
            for damaged in due:
                apart.remove(damaged)
                rows.append(_taken_apart(damaged.number, damaged.text, after[index:], single=len(due) == 1))
            rows.append(DifferenceRow("added", entry.number, entry.text))
            continue
        for damaged in [each for each in apart if last_was < each.number < entry.was]:
            apart.remove(damaged)
            rows.append(DifferenceRow("taken apart", damaged.number, damaged.text, into=0))
        last_was = entry.was
        old = before[entry.was]
        if old == entry.text:
            rows.append(DifferenceRow("same", entry.was, entry.text, through=entry.was))
        else:
            rows += [DifferenceRow("removed", entry.was, old), DifferenceRow("added", entry.number, entry.text)]
    rows += [DifferenceRow("taken apart", damaged.number, damaged.text, into=0) for damaged in apart]
    return tuple(_in_runs(rows))


def _merges_into(piece: Piece, entry: str) -> bool:
    return piece.decision is not None and piece.decision.kind == "merged" and piece.decision.entry == entry


def _own_text(piece: Piece) -> str | None:
    """The entry that a piece becomes; None when it becomes none."""
    decision = piece.decision
    if decision is None:
        return None
    if decision.kind in ("keep", "acknowledged"):
        return piece.text
    return _stored(decision.text or "") if decision.kind == "edited" else None


def _stored(text: str) -> str:
    return strip(unify_line_ends(text))


def _next_was(entries: Sequence[ResultEntry]) -> float:
    return next((entry.was for entry in entries if entry.was is not None), float("inf"))


def _taken_apart(number: int, text: str, entries: Sequence[ResultEntry], *, single: bool) -> DifferenceRow:
    run = next((place for place, entry in enumerate(entries) if entry.was is not None), len(entries))
    return DifferenceRow("taken apart", number, text, into=run if single else None)


def _in_runs(rows: Sequence[DifferenceRow]) -> list[DifferenceRow]:
    """Two or more entries in a row that stay become one row."""
    runs: list[DifferenceRow] = []
    for row in rows:
        last = runs[-1] if runs else None
        if last is not None and last.how == row.how == "same" and last.through == row.number - 1:
            runs[-1] = DifferenceRow("same", last.number, last.text, through=row.number)
        else:
            runs.append(row)
    return runs

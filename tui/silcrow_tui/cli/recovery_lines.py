"""A recovery as lines for people. Content in them is not made safe yet: print them with ``say``."""

from collections.abc import Sequence

from silcrow.curated.recovery import (
    DifferenceRow,
    Obstacle,
    Piece,
    Proof,
    RecoveryPlan,
    difference,
    proof,
    result_of,
)
from silcrow_tui.cli.output import one_line, table
from silcrow_tui.widgets.words import counted

_BESIDE_TEXT = 46
"""Cells that the other columns take."""


def plan_lines(plan: RecoveryPlan, in_the_way: Sequence[Obstacle]) -> list[str]:
    """What happened, the parts, how full the file is afterwards, and what is left to do."""
    outcome = result_of(plan)
    shown = [piece for piece in plan.pieces if piece.status != "captured"]
    captured = len(plan.pieces) - len(shown)
    lines = [f"{plan.file_name}: {drift.check}: {drift.message}" for drift in plan.stand.drifts]
    if plan.stand.flaw is not None:
        lines.append(f"{plan.file_name}: {plan.stand.flaw}")
    if captured:
        lines.append(f"{counted(captured, 'part is', 'parts are')} in the entries already.")
    lines += table([_row(plan, piece) for piece in shown], right=(0, 3), indent="  ")
    lines.append(f"after   {outcome.usage}  {counted(len(outcome.entries), 'entry', 'entries')}")
    undecided = plan.undecided
    if undecided:
        lines.append(f"to do   {len(undecided):,} of {counted(len(shown), 'part')} undecided")
    lines += [f"        {obstacle.words}" for obstacle in in_the_way if obstacle.piece is None]
    return lines + (proof_lines(proof(plan)) if not undecided else [])


def proof_lines(placed: Proof) -> list[str]:
    """The proof in one line; the changed ones old and new, and those that are nowhere."""
    parts = [f"{len(lines):,} {how}" for how in ("kept", "changed", "discarded") if (lines := placed.that_are(how))]
    lines = [f"proof   {'✓' if placed.complete else '✗'} {counted(len(placed.lines), 'line')}: {', '.join(parts)}"]
    for changed in placed.changed:
        lines += [f"      - {one_line(changed.text, beside=8)}", f"      + {one_line(changed.now or '', beside=8)}"]
    if placed.nowhere:
        lines.append(f"      ✗ {counted(len(placed.nowhere), 'line is', 'lines are')} nowhere:")
        lines += [f"        line {line.line:,}: {one_line(line.text, beside=20)}" for line in placed.nowhere]
    return lines


def result_lines(plan: RecoveryPlan) -> list[str]:
    """The difference between the file now and after the recovery."""
    outcome = result_of(plan)
    return [*(_difference_line(row) for row in difference(plan)), f"after   {outcome.usage}"]


def _row(plan: RecoveryPlan, piece: Piece) -> tuple[str, str, str, str, str]:
    return (
        piece.id,
        _decided(plan, piece),
        _where(piece),
        f"{piece.length:,}",
        one_line(piece.text, beside=_BESIDE_TEXT),
    )


def _decided(plan: RecoveryPlan, piece: Piece) -> str:
    decision = piece.decision
    if decision is None:
        return "undecided"
    number = next((entry.number for entry in plan.base if entry.text == decision.entry), None)
    match decision.kind:
        case "discarded":
            return "discard"
        case "edited":
            return "edit"
        case "merged":
            return f"merge → {number}"
        case "captured":
            return f"in {number}"
        case kind:
            return kind


def _where(piece: Piece) -> str:
    match piece.status:
        case "captured":
            return f"in entry {piece.similar_to}"
        case "blocked":
            return "⊘ blocked"
        case "oversize":
            return "! too long"
        case "similar":
            return f"≈ like {piece.similar_to} {piece.ratio or 0:.0%}"
        case "missing":
            words = "+ only here" if piece.origin != "last" else "+ was there before"
            return words if piece.read_as == "utf-8" else f"{words}, read as {piece.read_as}"


def _difference_line(row: DifferenceRow) -> str:
    match row.how:
        case "same" if row.through is not None and row.through > row.number:
            return f"       entries {row.number:,} to {row.through:,} stay as they are"
        case "same":
            return f"{row.number:6,}   {one_line(row.text, beside=9)}"
        case "removed":
            return f"{row.number:6,} - {one_line(row.text, beside=9)}"
        case "added":
            return f"{row.number:6,} + {one_line(row.text, beside=9)}"
        case "taken apart":
            into = "" if row.into is None else f"; it becomes {counted(row.into, 'entry', 'entries')}"
            return f"{row.number:6,} - one entry of {len(row.text):,} chars{into}:"

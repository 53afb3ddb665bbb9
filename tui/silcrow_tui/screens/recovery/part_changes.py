"""Changes of parts that ask something first: another text, an entry to merge into, a line to split at."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from silcrow.curated.recovery import ACKNOWLEDGE, Piece, RecoveryPlan, proof, result_of
from silcrow.curated.recovery.judging import is_blocked
from silcrow.curated.recovery.manuscript import Line as SourceLine
from silcrow_tui.screens.dialogs import Choice, Choose, bounded
from silcrow_tui.screens.recovery.part_editor import Judge, PartEditor
from silcrow_tui.screens.recovery.pick import Pick
from silcrow_tui.signs import Role
from silcrow_tui.widgets.words import counted

if TYPE_CHECKING:
    from silcrow_tui.screens.recovery.parts import PartsStep

_MOST_PIECES = 400
"""In larger plans lines that get lost are only looked for in step 3."""

Change = Callable[[RecoveryPlan, str], RecoveryPlan]


def edit(step: "PartsStep") -> None:
    """Change the text of the part under the cursor."""
    piece = step.current
    if piece is None:
        return
    decision = piece.decision
    if decision is not None and decision.kind == "merged" and decision.entry is not None:
        _edit_merge(step, [piece], decision.entry)
        return
    text = decision.text if decision is not None and decision.kind == "edited" and decision.text else piece.text

    def changed(plan: RecoveryPlan, new: str) -> RecoveryPlan:
        return plan.edit(piece.id, new)

    _open_editor(step, f"Edit part {piece.id}", text, changed, [piece])


def merge(step: "PartsStep") -> None:
    """Pick an entry for the marked parts, then edit what it becomes."""
    plan, pieces = step.standing.plan, step.chosen
    if not pieces or not plan.base:
        return
    close = next((piece.similar_to for piece in pieces if piece.similar_to is not None), None)
    start = next((place for place, entry in enumerate(plan.base) if entry.number == close), 0)
    rows = [f"{entry.number:>3}  {plan.entry_text(entry.text)}" for entry in plan.base]
    names = ", ".join(piece.id for piece in pieces[:5]) + (" …" if len(pieces) > 5 else "")
    title = f"Merge {'part' if len(pieces) == 1 else 'parts'} {names} into which entry?"

    def picked(place: int | None) -> None:
        if place is not None:
            _edit_merge(step, pieces, plan.base[place].text)

    step.app.push_screen(Pick(title, rows, start=start, quiet="enter shows the merged text · esc closes"), picked)


def _edit_merge(step: "PartsStep", pieces: Sequence[Piece], entry: str) -> None:
    plan = step.standing.plan
    number = next((base.number for base in plan.base if base.text == entry), None)
    inside = [p for p in pieces if p.decision is not None and p.decision.kind == "merged" and p.decision.entry == entry]
    text = plan.merge_text([piece.id for piece in pieces if piece not in inside], entry)

    def changed(plan: RecoveryPlan, new: str) -> RecoveryPlan:
        for piece in pieces:
            plan = plan.merge(piece.id, entry, new)
        return plan

    _open_editor(step, f"Entry {number} with {'part' if len(pieces) == 1 else 'parts'} merged", text, changed, pieces)


def _open_editor(step: "PartsStep", title: str, text: str, changed: Change, pieces: Sequence[Piece]) -> None:
    plan = step.standing.plan

    def saved(new: str | None) -> None:
        if new is not None:
            step.take(lambda now: changed(now, new))

    judge = _judge(plan, changed, pieces)
    step.app.push_screen(PartEditor(title, text, judge, environ=step.walk.workbench.environ), saved)


def _judge(plan: RecoveryPlan, changed: Change, pieces: Sequence[Piece]) -> Judge:
    """What the editor says: how full the file would be, then what stands against the text."""
    ids = {piece.id for piece in pieces}

    def judge(text: str) -> Sequence[tuple[str, Role]]:
        after = changed(plan, text)
        usage = result_of(after).usage
        left = f"{usage.left:,} left" if usage.left >= 0 else f"over by {-usage.left:,}"
        first: tuple[str, Role] = (
            f"after {usage}   {left}   {counted(len(text.strip()), 'char')}",
            "normal" if usage.left >= 0 else "wait",
        )
        return (first, _verdict(after, text, ids))

    return judge


def _verdict(after: RecoveryPlan, text: str, ids: set[str]) -> tuple[str, Role]:
    findings = after.judge.scan(text.strip())
    if is_blocked(findings):
        found = next(finding for finding in findings if finding.severity == "block")
        fields = found.to_dict()
        return f"blocked: {found.message} (characters {fields.get('start')}-{fields.get('end')})", "bad"
    lost = 0
    if len(after.pieces) <= _MOST_PIECES:
        lost = sum(line.piece in ids or line.piece is None for line in proof(after).nowhere)
    if lost:
        return f"{counted(lost, 'line')} of it would be nowhere: step 3 lists {'it' if lost == 1 else 'them'}", "wait"
    if findings:
        return f"note: {findings[0].message}", "wait"
    return "clean, and every line has its place", "ok"


def lines_of(plan: RecoveryPlan, piece: Piece) -> tuple[SourceLine, ...]:
    """The lines of a part that hold something."""
    return plan.judge.manuscript.lines_between(piece.start, piece.end)


def split(step: "PartsStep") -> None:
    """Pick the line with which the second part begins."""
    piece = step.current
    if piece is None:
        return
    lines = lines_of(step.standing.plan, piece)[1:]
    rows = [f"{line.number:>5}  {line.text}" for line in lines]

    def picked(place: int | None) -> None:
        if place is not None:
            step.take(lambda plan: plan.split(piece.id, lines[place].start))

    step.app.push_screen(Pick(f"Split part {piece.id}: which line begins the second?", rows), picked)


def explain(step: "PartsStep") -> None:
    """Say what was found; what to do about it is a choice."""
    piece = step.current
    if piece is None:
        return
    blocked = is_blocked(piece.findings)
    words = [f"{finding.message}: “{_passage(piece, finding.to_dict())}”" for finding in piece.findings]
    if piece.refusal is not None:
        words.insert(0, piece.refusal)
    choices = (
        Choice("e", "rewrite it", "an edit of its text"),
        Choice("d", "discard it", "its backup still holds it"),
        Choice(
            "r",
            "reviewed: keep this exact text",
            "another program may still block it",
            off=None if blocked and piece.refusal is None else "nothing blocks it",
        ),
    )

    def chosen(answer: str | None) -> None:
        match answer:
            case "e":
                edit(step)
            case "d":
                step.discard()
            case "r":
                step.take(lambda plan: plan.with_decision(piece.id, ACKNOWLEDGE))
            case _:
                pass

    lines = words or ["Nothing was found in it."]
    step.app.push_screen(Choose(f"Why part {piece.id} is {piece.status}", choices, lines), chosen)


def _passage(piece: Piece, fields: dict[str, object]) -> str:
    start, end = fields.get("start"), fields.get("end")
    text = piece.text[start:end] if isinstance(start, int) and isinstance(end, int) else ""
    return bounded(text, 120)

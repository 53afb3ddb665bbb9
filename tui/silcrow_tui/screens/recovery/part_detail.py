"""A part at length: its text, what was found in it, and what a merge would make."""

from collections.abc import Iterator

from silcrow.curated.recovery import Piece, RecoveryPlan
from silcrow_tui.commands import KeyOf
from silcrow_tui.screens.recovery.part_lines import entry_of
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, line, shown
from silcrow_tui.widgets.line import Piece as Run
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted

_MOST = 16_384
"""Code points of a part that are shown here."""
_ORIGINS = {"source": "", "live": " of the file as it is now", "last": " of its last known state"}


def tab_names(piece: Piece) -> tuple[str, ...]:
    """``Part 15``, ``Findings 1``, ``Merge preview``."""
    count = len(piece.findings)
    return (f"Part {piece.id}", f"Findings {count}" if count else "Findings", "Merge preview")


def part_lines(plan: RecoveryPlan, piece: Piece, signs: Signs) -> list[Line]:
    """The text, where it is from, what stands against keeping it, and what it becomes."""
    lines = text_lines(piece.text, most=_MOST)
    lines.append(line(Run(_place(plan, piece, signs), "dim")))
    decision = piece.decision
    if decision is not None and decision.kind == "edited":
        return [*lines, line(Run("becomes:", "ok")), *text_lines(decision.text or "", most=_MOST)]
    why = plan.why_not_keep(piece.id)
    if why is not None:
        sign = signs.blocked if piece.findings else signs.attention
        return [line(Run(shown(f"{sign} {why}", 600, signs), "bad")), *lines]
    return lines


def why_not(plan: RecoveryPlan, piece: Piece, key: KeyOf) -> str | None:
    """Why ``a`` is off for a part, in one line, with the ways out."""
    if plan.why_not_keep(piece.id) is None:
        return None
    keep, rewrites = key("parts.keep"), f"{key('parts.edit')} rewrites it"
    discards = f"{key('parts.discard')} discards"
    if piece.findings and piece.refusal is None:
        return f"{keep} is off here: the part is blocked. {rewrites}, {key('parts.explain')} explains, {discards}."
    splits = f"{key('parts.split')} splits"
    return f"{keep} is off here: the part is too long or no entry as it is. {rewrites}, {splits}, {discards}."


def _place(plan: RecoveryPlan, piece: Piece, signs: Signs) -> str:
    lines = f"line {piece.first_line:,}"
    if piece.last_line > piece.first_line:
        lines = f"lines {piece.first_line:,}-{piece.last_line:,}"
    read_as = f" {signs.between} bytes read as {piece.read_as}" if piece.read_as != "utf-8" else ""
    name = plan.stand.source.name if piece.origin == "source" else plan.file_name
    words = f"{counted(piece.length, 'char')} {signs.between} {name} {lines}{_ORIGINS[piece.origin]}{read_as}"
    return shown(words, 400, signs)


def finding_lines(piece: Piece, signs: Signs) -> list[Line]:
    """What was found, with the passage it is about."""
    lines = list(_findings(piece, signs))
    return lines or [line(Run("Nothing was found in it.", "dim"))]


def _findings(piece: Piece, signs: Signs) -> Iterator[Line]:
    if piece.refusal is not None:
        yield line(Run(f"{signs.failed} ", "bad"), *text_lines(piece.refusal)[0])
    for finding in piece.findings:
        fields = finding.to_dict()
        start, end = int(fields.get("start", 0)), int(fields.get("end", 0))
        is_block = finding.severity == "block"
        sign = signs.blocked if is_block else signs.attention
        kind = str(fields.get("class", "")).replace("_", " ")
        yield line(
            Run(f"{sign} {'blocked' if is_block else 'note'}: ", "bad" if is_block else "wait", bold=True),
            Run(shown(f"{finding.message} ", 400, signs)),
            Run(shown(f"{signs.between} {kind} {signs.between} characters {start}-{end}", 120, signs), "dim"),
        )
        passage = piece.text[start:end]
        if passage:
            yield line(Run("  "), Run(shown(passage, 400, signs), "bad" if is_block else "wait"))


def merge_lines(plan: RecoveryPlan, piece: Piece, key: KeyOf) -> list[Line]:
    """The entry that takes the part in, as decided; else as a merge with the closest one would begin."""
    decision = piece.decision
    if decision is not None and decision.kind == "merged" and decision.entry is not None:
        number = entry_of(decision, plan)
        head = f"entry {number} becomes, {counted(len(decision.text or ''), 'char')}:"
        old = [line(Run("it was:", "dim")), *text_lines(decision.entry, "dim", most=_MOST)]
        return [line(Run(head, "ok")), *text_lines(decision.text or "", most=_MOST), *old]
    entry = plan.judge.entry(piece.similar_to) if piece.similar_to is not None else None
    if entry is None:
        merges = f"No entry is like it. {key('parts.merge')} merges it into one of them."
        words = merges if plan.base else "No entry stays to merge into."
        return [line(Run(words, "dim"))]
    text = plan.merge_text([piece.id], entry.text)
    head = f"{key('parts.merge')} would begin with entry {entry.number} and this part, {counted(len(text), 'char')}:"
    return [line(Run(head, "dim")), *text_lines(text, most=_MOST)]

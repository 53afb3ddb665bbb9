"""Step 1 in words: what is wrong, where, what is safe, and what goes on until it is mended."""

import time
from collections.abc import Iterator

from silcrow.curated.recovery import RecoveryPlan
from silcrow.curated.states import Backup, Drift, MemoryFile
from silcrow.text import one_line
from silcrow_tui.panes.curated_lines import TITLES
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.words import counted

_AROUND = 3
"""Lines that are shown before and behind the first differing one."""


def happened_lines(plan: RecoveryPlan, file: MemoryFile, backup: Backup | None, width: int, signs: Signs) -> list[Line]:
    """All of step 1. ``backup`` is the one with the source, where the place lists one."""
    lines = [*_what(plan, signs), (), *_safe(plan, backup, signs), (), *_place(plan, width, signs)]
    target = TITLES[plan.target]
    other = "USER" if plan.target == "memory" else "MEMORY"
    if plan.stand.drifts or plan.stand.flaw:
        words = (
            f"Until you are done: reading works, writing to {target} is refused, {other} is not affected. "
            "Nothing expires."
        )
        lines += [line(Piece(words)), ()]
    lines.append(line(Piece(shown(str(file.path), 400, signs), "dim")))
    return lines


def _what(plan: RecoveryPlan, signs: Signs) -> Iterator[Line]:
    stand, name = plan.stand, plan.file_name
    for drift in stand.drifts:
        yield line(
            Piece(f"{signs.attention} {drift.check.replace('_', ' ')}: ", "wait", bold=True),
            Piece(shown(_sentence(drift, plan, signs), 600, signs)),
        )
    if stand.flaw is not None:
        words = f"byte {stand.flaw.offset:,} is not UTF-8; the lines with such bytes are shown as Windows-1252."
        yield line(Piece(f"{signs.failed} unreadable: ", "bad", bold=True), Piece(words))
    if not stand.drifts and stand.flaw is None:
        yield line(Piece(f"{signs.done} {name} reads cleanly. ", "ok"), Piece(_only_in_backup(plan)))


def _sentence(drift: Drift, plan: RecoveryPlan, signs: Signs) -> str:
    if drift.check != "oversize" or drift.entry is None or drift.length is None:
        words = drift.message.rstrip(".")
        return f"{words[:1].upper()}{words[1:]}. Line {drift.line:,}."
    damaged = next((entry for entry in plan.stand.damaged if entry.number == drift.entry), None)
    start = one_line(damaged.text[:120])[:60] if damaged is not None else ""
    quoted = f": {signs.quote_left}{start}{signs.cut}{signs.quote_right}" if start else ""
    line_number = damaged.line if damaged is not None else drift.line
    return (
        f"Entry {drift.entry} has {drift.length:,} chars; the whole file may have {plan.limit:,}. "
        f"It starts at line {line_number:,}{quoted}."
    )


def _only_in_backup(plan: RecoveryPlan) -> str:
    count = sum(piece.decision is None for piece in plan.pieces)
    if not count:
        return "All text of this backup is in its entries."
    return f"{counted(count, 'part')} of this backup {'is' if count == 1 else 'are'} nowhere in it."


def _safe(plan: RecoveryPlan, backup: Backup | None, signs: Signs) -> Iterator[Line]:
    stand, name = plan.stand, plan.file_name
    copy = stand.backup
    if copy is not None:
        yield line(
            Piece(f"{name} was not changed, and an exact copy is kept as "),
            Piece(shown(copy.name, 80, signs), "run"),
            Piece("."),
        )
    else:
        yield line(Piece(f"{name} was not changed. Before anything is written, an exact copy is kept beside it."))
    if backup is not None:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(backup.timestamp))
        yield line(Piece(f"Seen {when}.", "dim"))


def _place(plan: RecoveryPlan, width: int, signs: Signs) -> Iterator[Line]:
    """The lines around the first differing place, that one marked."""
    drift = plan.stand.drifts[0] if plan.stand.drifts else None
    first = drift.line if drift is not None else next((p.first_line for p in plan.pieces if p.decision is None), None)
    if first is None:
        return
    all_lines = plan.judge.manuscript.sections[0].text.split("\n")
    first = min(max(first, 1), len(all_lines))
    yield line(Piece(f"The first place, line {first:,} of {shown(plan.stand.source.name, 60, signs)}:", "dim"))
    low = max(1, first - _AROUND)
    for number, text in enumerate(all_lines[low - 1 : first + _AROUND], start=low):
        here = number == first
        yield line(
            Piece(f"{signs.cursor if here else ' '} {number:>5}  ", "wait" if here else "dim", bold=here),
            Piece(shown(text, width - 12, signs), "wait" if here else "normal", bold=here),
        )
    yield ()

"""The lines of numbers above the steps: how full the file will be, what is left to do, where the lines went."""

from silcrow.curated.results import Usage
from silcrow_tui.commands import KeyOf
from silcrow_tui.screens.recovery.standing import Standing
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.gauge import bar_cells, bar_pieces, fill_role
from silcrow_tui.widgets.line import Line, Piece, line, line_width, spread
from silcrow_tui.widgets.words import counted


def gauge_line(word: str, usage: Usage, entries: int, width: int, signs: Signs) -> Line:
    """``after   82% — 1,136/1,375 chars  ███████▌··    239 left · 15 entries``."""
    role = fill_role(usage.used, usage.limit)
    over = usage.left < 0
    room = f"over by {-usage.left:,}" if over else f"{usage.left:,} left"
    right = line(
        Piece(room, "bad" if over else "normal"), Piece(f" {signs.between} {counted(entries, 'entry', 'entries')} ")
    )
    head = line(Piece(f" {word:<8}", "dim"), Piece(f"{usage}  "))
    cells = bar_cells(width - line_width(head) - line_width(right) - 2)
    return spread((*head, *bar_pieces(usage.used, usage.limit, cells, role, signs)), right, width, signs)


def after_line(standing: Standing, width: int, signs: Signs) -> Line:
    outcome = standing.outcome
    return gauge_line("after", outcome.usage, len(outcome.entries), width, signs)


def to_do_line(standing: Standing, width: int, signs: Signs) -> Line:
    """What is left to decide, and what is folded away."""
    plan = standing.plan
    open_parts, folded = len(plan.undecided), standing.folded
    total = len(standing.shown)
    over = -standing.outcome.usage.left
    if open_parts:
        left = Piece(f"{open_parts:,} of {counted(total, 'part')} undecided", "wait")
    elif over > 0:
        left = Piece(f"over by {over:,}: discard, shorten or merge", "bad")
    else:
        left = Piece(f"{signs.done} {'the part is' if total == 1 else f'all {total:,} parts are'} decided", "ok")
    right = ""
    if folded:
        right = f"{len(folded):,} more {'part is' if len(folded) == 1 else 'parts are'} in the entries already "
    return spread(line(Piece(" to do   ", "dim"), left), line(Piece(right, "dim")), width, signs)


def proof_line(standing: Standing, signs: Signs, key: KeyOf) -> Line:
    """``proof   ✓ all 43 lines placed: 17 kept, 1 merged, 25 discarded by you``."""
    placed = standing.proof
    head = Piece(" proof   ", "dim")
    if placed.nowhere:
        count = len(placed.nowhere)
        are = "is" if count == 1 else "are"
        words = f"{signs.failed} {counted(count, 'line')} {are} nowhere: {key('recovery.on')} goes there"
        return line(head, Piece(words, "bad"))
    if placed.undecided:
        return line(head, Piece(f"{counted(len(placed.undecided), 'line')} undecided", "wait"))
    parts = [
        f"{len(lines):,} {word}"
        for lines, word in (
            (placed.kept, "kept"),
            (placed.changed, "changed"),
            (placed.discarded, "discarded by you"),
        )
        if lines
    ]
    words = f"{signs.done} all {counted(len(placed.lines), 'line')} placed: {', '.join(parts)}"
    return line(head, Piece(words, "ok"))

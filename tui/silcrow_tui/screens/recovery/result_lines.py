"""Step 3 as lines: the difference, where each line went, and what was discarded."""

from collections.abc import Hashable, Iterator

from msgspec import Struct

from silcrow.curated.recovery import DifferenceRow, Piece, ProofLine
from silcrow.text import one_line
from silcrow_tui.screens.recovery.standing import Standing
from silcrow_tui.signs import Role, Signs
from silcrow_tui.widgets.line import Line, line, padded, shown
from silcrow_tui.widgets.line import Piece as Run
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted

_LONG = 4_096
"""Code points of one row that can be reached sideways."""
_NAMED = 5
"""Discarded parts that the summary names."""


def difference_lines(standing: Standing, signs: Signs) -> list[Line]:
    """The file now against the file after, entry by entry."""
    lines = [_row(row, standing, signs) for row in standing.difference]
    return lines or [line(Run("Both are empty.", "dim"))]


def _row(row: DifferenceRow, standing: Standing, signs: Signs) -> Line:
    number = Run(f"{row.number:>4} ", "dim")
    match row.how:
        case "same":
            if row.through is not None and row.through > row.number:
                words = f"entries {row.number} to {row.through} stay as they are"
                return line(Run(f"{'':>4}   "), Run(words, "dim"))
            return line(number, Run(f"  {shown(row.text, _LONG, signs)}", "dim"))
        case "removed":
            return line(number, Run(f"{signs.removed} {shown(row.text, _LONG, signs)}", "bad"))
        case "added":
            return line(number, Run(f"{signs.added} {shown(row.text, _LONG, signs)}", "ok"))
        case "taken apart":
            return line(number, Run(f"{signs.removed} {_apart(row, standing)}", "bad"))


def _apart(row: DifferenceRow, standing: Standing) -> str:
    limit = standing.plan.limit
    over = f", over the limit of {limit:,}" if len(row.text) > limit else ""
    words = f"one entry of {counted(len(row.text), 'char')}{over}"
    if row.into is None:
        return f"{words}; it is taken apart"
    if row.into == 0:
        return f"{words}; nothing of it becomes an entry of its own"
    return f"{words}; it becomes {counted(row.into, 'entry', 'entries')}:"


class LineRow(Struct, frozen=True):
    """A line of the source with its fate."""

    place: int
    line: ProofLine


class LineLook(RowLook[LineRow]):
    """``19  nowhere    part 15   the line``."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: LineRow) -> Hashable:
        return item.place

    def version(self, item: LineRow) -> Hashable:
        return item.line

    def line(self, item: LineRow, width: int) -> Line:
        placed, signs = item.line, self.signs
        sign, word, role = fate(placed, signs)
        where = f"line {placed.line:,}" if placed.line else "entry"
        now = f"  {signs.into} {one_line(placed.now[:200])}" if placed.how == "changed" and placed.now else ""
        return line(
            Run(f" {padded(where, 10)}", "dim"),
            Run(padded(f"{sign} {word}", 12), role),
            Run(padded(f"part {placed.piece}" if placed.piece else "", 9), "dim"),
            Run(padded(f"{signs.into} {placed.entry}" if placed.entry else "", 6), "dim"),
            Run(shown(placed.text, max(1, width - 38), signs), "dim" if placed.how == "discarded" else "normal"),
            Run(now, "ok"),
        )

    def text(self, item: LineRow) -> str:
        return f"{item.line.how} {item.line.text}"


def fate(placed: ProofLine, signs: Signs) -> tuple[str, str, Role]:
    """Sign, word and colour of what becomes of a line."""
    match placed.how:
        case "kept":
            return signs.done, "kept", "ok"
        case "changed":
            return signs.similar, "changed", "ok"
        case "discarded":
            return signs.removed, "discarded", "dim"
        case "nowhere":
            return signs.failed, "nowhere", "bad"
        case "undecided":
            return signs.queued, "undecided", "wait"


def discarded_lines(standing: Standing, signs: Signs) -> list[Line]:
    """All that was discarded, in full."""
    lines: list[Line] = []
    for piece in standing.discarded:
        lines.append(
            line(Run(f"part {piece.id} {signs.between} {piece.kind} {signs.between} line {piece.first_line:,}", "dim"))
        )
        lines += [*text_lines(piece.text, most=16_384), ()]
    ids = {piece.id for piece in standing.discarded}
    rest = [placed for placed in standing.proof.discarded if placed.piece not in ids]
    if rest:
        lines.append(line(Run("lines that left no trace in a changed text:", "dim")))
        lines += [line(Run(shown(placed.text, _LONG, signs))) for placed in rest]
    return lines or [line(Run("Nothing was discarded.", "dim"))]


def summary_lines(standing: Standing, signs: Signs) -> list[Line]:
    """What was discarded, in a few words, and where it stays."""
    discarded = standing.discarded
    if not discarded:
        return [line(Run("Nothing.", "dim"))]
    runs: list[Run] = []
    for place, words in enumerate(_words(discarded[:_NAMED], signs)):
        if place:
            runs.append(Run(f" {signs.between} ", "dim"))
        runs.append(Run(words))
    if len(discarded) > _NAMED:
        runs.append(Run(f" and {len(discarded) - _NAMED:,} more", "dim"))
    copy = standing.plan.stand.backup
    kept = f"{shown(copy.name, 120, signs)}, which is kept" if copy is not None else "the exact copy that is kept"
    count = len(discarded)
    stay = "It stays" if count == 1 else f"These {count} stay"
    return [
        line(Run("part " if count == 1 else "parts "), *runs),
        line(Run(f"{stay} in {kept}.", "dim")),
    ]


def _words(pieces: tuple[Piece, ...], signs: Signs) -> Iterator[str]:
    for piece in pieces:
        if piece.kind == "code":
            yield f"{piece.id} code, {counted(piece.last_line - piece.first_line + 1, 'line')}"
        elif piece.status == "blocked":
            yield f"{piece.id} blocked"
        elif piece.status == "similar":
            yield f"{piece.id} like entry {piece.similar_to}"
        else:
            yield f"{piece.id} {shown(piece.text, 24, signs)}"

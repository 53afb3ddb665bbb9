"""What changed between two texts, as lines for a reader."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from silcrow.text import display_text
from silcrow_tui.signs import Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.text_view import MOST_CHARACTERS

CONTEXT_LINES = 3


def diff_lines(before: str, after: str, signs: Signs, limit: int = MOST_CHARACTERS) -> list[Line]:
    """What changed between two texts, with three lines around each change; a new text is all added lines."""
    old = before[:limit].splitlines()
    new = after[:limit].splitlines()
    lines = list(_changes(old, new, signs))
    if not lines:
        lines = [line(Piece("nothing changed", "dim"))]
    longest = max(len(before), len(after))
    return (
        lines
        if longest <= limit
        else [*lines, line(Piece(f"compared are the first {limit:,} of {longest:,} chars", "dim"))]
    )


def _changes(old: Sequence[str], new: Sequence[str], signs: Signs) -> Iterator[Line]:
    matcher = SequenceMatcher(None, old, new, autojunk=len(old) + len(new) > 2_000)
    first = True
    for group in matcher.get_grouped_opcodes(CONTEXT_LINES):
        if not first:
            yield line(Piece("     " + signs.cut, "dim"))
        first = False
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                yield from (_row(n + 1, " ", new[n], "dim") for n in range(new_start, new_end))
                continue
            yield from (_row(n + 1, signs.removed, old[n], "bad") for n in range(old_start, old_end))
            yield from (_row(n + 1, signs.added, new[n], "ok") for n in range(new_start, new_end))


def _row(number: int, sign: str, text: str, role: Role) -> Line:
    return line(Piece(f"{number:>4} ", "dim"), Piece(f"{sign} {display_text(text)}", role))

"""The observation pool as lines."""

from msgspec import Struct

from silcrow.observational.observation import Observation
from silcrow.observational.status import ObservationalState
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.gauge import bar_cells, bar_pieces
from silcrow_tui.widgets.line import Line, Piece, line, line_width, padded, rule, shown, spread
from silcrow_tui.widgets.words import short_count


class FilingRow(Struct, frozen=True):
    """The line above what the next consolidation would take."""

    count: int


def pool_gauges(state: ObservationalState, width: int, signs: Signs = UNICODE) -> tuple[Line, Line]:
    """How far the next observer and the next consolidation are away, in estimated tokens."""
    return (
        _to_go("observer", state.raw_tokens, state.chunk_tokens, width, signs, "run"),
        _to_go("pool", state.pool_tokens, state.pool_trigger, width, signs, "ok"),
    )


def _to_go(name: str, part: int, whole: int, width: int, signs: Signs, role: Role) -> Line:
    left = max(0, whole - part)
    reached = part >= whole
    right = line(Piece("due " if reached else f"{left:,} to go ", "wait" if reached else "normal"))
    head = (Piece(f" {name:<9}", bold=True), Piece(f"{part:>6,} of {whole:>6,} "))
    cells = bar_cells(width - line_width(head) - 16, 20 if width >= 110 else 16 if width >= 76 else 10)
    bar = bar_pieces(part, whole, cells, "wait" if reached else role, signs)
    return spread((*head, *bar), right, width, signs)


def observation_line(item: Observation, width: int, signs: Signs = UNICODE) -> Line:
    """Time of day, estimated tokens, content."""
    return line(
        Piece(f"{padded(shown(item.timestamp[11:16], 5, signs), 5)}  ", "dim"),
        Piece(f"{short_count(item.token_count):>3}  ", "dim"),
        Piece(shown(item.content, width - 12, signs)),
    )


def filing_line(width: int, signs: Signs = UNICODE) -> Line:
    return line(
        Piece(signs.rule * 2 + " ", frame=True), *rule("the next consolidation files what is below", width - 3, signs)
    )

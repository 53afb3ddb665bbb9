"""Parts as rows: number, decision, where their text stands, length, text."""

from collections.abc import Hashable

from msgspec import Struct

from silcrow.curated.recovery import Decision, Piece, RecoveryPlan
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, line, padded, rule, shown
from silcrow_tui.widgets.line import Piece as Run
from silcrow_tui.widgets.row_index import RowLook

DECISION_CELLS = 11
WHERE_CELLS = 14
NUMBER_CELLS = 4
_LEAD = NUMBER_CELLS + 1 + DECISION_CELLS + WHERE_CELLS + 5 + 2
"""Cells before the text."""


class PartRow(Struct, frozen=True):
    """A part in the list, with what its plan says of it."""

    piece: Piece
    decision: str
    """In words."""
    entry: int | None = None
    """Number of the entry that it is merged into or stands in."""

    @classmethod
    def of(cls, piece: Piece, plan: RecoveryPlan, signs: Signs = UNICODE) -> "PartRow":
        entry = entry_of(piece.decision, plan)
        return cls(piece, decision_word(piece.decision, entry, signs), entry)


class PartLook(RowLook[PartRow]):
    """``10  keep       + only here    57  Deploys on Tuesdays …``."""

    gutter = 2

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: PartRow) -> Hashable:
        return item.piece.id

    def version(self, item: PartRow) -> Hashable:
        piece = item.piece
        return (item.decision, piece.status, piece.start, piece.end, piece.similar_to, piece.ratio, piece.length)

    def line(self, item: PartRow, width: int) -> Line:
        piece, signs = item.piece, self.signs
        where, role = where_words(piece, signs)
        return line(
            Run(f"{piece.id:>{NUMBER_CELLS - 1}}  "),
            Run(padded(item.decision, DECISION_CELLS), decision_role(piece.decision)),
            Run(padded(shown(where, WHERE_CELLS - 1, signs), WHERE_CELLS), role),
            Run(f"{piece.length:>5,}  ", "dim"),
            Run(shown(piece.text, max(1, width - _LEAD), signs), "dim" if _is_out(piece) else "normal"),
        )

    def text(self, item: PartRow) -> str:
        return f"{item.decision} {where_words(item.piece, self.signs)[0]} {item.piece.text}"

    def offered(self, item: PartRow) -> bool:
        return item.piece.decision is None


def heading(width: int, signs: Signs = UNICODE) -> Line:
    """The names of the columns over a rule."""
    names = f"{'part':>{NUMBER_CELLS + 1}} {'decision':<{DECISION_CELLS}}{'where':<{WHERE_CELLS}}{'len':>5}  text"
    return rule(names, width, signs)


def entry_of(decision: Decision | None, plan: RecoveryPlan) -> int | None:
    """Number of the entry that a decision names."""
    if decision is None or decision.entry is None:
        return None
    return next((entry.number for entry in plan.base if entry.text == decision.entry), None)


def decision_word(decision: Decision | None, entry: int | None, signs: Signs = UNICODE) -> str:
    """``keep``, ``merge → 2``, ``undecided``."""
    if decision is None:
        return "undecided"
    match decision.kind:
        case "keep":
            return "keep"
        case "discarded":
            return "discard"
        case "merged":
            return f"merge {signs.into} {entry if entry is not None else signs.unknown}"
        case "edited":
            return "edited"
        case "acknowledged":
            return "reviewed"
        case "captured":
            return "captured"


def decision_role(decision: Decision | None) -> Role:
    if decision is None:
        return "wait"
    return "dim" if decision.kind in ("discarded", "captured") else "ok"


def where_words(piece: Piece, signs: Signs = UNICODE) -> tuple[str, Role]:
    """Where the text of a part stands beside the entries that stay."""
    match piece.status:
        case "captured":
            return f"{signs.done} in entry {piece.similar_to}", "dim"
        case "similar":
            return f"{signs.similar} like {piece.similar_to} {round((piece.ratio or 0) * 100)}%", "normal"
        case "blocked":
            return f"{signs.blocked} blocked", "bad"
        case "oversize":
            return f"{signs.attention} too long", "wait"
        case "missing":
            return f"{signs.added} only here", "normal"


def _is_out(piece: Piece) -> bool:
    return piece.decision is not None and piece.decision.kind in ("discarded", "captured")

"""What workers cost, as lines."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from silcrow.observational.status import Cost, CostRow
from silcrow.settings import Settings
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.gauge import bar_pieces, fill_role
from silcrow_tui.widgets.line import Line, Piece, line, line_width, padded, shown
from silcrow_tui.widgets.words import counted, usd

if TYPE_CHECKING:
    from silcrow.dreaming import DreamStatus


def sum_line(cost: Cost, width: int = 80, signs: Signs = UNICODE) -> Line:
    """``own $0.412 · inherited $1.030 · 1 run unpriced``."""
    runs = counted(cost.unpriced, "run") if width >= 48 else f"{cost.unpriced}"
    dot = Piece(f" {signs.between} ", "dim")
    pieces = [Piece(" own "), Piece(usd(cost.own_usd, partial=cost.partial, signs=signs), bold=True)]
    if cost.inherited_usd:
        pieces += [dot, Piece(f"inherited {usd(cost.inherited_usd, signs=signs)}")]
    if cost.unpriced:
        pieces += [dot, Piece(f"{runs} unpriced {signs.unknown}", "wait")]
    return line(*pieces)


def session_lines(
    cost: Cost,
    settings: Settings,
    width: int,
    signs: Signs = UNICODE,
    *,
    today_usd: float = 0.0,
    dream: "DreamStatus | None" = None,
) -> list[Line]:
    """By role, then the caps: of the session, and of the day, which all sessions and dreams share."""
    models: dict[str, str] = {
        "observer": str(settings.observational.observer_model),
        "consolidator": str(settings.observational.consolidator_model),
    }
    lines = [sum_line(cost, width, signs)]
    lines += [_row(row, models.get(row.label, ""), width, signs) for row in cost.by_role]
    lines += [dream_line(dream, width, signs)] if dream is not None and dream.state != "off" else []
    if _free(settings):
        lines.append(line(Piece(" $0.000, the built-in worker is free", "dim")))
        return lines
    lines += _cap("session cap", cost.own_usd, settings.observational.limits.session_usd, signs)
    return [*lines, *_cap("day cap", today_usd, settings.observational.limits.day_usd, signs)]


def dream_line(dream: "DreamStatus", width: int, signs: Signs = UNICODE) -> Line:
    """``dream         none      not due: 7 h and 2 turns to go``: what the last one cost, and the gate's sentence."""
    figure = usd(dream.last.cost_usd, signs=signs) if dream.last is not None else "none"
    pieces = [Piece(f" {'dream':<13} "), Piece(f"{figure:>8}  ")]
    return line(*pieces, Piece(shown(dream.words, max(0, width - line_width(pieces)), signs), "dim"))


def model_lines(rows: Sequence[CostRow], width: int, signs: Signs = UNICODE) -> list[Line]:
    return [_row(row, "", width, signs, label_cells=24) for row in rows]


def day_lines(rows: Sequence[CostRow], width: int, signs: Signs = UNICODE) -> list[Line]:
    """A bar for each day, newest first."""
    most = max((row.usd for row in rows), default=0.0)
    cells = max(6, min(24, width - 36))
    return [
        line(
            Piece(f" {padded(shown(row.label, 12, signs), 10)}  ", "dim"),
            Piece(f"{usd(row.usd, signs=signs):>8}  "),
            *bar_pieces(row.usd, most, cells, "run", signs),
            Piece(f"  {counted(row.runs, 'run')}", "dim"),
        )
        for row in reversed(rows)
    ]


def all_lines(rows: Sequence[CostRow], today: str, width: int, signs: Signs = UNICODE) -> list[Line]:
    """All sessions of this user: the sum, today, and a bar for each day."""
    dot = Piece(f" {signs.between} ", "dim")
    total = Piece(usd(sum(row.usd for row in rows), signs=signs), bold=True)
    spent = Piece(f"today {usd(spent_on(rows, today), signs=signs)}")
    days = Piece(counted(len(rows), "day"), "dim")
    return [line(Piece(" all sessions "), total, dot, spent, dot, days), *day_lines(rows, width, signs)]


def spent_on(rows: Sequence[CostRow], day: str) -> float:
    """USD of a day, by its label."""
    return sum(row.usd for row in rows if row.label == day)


def _free(settings: Settings) -> bool:
    roles = settings.observational
    return roles.observer_model.builtin and roles.consolidator_model.builtin


def _row(row: CostRow, model: str, width: int, signs: Signs, label_cells: int = 13) -> Line:
    figure = usd(row.usd, partial=bool(row.unpriced), signs=signs)
    pieces = [
        Piece(f" {padded(shown(row.label, label_cells, signs), label_cells)} "),
        Piece(f"{figure:>8}  "),
        Piece(f"{counted(row.runs, 'run'):>8}   "),
    ]
    return line(*pieces, Piece(shown(model, width - line_width(pieces), signs), "dim"))


def _cap(name: str, spent: float, limit: float | None, signs: Signs) -> list[Line]:
    if limit is None:
        return [line(Piece(f" {name:<13} none", "dim"))]
    role: Role = fill_role(round(spent * 10_000), round(limit * 10_000))
    return [
        line(
            Piece(f" {name:<13} "),
            Piece(padded(f"${spent:.2f} of ${limit:.2f}", 17)),
            *bar_pieces(spent, limit, 10, role, signs),
        )
    ]

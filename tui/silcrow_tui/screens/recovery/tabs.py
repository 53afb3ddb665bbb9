"""Tabs in a rule: they part a list from what is shown of its row."""

from collections.abc import Sequence

from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece, line, line_width


def tabs_rule(names: Sequence[str], active: int, right: str, width: int, signs: Signs) -> Line:
    """`` ▐Part 15▌ Findings 1  Merge preview ─────── 2 more ↓``; a click turns the tab."""
    tabs: list[Piece] = []
    for place, name in enumerate(names):
        if place == active:
            tabs.append(Piece(f"{signs.tab_left}{name}{signs.tab_right}", bold=True))
        else:
            tabs.append(Piece(f" {name} ", "dim", turns=place - active))
    end = f" {right} " if right else ""
    room = width - line_width(tabs) - len(end) - 2
    return line(Piece(" "), *tabs, Piece(" " + signs.rule * max(0, room), frame=True), Piece(end, "dim"))

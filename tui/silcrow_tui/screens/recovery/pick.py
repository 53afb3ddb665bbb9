"""Picking one of several texts: the entry to merge into, the line to split at."""

from collections.abc import Iterable, Sequence

from textual import on
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from silcrow.text import one_line
from silcrow_tui.screens.dialogs import INNER, Dialog, WayOut, clipped, say, taken

_ROOM = INNER - 4
"""Cells for a row beside the scroll bar of a long list."""


class Pick(Dialog[int | None]):
    """Rows to choose from; answers the place of the one that was picked, from 0."""

    NO = None

    def __init__(self, title: str, rows: Sequence[str], *, start: int = 0, quiet: str = "esc closes") -> None:
        super().__init__(title)
        self._choices = rows
        self._start = start
        self._leaving = quiet

    def answers(self) -> Iterable[Widget]:
        yield OptionList(
            *(Option(self._row(place, cursor=False), id=str(place)) for place in range(len(self._choices))),
            markup=False,
            compact=True,
        )
        yield WayOut(self._leaving)

    def _row(self, place: int, *, cursor: bool) -> Content:
        text = one_line(self._choices[place][: _ROOM * 4])
        return say(clipped(f"{'›' if cursor else ' '} {text}", _ROOM))

    def on_mount(self) -> None:
        menu = self.query_one(OptionList)
        menu.focus()
        menu.highlighted = min(self._start, len(self._choices) - 1)

    def on_key(self, event: Key) -> None:
        menu = self.query_one(OptionList)
        if event.key in ("j", "k"):
            taken(event)
            (menu.action_cursor_down if event.key == "j" else menu.action_cursor_up)()

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        for place in range(len(self._choices)):
            row = self._row(place, cursor=place == event.option_index)
            event.option_list.replace_option_prompt_at_index(place, row)

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(int(event.option.id or 0))

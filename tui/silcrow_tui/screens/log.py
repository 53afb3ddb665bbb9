"""The log: what this window said, and what the clocks decided."""

import time
from collections.abc import Sequence

from silcrow.workspace.place import Place
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.full import tabs_line
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.signs import Role
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.toasts import Said, Severity
from silcrow_tui.widgets.words import counted

TABS = ("This window", "Clocks")
_ROLES: dict[Severity, Role] = {"information": "normal", "warning": "wait", "error": "bad"}
_WORDS: dict[Severity, str] = {"information": "", "warning": "warning  ", "error": "error  "}


class LogScreen(TextScreen):
    """Two readers' worth of lines on tabs, newest first here, oldest first where a file grows."""

    CONTEXT = "log"
    BINDINGS = REGISTRY.bindings("log")

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._tab = 0
        self._decisions: str | None = None

    def heading(self) -> tuple[str, Line]:
        return "Log", tabs_line(TABS, self._tab, self.signs)

    def numbers(self) -> Sequence[Line]:
        said = counted(len(self.workbench.toasts.said), "notice")
        words = f"{said} since this window was opened, newest first" if self._tab == 0 else "what started and why not"
        return (line(Piece(f" {words}", "dim"), Piece(f"  {self.found_words()}")),)

    def on_mount(self) -> None:
        self._read()

    def state_changed(self) -> None:
        self._read()

    def _read(self) -> None:
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="log")

    async def _fetch(self) -> None:
        self._decisions = await self.place.decisions()
        self._show()

    def _show(self, *, top: bool = False) -> None:
        reader = self.looked_in
        at_end = reader.rows_below == 0
        reader.set_lines(self._lines(), top=top)
        if self._tab == 1 and (top or at_end):
            reader.go(reader.row_count)
        self.redraw_bars()

    def _lines(self) -> list[Line]:
        if self._tab == 0:
            said = self.workbench.toasts.said
            return [said_line(each) for each in said] or [line(Piece("Nothing was said yet.", "dim"))]
        if self._decisions is None:
            way = f"The setting debugLog turns that on; {self.key('go.settings')} goes to the settings."
            return [line(Piece(f"Nobody keeps what the clocks decide. {way}", "dim"))]
        return text_lines(self._decisions) or [line(Piece("Nothing was decided yet.", "dim"))]

    def turn_tab(self, step: int) -> None:
        """Between the two logs."""
        self._tab = (self._tab + step) % len(TABS)
        self._show(top=True)

    def text_to_copy(self) -> str:
        if self._tab == 1:
            return self._decisions or ""
        return "\n".join(each.words for each in self.workbench.toasts.said)


def said_line(said: Said) -> Line:
    """``19:58:03  warning  words (×4)``."""
    when = time.strftime("%H:%M:%S", time.localtime(said.at))
    count = f" (×{said.count})" if said.count > 1 else ""
    role = _ROLES[said.severity]
    words = said.words.replace("\n", " ")
    kind = Piece(_WORDS[said.severity], role, bold=True)
    return line(Piece(f"{when}  ", "dim"), kind, Piece(f"{words}{count}", role))

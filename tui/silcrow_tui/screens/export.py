"""Asking where what is shown is saved."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.widget import Widget
from textual.widgets import Input, Static

from silcrow_tui.exporting import Export, suggested_path, write_export
from silcrow_tui.screens.dialogs import Dialog, WayOut, clipped, say
from silcrow_tui.screens.stand_ins import without_hidden
from silcrow_tui.widgets.words import counted

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


class ExportDialog(Dialog[Path | None]):
    """Asks for a path and hands it on; stays open while that is refused. Answers the path of the new file."""

    NO = None
    DEFAULT_CSS = """
    ExportDialog Input { width: 70; }
    """

    def __init__(self, export: Export, suggested: str, save: Callable[[Path], str | None]) -> None:
        what = counted(len(export.rows), "row") if export.rows else counted(len(export.text), "char")
        super().__init__(f"Save {export.title}", (f"{what} to a new file; .md is Markdown, .json is JSON",))
        self._suggested = suggested
        self._save = save

    def answers(self) -> Iterable[Widget]:
        yield Input(self._suggested, compact=True, select_on_focus=False)
        yield WayOut("enter saves · esc leaves", id="hint")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _cleaned(self, event: Input.Changed) -> None:
        """What is pasted may hold characters that a terminal must not get."""
        clean = without_hidden(event.value).replace("\n", " ")
        if clean != event.value:
            event.input.value = clean

    @on(Input.Submitted)
    async def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        path, why = await asyncio.to_thread(self._saved, event.value)
        if why is None:
            self.dismiss(path)
        else:
            self.query_one("#hint", Static).update(say(clipped(why, 70)))

    def _saved(self, typed: str) -> tuple[Path, str | None]:
        path = Path(typed).expanduser()
        return path, self._save(path) if typed.strip() else "name a file"


async def export_shown(app: "SilcrowApp", export: Export) -> None:
    """Ask for a name, write the file, say where it is."""
    suggested = suggested_path(export.title, Path(app.environ.get("PWD") or Path.cwd()))
    path = await app.push_screen_wait(ExportDialog(export, suggested, lambda chosen: write_export(export, chosen)))
    if path is not None:
        app.toast(f"Saved to {path}")

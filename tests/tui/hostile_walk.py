"""The workbench in a real terminal on the hostile scene, walked through by keys and clicks.

A program of its own: ``python -m tests.tui.hostile_walk REPORT DRAFTS``. It writes one line to the report for each
stop of the walk, and a line that starts with ``ran`` for an action that content could have started.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from silcrow_tui.app import SilcrowApp
from silcrow_tui.screens import drafts
from silcrow_tui.screens.observation import ObservationScreen
from silcrow_tui.screens.run_detail import RunScreen
from silcrow_tui.signs import UNICODE
from tests.scenes import NOW, hostile
from tests.scenes.observing import DONE_RUN, FAILED_RUN, FILING_RUN
from tests.scenes.texts import HOSTILE

STOP_SECONDS = 20.0


class Walked(SilcrowApp):
    """The workbench, with a record of what must not happen."""

    def __init__(self, report: Path) -> None:
        super().__init__(hostile(), clock=lambda: NOW, environ={"HOME": "/home/user"}, signs=UNICODE)
        self.report_path = report

    def note(self, words: str) -> None:
        with self.report_path.open("a") as file:
            file.write(f"{words}\n")

    async def action_quit(self) -> None:
        self.note("ran app.quit")

    def action_bell(self) -> None:
        self.note("ran app.bell")

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        self.note(f"ran open_url {url}")


async def until(pilot: Pilot[Any], holds: Callable[[], object]) -> None:
    async with asyncio.timeout(STOP_SECONDS):
        while not holds():
            await pilot.pause(0.01)


async def stop(app: Walked, pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, let the screen be drawn, write down where we are."""
    if keys:
        await pilot.press(*keys)
    await pilot.pause()
    app.note(f"{type(app.screen).__name__} after {' '.join(keys)}")
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            if segment.style is not None and (action := segment.style.meta.get("@click")):
                app.note(f"ran nothing yet, but {segment.text!r} offers {action!r}")


async def opens(app: Walked, pilot: Pilot[Any], name: str, *keys: str) -> None:
    """Press keys that open a screen; it may come a moment later."""
    await pilot.press(*keys)
    await until(pilot, lambda: type(app.screen).__name__ == name)
    await stop(app, pilot)


async def home(app: Walked, pilot: Pilot[Any]) -> None:
    while len(app.screen_stack) > 1:
        app.pop_screen()
    await pilot.pause()


async def click_rows(app: Walked, pilot: Pilot[Any]) -> None:
    """A click on each row of content: an action tag would run now."""
    for y in range(2, app.size.height - 1):
        await pilot.click(offset=(12, y))


async def walk_main(app: Walked, pilot: Pilot[Any]) -> None:
    for pane in "12345":
        await stop(app, pilot, pane)
        for keys in (("j", "j"), ("G",), ("g",), ("0",), ("right_square_bracket",), ("escape",)):
            await stop(app, pilot, *keys)
    await stop(app, pilot, "1", "slash", "l", "e", "a", "k", "enter")
    await stop(app, pilot, "escape", "3", "plus")
    await stop(app, pilot, "plus", "underscore", "underscore")
    await click_rows(app, pilot)


async def walk_dialogs(app: Walked, pilot: Pilot[Any]) -> None:
    await stop(app, pilot, "1", "g", *("j",) * len(HOSTILE))
    for row in range(len(HOSTILE), 2, -1):
        await opens(app, pilot, "EntryEditor", "e")
        if row < len(HOSTILE):
            await opens(app, pilot, "Choose", "x", "escape")
        await home(app, pilot)
        await pilot.press("k")
    await opens(app, pilot, "YesNo", "1", "g", "space", "space", "space", "d")
    await home(app, pilot)
    await stop(app, pilot, "escape")
    await opens(app, pilot, "RunMenu", "x")
    await home(app, pilot)
    await stop(app, pilot, "P", "o")


async def walk_screens(app: Walked, pilot: Pilot[Any]) -> None:
    names = {"T": "TopicsScreen", "S": "SessionsScreen", "w": "WaitingScreen", "question_mark": "HelpScreen"}
    for key, name in names.items():
        await opens(app, pilot, name, key)
        for keys in (("j", "j"), ("right_square_bracket",), ("G",), ("slash", "x", "enter"), ("n",)):
            await stop(app, pilot, *keys)
        await home(app, pilot)
    for run_id in (FAILED_RUN, DONE_RUN, FILING_RUN):
        app.push_screen(RunScreen(app.place, run_id))
        await until(pilot, lambda: isinstance(app.screen, RunScreen))
        for _tab in range(5):
            await stop(app, pilot, "right_square_bracket")
            await stop(app, pilot, "G")
        await home(app, pilot)
    observing = app.state.observational
    assert observing is not None
    for noted in observing.pool[4:]:
        app.push_screen(ObservationScreen(app.place, noted))
        await until(pilot, lambda: isinstance(app.screen, ObservationScreen))
        await stop(app, pilot, "j")
        await home(app, pilot)
    await opens(app, pilot, "CommandPalette", "colon")
    await stop(app, pilot, *"read")
    await home(app, pilot)


async def walk_recovery(app: Walked, pilot: Pilot[Any]) -> None:
    """The walkthrough of a backup made of hostile text, with all that its keys open; then History."""
    await stop(app, pilot, "2", "G")
    await opens(app, pilot, "CompareScreen", "c")
    await stop(app, pilot, "G")
    await home(app, pilot)
    await opens(app, pilot, "RecoveryScreen", "2", "G", "enter")
    await stop(app, pilot, "2", "full_stop")
    for _part in range(len(HOSTILE)):
        await stop(app, pilot, "right_square_bracket")
        await stop(app, pilot, "right_square_bracket", "right_square_bracket", "j")
    for name, keys in (("PartEditor", "e"), ("Pick", "m"), ("Pick", "s"), ("Choose", "i")):
        await stop(app, pilot, "g")
        for _part in range(0, len(HOSTILE) + 2, 3):
            await stop(app, pilot, keys)
            if type(app.screen).__name__ == name:
                await stop(app, pilot, *(("enter",) if keys == "m" else ()))
                while type(app.screen).__name__ != "RecoveryScreen":
                    app.pop_screen()
                    await pilot.pause()
            await pilot.press("j", "j", "j")
    await stop(app, pilot, "0", "l", "0", "slash", "c", "enter", "q")
    await stop(app, pilot, "asterisk", "a", "asterisk", "d")
    for keys in (("3",), ("right_square_bracket",), ("G",), ("right_square_bracket",), ("G",), ("4",), ("2",)):
        await stop(app, pilot, *keys)
    await click_rows(app, pilot)
    await stop(app, pilot, "1")
    await home(app, pilot)
    await opens(app, pilot, "HistoryScreen", "H")
    for keys in (("j", "j"), ("enter",), ("G",), ("q",)):
        await stop(app, pilot, *keys)
    await opens(app, pilot, "YesNo", "u")
    await home(app, pilot)


async def walk_further(app: Walked, pilot: Pilot[Any]) -> None:
    """Find everywhere with each hit in full, the compaction preview, settings, log, caps, the first screen."""
    await opens(app, pilot, "FindScreen", "F")
    await pilot.press(*"leak")
    found: Any = app.screen
    await until(pilot, lambda: len(found.rows.index))
    await stop(app, pilot, "enter", "g")
    for _hit in range(4):
        await opens(app, pilot, "PassageScreen", "i")
        await stop(app, pilot, "G")
        await opens(app, pilot, "FindScreen", "q", "q")
        await stop(app, pilot, "j")
    await click_rows(app, pilot)
    await home(app, pilot)
    app.open_screen("compaction")
    await until(pilot, lambda: type(app.screen).__name__ == "CompactionScreen")
    for keys in (("G",), ("enter",), ("q",)):
        await stop(app, pilot, *keys)
    await home(app, pilot)
    for key, name in (("comma", "SettingsScreen"), ("L", "LogScreen"), ("D", "DreamScreen")):
        await opens(app, pilot, name, key)
        for keys in (("j", "j"), ("G",), ("right_square_bracket",), ("g",)):
            await stop(app, pilot, *keys)
        await home(app, pilot)
    await opens(app, pilot, "SettingsScreen", "comma")
    await opens(app, pilot, "ValueDialog", "G", "e")
    await home(app, pilot)
    await opens(app, pilot, "Choose", "5", "e")
    await home(app, pilot)
    app.open_screen("first_run")
    await until(pilot, lambda: type(app.screen).__name__ == "FirstRunScreen")
    await stop(app, pilot, "j")
    await home(app, pilot)


async def walk_curating(app: Walked, pilot: Pilot[Any]) -> None:
    """The tabs of each entry, why it is blocked, a merge, what waits with its held changes, the agent's view."""
    await stop(app, pilot, "1", "g", "0")
    for _tab in range(4):
        await stop(app, pilot, "right_square_bracket")
        await stop(app, pilot, "j")
    await stop(app, pilot, "escape", "g")
    for _entry in range(0, len(HOSTILE), 3):
        await opens(app, pilot, "WhyEntry", "i")
        await stop(app, pilot, "j", "j")
        await home(app, pilot)
        await pilot.press("j", "j", "j")
    await opens(app, pilot, "EntryEditor", "g", "space", "space", "m")
    await home(app, pilot)
    await opens(app, pilot, "ExportDialog", "escape", "X")
    await home(app, pilot)
    await stop(app, pilot, "p", "t")
    await opens(app, pilot, "WaitingScreen", "w")
    for _matter in range(2 * len(HOSTILE) + 4):
        await stop(app, pilot, "j")
    await stop(app, pilot, "enter", "G", "tab")
    await opens(app, pilot, "WaitingScreen", "asterisk", "a")
    await home(app, pilot)
    await opens(app, pilot, "WaitingScreen", "w")
    while not app.screen.query_one("#waiting").current.proposal:  # type: ignore[attr-defined]
        await pilot.press("j")
    await opens(app, pilot, "CompareScreen", "c")
    app.pop_screen()
    await opens(app, pilot, "EntryEditor", "e")
    await home(app, pilot)
    await opens(app, pilot, "AgentScreen", "B")
    for _tab in range(3):
        await stop(app, pilot, "right_square_bracket", "G")
    await stop(app, pilot, "r")
    await home(app, pilot)
    await stop(app, pilot, "2", "G")
    await pilot.press("d")
    await until(pilot, lambda: app.screen.is_modal)
    await stop(app, pilot)
    await home(app, pilot)
    await opens(app, pilot, "HistoryScreen", "H")
    await opens(app, pilot, "CompareScreen", "c")
    await home(app, pilot)


async def walk_words(app: Walked, pilot: Pilot[Any]) -> None:
    """Toasts, hints and a changed state made of nothing but hostile text."""
    for text in HOSTILE:
        app.toast(text, "error")
        app.hint(text)
        await pilot.pause()
    await stop(app, pilot, "R")


async def walk(app: Walked, pilot: Pilot[Any]) -> None:
    await until(pilot, lambda: app.screen.focused is not None)
    for part in (walk_main, walk_dialogs, walk_screens, walk_recovery, walk_further, walk_curating, walk_words):
        await part(app, pilot)
        app.note(f"through {part.__name__}")


def guide(app: Walked) -> Callable[[Pilot[Any]], Coroutine[Any, Any, None]]:
    async def lead(pilot: Pilot[Any]) -> None:
        try:
            await walk(app, pilot)
        except BaseException as error:
            app.note(f"broke {type(error).__name__}: {error}")
            raise
        finally:
            app.exit()

    return lead


def main() -> None:
    report, folder = Path(sys.argv[1]), Path(sys.argv[2])
    drafts.default_drafts_folder = lambda: folder
    app = Walked(report)
    app.run(auto_pilot=guide(app))


if __name__ == "__main__":
    main()

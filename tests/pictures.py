"""Takes the pictures in ``screenshots/`` again, from the fixed scenes: ``python -m tests.pictures [NAME ...]``."""

import asyncio
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from textual.pilot import Pilot

from silcrow_tui.app import SilcrowApp
from silcrow_tui.screens.editor import EntryEditor
from silcrow_tui.screens.entry_area import EntryArea
from silcrow_tui.screens.entry_task import editing
from silcrow_tui.screens.recovery.screen import RecoveryScreen
from silcrow_tui.screens.run_detail import RunScreen
from silcrow_tui.screens.topics import TopicsScreen
from silcrow_tui.signs import UNICODE
from tests.scenes import NOW, scene
from tests.scenes.observing import FILING_RUN
from tests.tui.stage import until, words_of

FOLDER = Path(__file__).resolve().parents[1] / "screenshots"
WEB_FONT = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
Steps = Callable[[SilcrowApp, Pilot[Any]], Awaitable[None]]


class Picture(Struct, frozen=True):
    """What to show, how large, in which theme."""

    name: str
    size: tuple[int, int]
    steps: Steps
    theme: str = "textual-dark"
    scene: str = "busy"


async def main_screen(app: SilcrowApp, pilot: Pilot[Any]) -> None:
    await pilot.press("4", "j", "j")


async def entries(app: SilcrowApp, pilot: Pilot[Any]) -> None:
    await pilot.press("1", "j", "space", "space")


async def editor(app: SilcrowApp, pilot: Pilot[Any]) -> None:
    entry = app.place.state.memory.memory.entries[2]
    with TemporaryDirectory() as folder:
        screen = EntryEditor(app.place, editing("memory", entry), environ={}, drafts=Path(folder))
        app.push_screen(screen)
        await until(pilot, lambda: isinstance(app.screen.focused, EntryArea))
        area = screen.query_one(EntryArea)
        area.cursor_blink = False
        area.insert(" It takes 41 s on two cores; a single file runs in 2 s.")
        await until(pilot, lambda: "fits" in words_of(screen))


async def filing(app: SilcrowApp, pilot: Pilot[Any]) -> None:
    screen = RunScreen(app.place, FILING_RUN)
    app.push_screen(screen)
    await until(pilot, lambda: "41 filed" in words_of(screen))
    await pilot.press("left_square_bracket")
    await until(pilot, lambda: "took in" in words_of(screen))


async def topics(app: SilcrowApp, pilot: Pilot[Any]) -> None:
    screen = TopicsScreen(app.place)
    app.push_screen(screen)
    await until(pilot, lambda: "Levels are stored" in words_of(screen))
    await pilot.press("j", "j")
    await until(pilot, lambda: "Two harbours" in words_of(screen))


async def recovery(app: SilcrowApp, pilot: Pilot[Any]) -> None:
    """The parts of a legacy file, the blocked one under the cursor."""
    await pilot.press("2")
    await until(pilot, lambda: "enter recover" in words_of(app.screen))
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, RecoveryScreen) and app.screen.focused)
    await pilot.press("2", "asterisk", "a", *"gjjjjj")
    await until(pilot, lambda: "fetches a script" in words_of(app.screen))


async def recovery_result(app: SilcrowApp, pilot: Pilot[Any]) -> None:
    """What becomes of it, with the proof."""
    await recovery(app, pilot)
    await pilot.press("d", "d", "3")
    await until(pilot, lambda: "all 35 lines placed" in words_of(app.screen))


PICTURES: tuple[Picture, ...] = (
    Picture("main-80x24", (80, 24), entries),
    Picture("main-80x24-light", (80, 24), entries, "textual-light"),
    Picture("main-120x36", (120, 36), main_screen),
    Picture("main-120x36-light", (120, 36), main_screen, "textual-light"),
    Picture("main-180x45", (180, 45), main_screen),
    Picture("editor-80x24", (80, 24), editor),
    Picture("run-120x36", (120, 36), filing),
    Picture("topics-120x36", (120, 36), topics),
    Picture("recover-80x24", (80, 24), recovery, scene="legacy"),
    Picture("recover-120x36", (120, 36), recovery, scene="legacy"),
    Picture("recover-result-80x24", (80, 24), recovery_result, scene="legacy"),
)


async def take(picture: Picture) -> str:
    """The picture as SVG. It names no font on the web: a page that shows it asks nobody."""
    place = scene(picture.scene)
    environ = {"HOME": "/home/user"}
    app = SilcrowApp(place, clock=lambda: NOW, environ=environ, signs=UNICODE, theme=picture.theme)
    app.animation_level = "none"
    async with app.run_test(size=picture.size) as pilot:
        await until(pilot, lambda: app.screen.focused is not None and "? all keys" in words_of(app.screen))
        await picture.steps(app, pilot)
        await pilot.pause()
        return WEB_FONT.sub("", app.export_screenshot(title="silcrow"))


def main(names: list[str]) -> int:
    os.environ["TZ"] = "UTC"
    time.tzset()
    unknown = set(names) - {picture.name for picture in PICTURES}
    if unknown:
        print(f"no such picture: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        if not names or picture.name in names:
            path = FOLDER / f"{picture.name}.svg"
            path.write_text(asyncio.run(take(picture)), "utf-8")
            print(path.relative_to(FOLDER.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

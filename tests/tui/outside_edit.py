"""The workbench in a real terminal while an entry is edited outside: ``python -m tests.tui.outside_edit FOLDER``.

The editor is a script that announces itself, waits until the place changed three times, and writes the entry. Ends
with 0 when its text came back.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

from silcrow_tui.app import SilcrowApp
from silcrow_tui.screens.editor import EntryEditor
from silcrow_tui.screens.entry_area import EntryArea
from silcrow_tui.screens.entry_task import adding
from silcrow_tui.signs import UNICODE
from tests.scenes import NOW, scene

EDITOR = """
import pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
print("EDITOR-OPENS", flush=True)
(folder / "open").touch()
deadline = time.monotonic() + 20
while not (folder / "changed").exists() and time.monotonic() < deadline:
    time.sleep(0.01)
print("EDITOR-CLOSES", flush=True)
pathlib.Path(sys.argv[2]).write_text("written outside\\n")
"""


async def edit(app: SilcrowApp, pilot: Pilot[Any], folder: Path) -> bool:
    place = scene("busy")
    editor = EntryEditor(
        app.place,
        adding("memory"),
        environ={"EDITOR": f"{sys.executable} {folder / 'editor.py'} {folder}"},
        drafts=folder / "drafts",
    )
    app.push_screen(editor)
    async with asyncio.timeout(30):
        while not isinstance(app.screen.focused, EntryArea):
            await pilot.pause(0.01)
        editor.action_outside()
        while not (folder / "open").exists():
            await pilot.pause(0.01)
        for step in range(1, 4):
            app.scene.set_state(replace(place.state, taken_at=NOW + step, other_sessions=step))  # type: ignore[attr-defined]
            while app.state.other_sessions != step:
                await pilot.pause(0.01)
        (folder / "changed").touch()
        while editor.query_one(EntryArea).entry != "written outside":
            await pilot.pause(0.01)
    return True


def main() -> int:
    folder = Path(sys.argv[1])
    (folder / "editor.py").write_text(EDITOR)
    place = scene("busy")
    app = SilcrowApp(place, clock=lambda: NOW, environ={}, signs=UNICODE)
    app.scene = place  # type: ignore[attr-defined]
    came_back: list[bool] = []

    async def lead(pilot: Pilot[Any]) -> None:
        try:
            came_back.append(await edit(app, pilot, folder))
        finally:
            app.exit()

    app.run(auto_pilot=lead)
    return 0 if came_back else 1


if __name__ == "__main__":
    sys.exit(main())

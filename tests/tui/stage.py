"""The workbench with one screen on it, and the waiting that all screen tests share."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from textual._context import visible_screen_stack
from textual.pilot import Pilot
from textual.screen import Screen

from silcrow.workspace.place import Answer
from silcrow_tui.app import SilcrowApp
from silcrow_tui.signs import UNICODE
from tests.scenes import NOW, ScenePlace, scene

NOTHING = object()


class Stage(SilcrowApp):
    """Shows one screen over an empty one and keeps what it answered."""

    def __init__(self, screen: Screen[Any], place: ScenePlace | None = None, **options: Any) -> None:
        place = place or getattr(screen, "place", None) or getattr(screen, "_place", None) or scene("busy")
        super().__init__(place, clock=lambda: NOW, environ={"HOME": "/home/user"}, signs=UNICODE, **options)
        self.scene_place: ScenePlace = place
        self.tried = screen
        self.answer: Any = NOTHING
        self.answers: list[Answer] = []
        self.went_to: list[int] = []

    def get_default_screen(self) -> Screen[Any]:
        return Screen()

    def on_mount(self) -> None:
        self.push_screen(self.tried, self._answered)

    def _answered(self, answer: Any) -> None:
        self.answer = answer

    def report(self, answer: Answer) -> None:
        self.answers.append(answer)

    def go_to_pane(self, number: int) -> None:
        self.went_to.append(number)

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Without a terminal there is nothing to hand over."""
        yield


async def until(pilot: Pilot[Any], holds: Callable[[], object], what: str = "", seconds: float = 10) -> None:
    """Wait for a condition; fails with ``what`` when it does not come about."""
    try:
        async with asyncio.timeout(seconds):
            while True:
                try:
                    if holds():
                        return
                except Exception:  # noqa: BLE001 - what is asked for may not be on the screen yet
                    pass
                # Not pilot.pause: it waits for widgets that the very key may have removed.
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"never came about: {what}\n{words_of(pilot.app.screen)}") from None


def words_of(screen: Screen[Any]) -> str:
    """Everything that a screen shows, as lines of text."""
    # A dialog keeps how it was last drawn, so it must be drawn over what is behind it, as the app itself draws it.
    visible_screen_stack.set(screen.app._background_screens if screen is screen.app.screen else [])
    lines = screen._compositor.render_strips()[: screen.size.height]
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in lines)

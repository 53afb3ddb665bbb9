"""A bare app to try one screen on, and the waiting that all screen tests share."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from silcrow_tui.theme import role_variables
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

NOTHING = object()


class Stage(App[None]):
    """Shows one screen with our theme variables and keeps what it answered."""

    CSS = "Screen { background: $ground; color: $ink; }"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, screen: Screen[Any], theme: str = "textual-dark") -> None:
        super().__init__()
        self.tried = screen
        self.answer: Any = NOTHING
        self.hints: list[str] = []
        self.theme = theme

    def get_css_variables(self) -> dict[str, str]:
        variables = super().get_css_variables()
        return variables | role_variables(self.current_theme, variables)

    def on_mount(self) -> None:
        self.push_screen(self.tried, self._answered)

    def _answered(self, answer: Any) -> None:
        self.answer = answer

    def hint(self, words: str) -> None:
        self.hints.append(words)

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Without a terminal there is nothing to hand over."""
        with nullcontext():
            yield


async def until(pilot: Pilot[Any], holds: Callable[[], object], what: str = "", seconds: float = 10) -> None:
    """Wait for a condition; fails with ``what`` when it does not come about."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                if holds():
                    return
            except Exception:  # noqa: BLE001 - what is asked for may not be on the screen yet
                pass
            await pilot.pause(0.01)


def words_of(screen: Screen[Any]) -> str:
    """Everything that a screen shows, as lines of text."""
    width, height = screen.size
    lines = screen._compositor.render_strips()[:height]
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in lines)

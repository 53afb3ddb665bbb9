"""A small language for stories: what a person at the workbench presses, and what the screen then says.

A story names no widget and no class. It reads like what happened::

    async def test_a_second_thought_costs_one_key(place: StorePlace):
        async with at_the_workbench(place) as user:
            await user.presses("a")
            await user.types("Uses uv, never pip.")
            await user.presses("ctrl+s")
            await user.is_told("Added to MEMORY.md")
            await user.presses("z")
            await user.is_told("Undone")
            await user.no_longer_sees("Uses uv, never pip.")

Nothing here sleeps: each of ``sees``, ``no_longer_sees``, ``is_told``, ``is_hinted``, ``is_at`` and ``finds`` waits
until it holds and fails with the whole screen when it does not come about. Say what must be seen *before* the next
key that depends on it, so that a slow machine gives the same story as a fast one.

``place`` is the name of a scene (``"busy"``, ``"calm"``, see ``tests/scenes``) for what is only looked at, a
``ScenePlace`` that was changed beforehand, or a ``StorePlace`` on a real memory folder for what is written.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from rich.cells import cell_len
from textual.events import Paste
from textual.pilot import Pilot

from silcrow_tui.app import SilcrowApp
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.footer import FooterBar
from tests.scenes import ScenePlace
from tests.tui.bench import workbench
from tests.tui.stage import until, words_of

NARROW, MEDIUM, WIDE = (80, 24), (120, 36), (200, 50)
_FRAMES = str.maketrans("│┃║|─━┌┐└┘┏┓┗┛╻╹╺╸", " " * 18)
_NAMES = {
    " ": "space",
    "/": "slash",
    ".": "full_stop",
    ",": "comma",
    ":": "colon",
    "?": "question_mark",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "+": "plus",
    "_": "underscore",
    "*": "asterisk",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "esc": "escape",
    "\n": "enter",
}


class User:
    """Somebody at a workbench."""

    def __init__(self, app: SilcrowApp, pilot: Pilot[None]) -> None:
        self.app = app
        """For what the language has no word for; a story that needs it often wants a new word here."""
        self._pilot = pilot

    # Hands

    async def presses(self, *keys: str) -> None:
        """Keys as they are written on the screen: ``a``, ``?``, ``[``, ``esc``, ``enter``, ``ctrl+s``."""
        await self._pilot.press(*(_NAMES.get(key, key) for key in keys))

    async def types(self, text: str) -> None:
        """A text, key by key, into whatever has the focus."""
        await self.presses(*text)

    async def pastes(self, text: str) -> None:
        """A text at once, as a terminal hands over its clipboard; for what is long."""
        self.app.post_message(Paste(text))
        await self._pilot.pause()

    async def clicks(self, words: str) -> None:
        """The first place on the screen where these words stand, once they are there."""
        await self.sees(words)
        for y, line in enumerate(words_of(self.app.screen).split("\n")):
            if (at := line.find(words)) >= 0:
                await self._pilot.click(offset=(cell_len(line[:at]) + cell_len(words) // 2, y))
                return
        raise AssertionError(f"{words!r} stands on no single line of\n{self.screen}")

    async def resizes(self, width: int, height: int) -> None:
        """The window gets another size, in cells."""
        await self._pilot.resize_terminal(width, height)

    # Eyes

    @property
    def screen(self) -> str:
        """All that the topmost screen shows, line by line."""
        return words_of(self.app.screen)

    async def sees(self, *words: str) -> None:
        """All of these stand on the screen; a text that a dialog wraps counts as one."""
        for each in words:
            await self.finds(lambda each=each: self._stands(each), f"{each!r} on the screen")

    async def no_longer_sees(self, *words: str) -> None:
        """None of these stands on the screen (any more)."""
        for each in words:
            await self.finds(lambda each=each: not self._stands(each), f"{each!r} gone from the screen")

    async def is_told(self, words: str) -> None:
        """A notice in the corner holds these words."""
        await self.finds(
            lambda: any(words in text for text in self.app.toasts.texts),
            f"a notice {words!r}; there are {self.app.toasts.texts}",
        )

    async def is_hinted(self, words: str) -> None:
        """The line near the keys says so, until the next key."""
        await self.finds(lambda: words in self.app.hint_words, f"a hint {words!r}; it is {self.app.hint_words!r}")

    async def is_offered(self, *words: str) -> None:
        """The footer names these: keys that would do something now."""
        for each in words:
            await self.finds(lambda each=each: each in self._footer(), f"{each!r} in the footer {self._footer()!r}")

    async def is_at(self, screen: str) -> None:
        """The topmost screen is of this class, by name: ``MainScreen``, ``HistoryScreen``; for steps on the way."""
        await self.finds(lambda: type(self.app.screen).__name__ == screen and self._settled(), f"the screen {screen}")

    async def finds(self, holds: Callable[[], object], what: str) -> None:
        """Anything else that must come about, such as a file on the disk."""
        await until(self._pilot, holds, what)

    def _settled(self) -> bool:
        return self.app.screen.is_mounted and bool(self.screen.strip())

    def _stands(self, words: str) -> bool:
        return words in self.screen or " ".join(words.split()) in self._in_the_dialog()

    def _in_the_dialog(self) -> str:
        """What an open dialog says, its wrapped lines joined; empty without one."""
        if not self.app.screen.is_modal or not self.app.screen.children:
            return ""
        area = self.app.screen.children[0].region
        lines = [strip.crop(area.x, area.right).text for strip in self.app.screen._compositor.render_strips()]
        return " ".join(" ".join(lines[area.y : area.bottom]).translate(_FRAMES).split())

    def _footer(self) -> str:
        return self.app.screen.query_one(FooterBar).render_line(0).text


@asynccontextmanager
async def at_the_workbench(
    place: str | ScenePlace = "busy",
    size: tuple[int, int] = NARROW,
    *,
    theme: str = "textual-dark",
    signs: Signs = UNICODE,
    **options: Any,
) -> AsyncIterator[User]:
    """Open the workbench, hand it to a user, and close it when the story is over."""
    app = workbench(place, theme=theme, signs=signs, **options)
    async with app.run_test(size=size) as pilot:
        user = User(app, pilot)
        await user.finds(lambda: app.screen.focused is not None, "the main screen")
        yield user

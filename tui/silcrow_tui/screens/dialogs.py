"""Small questions, each a screen typed by its answer.

All of them are at most 76×20, name the thing they act on and start on the safe button. ``esc`` has ``q`` and
``backspace`` beside it, since a lone ``esc`` reaches us late through tmux, and what a terminal sends as ``alt`` plus a
letter counts as ``esc`` alone. Texts go in as content, never as markup.
"""

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from silcrow.text import display_text

Answer = TypeVar("Answer")

MAX_WIDTH, MAX_HEIGHT = 76, 20
INNER = MAX_WIDTH - 6
"""Cells for text: frame and two blanks on each side."""
MOST_LINES = 10
"""Rows that words may take in a dialog."""
LEAVING = frozenset({"escape", "q", "backspace"})

BUTTON_CSS = """
Button {
    width: auto; min-width: 4; height: 1; border: none; padding: 0 1; margin: 0 1 0 0;
    background: $ground-bar; color: $ink; text-style: none;
}
Button:focus { text-style: reverse bold; background: $ground-bar; color: $ink; background-tint: $ground 0%; }
Button:hover { background: $ground-cursor; }
"""
"""Buttons of one line; the focused one is reversed, so that it shows without colour."""

FRAME_CSS = """
Dialog { align: center middle; }
Dialog > .frame {
    width: auto; max-width: 76; height: auto; max-height: 20; padding: 0 2;
    border: heavy $frame-focus; background: $ground; color: $ink; border-title-style: bold;
}
Dialog .words { width: auto; max-width: 70; height: auto; color: $ink; }
Dialog .quiet { color: $role-dim; text-style: $role-dim-style; }
Dialog .bad { color: $role-bad; }
Dialog .wait { color: $role-wait; }
Dialog .ok { color: $role-ok; }
Dialog .buttons { width: auto; height: 1; margin-top: 1; }
Dialog OptionList {
    width: auto; max-width: 70; height: auto; max-height: 12; border: none; padding: 0; margin-top: 1;
    background: $ground; color: $ink;
}
Dialog OptionList:focus { border: none; background-tint: $ground 0%; }
Dialog OptionList > .option-list--option-disabled { color: $role-dim; text-style: $role-dim-style; }
Dialog OptionList > .option-list--option-highlighted, Dialog OptionList:focus > .option-list--option-highlighted {
    background: $ground-cursor; color: $ink; text-style: bold;
}
Dialog Input { width: 40; height: 1; border: none; padding: 0 1; background: $ground-bar; color: $ink; margin-top: 1; }
"""


def say(words: str) -> Content:
    """Words that may hold foreign text, harmless and never read as markup."""
    return Content(display_text(words, multiline=True))


def taken(event: Key) -> None:
    """A key did its work: neither the base class nor anything further out gets it."""
    event.stop()
    event.prevent_default()


class WayOut(Static):
    """The line of a dialog that names the key which leaves it. A click on it leaves too."""

    def __init__(self, words: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(say(words), id=id, classes="words quiet")

    def on_click(self, event: Click) -> None:
        event.stop()
        if isinstance(self.screen, Dialog):
            self.screen.leave()


class Dialog(ModalScreen[Answer], Generic[Answer]):
    """The frame of a question: a title, some lines, and whatever answers it. A click beside the frame leaves it."""

    DEFAULT_CSS = FRAME_CSS + BUTTON_CSS
    AUTO_FOCUS = ""
    NO: Answer
    """What leaving means."""

    def __init__(self, title: str, lines: Sequence[str] = (), *, quiet: str = "") -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._quiet = quiet

    def compose(self) -> ComposeResult:
        with Vertical(classes="frame") as frame:
            title = clipped(self._title, INNER)
            frame.border_title = say(title)
            # A title never widens its frame by itself, and a question that is cut is none.
            frame.styles.min_width = min(MAX_WIDTH, cell_len(title) + 6)
            yield from self._words()
            if self._quiet:
                yield Static(say(self._quiet), classes="words quiet")
            yield from self.answers()

    def _words(self) -> Iterable[Widget]:
        """The lines, in so few rows that the answers below stay in view."""
        kept = self._lines[:MOST_LINES]
        rows = max(1, MOST_LINES // max(1, len(kept)))
        for words in kept:
            static = Static(say(bounded(words, rows * INNER * 9 // 10)), classes="words")
            static.styles.max_height = rows
            yield static
        if (more := len(self._lines) - len(kept)) > 0:
            yield Static(say(f"and {more:,} more"), classes="words quiet")

    def answers(self) -> Iterable[Widget]:
        """The widgets below the words."""
        return ()

    def leave(self) -> None:
        """Answer no."""
        self.dismiss(self.NO)

    def on_click(self, event: Click) -> None:
        if not self.query_one(".frame").region.contains(event.screen_x, event.screen_y):
            self.leave()

    def on_key(self, event: Key) -> None:
        typing = isinstance(self.focused, Input)
        if event.key == "escape" or event.key.startswith("alt+") or (event.key in LEAVING and not typing):
            event.stop()
            self.leave()


def clipped(words: str, cells: int) -> str:
    """One line for a title, with a mark where it is cut."""
    line = display_text(words[: cells * 4]).replace("\n", " ")
    if cell_len(line) <= cells:
        return line
    while cell_len(line) > cells - 1:
        line = line[:-1]
    return line + "…"


def bounded(words: str, limit: int) -> str:
    """A quotation of so many code points, with its true length where it is cut."""
    if len(words) <= limit:
        return words
    length = f"… ({len(words):,} chars)"
    return words[: max(0, limit - len(length))] + length


class YesNo(Dialog[bool]):
    """Yes or no: ``y``, ``n``, ``enter`` for the marked button. Starts on no."""

    NO = False

    def __init__(self, question: str, lines: Sequence[str] = (), *, yes: str = "Yes", no: str = "No") -> None:
        super().__init__(question, lines)
        self._yes, self._no = yes, no

    def answers(self) -> Iterable[Widget]:
        yield Horizontal(
            Button(say(f"{self._no}  n"), id="no", compact=True),
            Button(say(f"{self._yes}  y"), id="yes", compact=True),
            classes="buttons",
        )

    def on_mount(self) -> None:
        self.query_one("#no", Button).focus()

    def on_key(self, event: Key) -> None:
        if event.key in ("y", "n"):
            taken(event)
            self.dismiss(event.key == "y")
        elif event.key in ("left", "right", "h", "l"):
            taken(event)
            self.focus_next(Button)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.id == "yes")


class Choice(Struct, frozen=True):
    """A line of a menu."""

    key: str
    """The letter that picks it; also its answer."""
    words: str
    note: str = ""
    """What it costs, or how far it is from due."""
    off: str | None = None
    """Why it can't be picked now."""


class Menu(Dialog[Answer]):
    """A menu: the letter shown, or arrows and ``enter``. Subclasses say what a letter means."""

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        lines: Sequence[str] = (),
        *,
        start: str | None = None,
        quiet: str = "esc closes",
    ) -> None:
        super().__init__(title, lines)
        self._choices = choices
        self._start = start
        self._leaving = quiet

    def answer(self, key: str) -> Answer:
        """What picking a letter answers."""
        raise NotImplementedError

    def answers(self) -> Iterable[Widget]:
        yield OptionList(
            *(Option(self._row(choice), id=choice.key, disabled=bool(choice.off)) for choice in self._choices),
            markup=False,
            compact=True,
        )
        yield WayOut(self._leaving, id="closing")

    def _row(self, choice: Choice, cursor: str = " ") -> Content:
        widest = max(cell_len(choice.words) for choice in self._choices)
        words = choice.words + " " * (widest - cell_len(choice.words))
        return say(clipped(f"{cursor} {choice.key}  {words}   {choice.off or choice.note}".rstrip(), INNER))

    def on_mount(self) -> None:
        menu = self.query_one(OptionList)
        menu.focus()
        if self._start is not None:
            menu.highlighted = menu.get_option_index(self._start)

    def on_key(self, event: Key) -> None:
        menu = self.query_one(OptionList)
        choice = next((choice for choice in self._choices if choice.key == event.character), None)
        if choice is not None:
            taken(event)
            if choice.off:
                self.query_one("#closing", Static).update(say(f"{choice.words}: {choice.off}"))
            else:
                self.dismiss(self.answer(choice.key))
        elif event.key == "j":
            taken(event)
            menu.action_cursor_down()
        elif event.key == "k":
            taken(event)
            menu.action_cursor_up()

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        for index, choice in enumerate(self._choices):
            cursor = "›" if index == event.option_index else " "
            event.option_list.replace_option_prompt_at_index(index, self._row(choice, cursor))

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self.answer(event.option.id or ""))


class Choose(Menu[str | None]):
    """A menu that answers the letter, None for leaving."""

    NO = None

    def answer(self, key: str) -> str | None:
        return key


class TypedWord(Dialog[bool]):
    """For what can't be undone: ``enter`` says yes only once the word stands there."""

    NO = False

    def __init__(self, title: str, word: str, lines: Sequence[str] = ()) -> None:
        super().__init__(title, lines)
        self._word = word

    def answers(self) -> Iterable[Widget]:
        yield Input(placeholder=f"type {self._word}", compact=True)
        yield WayOut("esc leaves everything as it is", id="hint")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value == self._word:
            self.dismiss(True)
        else:
            self.query_one("#hint", Static).update(
                say(f"Not yet: type {self._word}, or esc leaves everything as it is")
            )

    def on_key(self, event: Key) -> None:
        if event.key == "ctrl+u":
            taken(event)
            self.query_one(Input).value = ""

"""Footer and hint line: which keys work now, and why one did not."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from textual.dom import DOMNode

from silcrow_tui.commands import Command, hosts_from, shown_key
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line, line_width, shown
from silcrow_tui.widgets.line_bar import LineBar

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def working_commands(focus: DOMNode) -> list[Command[Any]]:
    """Commands of the contexts around the focus that have a place in the footer and would act now, in its order.

    A key that an inner context takes hides the same key further out, and so does a field that takes it as text.
    """
    found: list[Command[Any]] = []
    taken: set[str] = set()
    registry = cast("SilcrowApp", focus.app).registry
    takes_text = focus.check_consume_key
    for host in hosts_from(focus):
        commands = registry.context(host.CONTEXT).commands
        found.extend(
            command
            for command in commands
            if command.rank is not None
            and taken.isdisjoint(command.keys[:1])
            and not any(takes_text(key, _typed(key)) for key in command.keys[:1])
            and command.off(host) is None
        )
        taken.update(key for command in commands for key in command.keys)
    return sorted(found, key=lambda command: command.rank or 0)


def _typed(key: str) -> str | None:
    """The character that a key types into a field; None for a key that types nothing."""
    character = " " if key == "space" else shown_key(key)
    return character if len(character) == 1 else None


class FooterBar(LineBar):
    """The keys that work now. Shows a hint in their place on screens without a hint line."""

    DEFAULT_CSS = """
    FooterBar { dock: bottom; background: $ground-bar; }
    """

    def on_mount(self) -> None:
        self.watch(self.screen, "focused", self.redraw, init=False)
        self.watch(self.app, "state", self.redraw, init=False)
        self.watch(self.app, "hint_words", self.redraw, init=False)

    def lines(self, width: int) -> Sequence[Line]:
        words = cast("SilcrowApp", self.app).hint_words
        if words and not self.screen.query(HintLine).filter(".-shown"):
            return (line(Piece(" "), Piece(shown(words, width - 2, self.signs), "wait")),)
        commands = working_commands(self.screen.focused or self.screen)
        return (keys_line(commands, width, self.signs),)


def keys_line(commands: Sequence[Command[Any]], width: int, signs: Signs = UNICODE) -> Line:
    """`` a add  e edit  ? all keys``: as many as fit, those that stay among them."""
    groups = [
        (
            Piece(f" {shown_key(command.keys[0])} ", "run", bold=True, command=command.id),
            Piece(f"{command.word.replace(UNICODE.cut, signs.cut)} ", command=command.id),
        )
        for command in commands
    ]
    room = width - sum(line_width(group) for group, command in zip(groups, commands, strict=True) if command.stays)
    kept: list[Piece] = []
    for group, command in zip(groups, commands, strict=True):
        if not command.stays:
            room -= line_width(group)
        if command.stays or room >= 0:
            kept.extend(group)
    return tuple(kept)


class HintLine(LineBar):
    """One line above the footer: the last hint, else what is marked or filtered."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._standing = ""

    def on_mount(self) -> None:
        self.watch(self.app, "hint_words", self.redraw, init=False)

    def stand(self, words: str) -> None:
        """What the line says while there is no hint."""
        self._standing = words
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        hint = cast("SilcrowApp", self.app).hint_words
        return (
            line(Piece("  "), Piece(shown(hint or self._standing, width - 3, self.signs), "wait" if hint else "dim")),
        )

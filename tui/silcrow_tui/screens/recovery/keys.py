"""The upper of the two rows of keys: what leads on, back and out. A hint stands in its place."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from silcrow_tui.commands import hosts_from
from silcrow_tui.commands.command import Command
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.footer import HintLine, keys_line
from silcrow_tui.widgets.line import Line

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


class WalkKeys(HintLine):
    """Keys of the walkthrough above those of the step."""

    DEFAULT_CSS = """
    WalkKeys { display: none; background: $ground-bar; }
    WalkKeys.-shown { display: block; }
    """

    def __init__(self, commands: Callable[[], Sequence[str]], *, signs: Signs) -> None:
        super().__init__(signs=signs)
        self._commands = commands

    def lines(self, width: int) -> Sequence[Line]:
        if cast(Any, self.app).hint_words:
            return super().lines(width)
        return (keys_line(self._working(), width, self.signs),)

    def _working(self) -> list[Command[Any]]:
        registry = cast("SilcrowApp", self.app).registry
        hosts = hosts_from(self.screen.focused or self.screen)
        found: list[Command[Any]] = []
        for name in self._commands():
            command = registry.command(name)
            host = next((each for each in hosts if command in registry.context(each.CONTEXT).commands), None)
            if host is not None and command.off(host) is None:
                found.append(command)
        return found

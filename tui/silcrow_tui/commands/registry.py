"""The one list of all contexts and their commands, and the questions that surfaces ask of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from textual.binding import Binding, BindingType
from textual.keys import key_to_character

from silcrow_tui.commands.command import Command, Context, shown_key


class Meaning(Struct, frozen=True):
    """What a key does somewhere else."""

    command: Command[Any]
    context: Context


class Registry:
    """Commands by context. Built once from the contexts; never changed afterwards."""

    def __init__(self, contexts: Iterable[Context]) -> None:
        self._contexts: Mapping[str, Context] = {context.name: context for context in contexts}
        self._commands: dict[str, Command[Any]] = {}
        for context in self._contexts.values():
            taken: dict[str, str] = {}
            for command in context.commands:
                if command.id in self._commands:
                    raise ValueError(f"two commands are called {command.id}")
                self._commands[command.id] = command
                for key in command.keys:
                    if key in taken:
                        raise ValueError(f"{key} is both {taken[key]} and {command.id} in {context.name}")
                    taken[key] = command.id

    @property
    def contexts(self) -> tuple[Context, ...]:
        return tuple(self._contexts.values())

    def context(self, name: str) -> Context:
        return self._contexts[name]

    def command(self, command_id: str) -> Command[Any]:
        return self._commands[command_id]

    def key(self, command_id: str) -> str:
        """The key of a command as sentences name it: ``a``, ``f5``; for one without a key its name in the palette."""
        command = self._commands[command_id]
        return shown_key(command.keys[0]) if command.keys else f": {command.word}"

    def __iter__(self) -> Iterator[Command[Any]]:
        return iter(self._commands.values())

    def with_keys(self, keys: Mapping[str, tuple[str, ...]]) -> "Registry":
        """The same commands, some with other keys. Raises ValueError where two of a context then share one."""

        def moved(command: Command[Any]) -> Command[Any]:
            return replace(command, keys=keys[command.id]) if command.id in keys else command

        return Registry(
            replace(context, commands=tuple(map(moved, context.commands))) for context in self._contexts.values()
        )

    def bindings(self, context: str) -> list[BindingType]:
        """Textual's bindings of one context; the command's id lets a keymap override its keys."""
        return [
            Binding(
                ",".join(command.keys),
                f"command('{command.id}')",
                command.about,
                show=False,
                key_display=shown_key(command.keys[0]),
                id=command.id,
                priority=command.priority,
            )
            for command in self._contexts[context].commands
            if command.keys
        ]

    def elsewhere(self, key: str, here: Sequence[str]) -> Meaning | None:
        """What a key would do in the first context outside ``here`` that knows it."""
        for context in self._contexts.values():
            if context.name in here:
                continue
            for command in context.commands:
                if key in command.keys or key_to_character(key) in command.keys:
                    return Meaning(command, context)
        return None

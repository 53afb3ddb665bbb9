"""The seam between Textual's keys and our commands: nodes that declare a context."""

from inspect import isawaitable
from typing import Any, ClassVar, Protocol, cast

from textual.dom import DOMNode

from silcrow_tui.commands.command import Command
from silcrow_tui.commands.registry import Registry


class Hints(Protocol):
    """Whoever knows the keys and shows one line about why one of them did nothing."""

    registry: Registry
    """The commands with the keys that they have here."""

    def hint(self, words: str) -> None: ...


class CommandHost:
    """Mixed into an app, a screen or a widget that gives keys a meaning.

    The class sets ``CONTEXT`` to the name of its context and ``BINDINGS`` to ``REGISTRY.bindings(CONTEXT)``.
    """

    CONTEXT: ClassVar[str] = ""

    def key(self, command_id: str) -> str:
        """The key that runs a command here, for sentences that name it: a person may have given it another one."""
        return cast(Hints, cast(Any, self).app).registry.key(command_id)

    async def action_command(self, command_id: str) -> None:
        """Run a command of this context, or say in the hint line why it does nothing now."""
        from silcrow_tui.commands import REGISTRY

        await run_command(REGISTRY.command(command_id), self)


async def run_command(command: Command[Any], host: Any) -> bool:
    """Run a command on its host; False when it is off, with the reason in the hint line."""
    hints = cast(Hints, host.app)
    if (reason := command.off(host)) is not None:
        hints.hint(reason)
        return False
    answer = command.act(host)
    if isawaitable(answer):
        await answer
    return True


def hosts_from(node: DOMNode | None) -> tuple[CommandHost, ...]:
    """The hosts that keys reach from a node, innermost first; a modal screen ends the chain."""
    hosts: list[CommandHost] = []
    while node is not None:
        if isinstance(node, CommandHost):
            hosts.append(node)
        if node.is_modal:
            break
        node = node.parent if isinstance(node.parent, DOMNode) else None
    return tuple(hosts)

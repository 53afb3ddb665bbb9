"""All commands by name: Textual's palette over the registry."""

from typing import TYPE_CHECKING, Any, cast

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from silcrow_tui.commands import Command, CommandHost, hosts_from, run_command, shown_key

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


class RegistryCommands(Provider):
    """The commands that the focus can reach, each with its keys; what is off now says why when it is run.

    Prompts are ``Content`` made here, never parsed: a palette entry can't smuggle an action in.
    """

    async def discover(self) -> Hits:
        for host, command in reachable(self):
            yield DiscoveryHit(
                _prompt(command), _runner(command, host), text=command.about, help=_reason(command, host)
            )

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for host, command in reachable(self):
            text = f"{command.about} {command.word}"
            if (score := matcher.match(text)) > 0:
                yield Hit(
                    score, _prompt(command), _runner(command, host), text=command.about, help=_reason(command, host)
                )


def palette() -> CommandPalette:
    """The palette with our commands alone."""
    return CommandPalette(providers=[RegistryCommands], placeholder="what to do", id="palette")


def reachable(provider: Provider) -> list[tuple[CommandHost, Command[Any]]]:
    """Commands of the hosts around the focus, innermost first; a key that is taken further in is left out."""
    found: list[tuple[CommandHost, Command[Any]]] = []
    taken: set[str] = set()
    registry = cast("SilcrowApp", provider.app).registry
    for host in hosts_from(provider.focused or provider.screen):
        commands = registry.context(host.CONTEXT).commands
        found.extend((host, one) for one in commands if one.in_palette and taken.isdisjoint(one.keys[:1]))
        taken.update(key for command in commands for key in command.keys)
    return found


def _prompt(command: Command[Any]) -> Content:
    keys = " ".join(shown_key(key) for key in command.keys[:1])
    return (
        Content.assemble(Content(command.about), Content(f"   {keys}").stylize("dim"))
        if keys
        else Content(command.about)
    )


def _reason(command: Command[Any], host: Any) -> str | None:
    off = command.off(host)
    return None if off is None else Content(off).markup


def _runner(command: Command[Any], host: Any) -> Any:
    async def run() -> None:
        await run_command(command, host)

    return run

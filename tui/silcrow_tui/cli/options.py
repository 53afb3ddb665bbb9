"""The options that every command takes, before or after its name."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click


@dataclass(slots=True)
class Options:
    """Where to look and how to answer, gathered from both sides of the command's name."""

    agent_dir: Path | None = None
    memory_dir: Path | None = None
    project: Path | None = None
    session: str | None = None
    json: bool = False
    quiet: bool = False
    environ: dict[str, str] = field(default_factory=dict[str, str])


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    options = context.find_root().ensure_object(Options)
    if value is not None and value is not False:
        setattr(options, parameter.name or "", value)


def common_options(*, root: bool) -> list[click.Option]:
    """Fresh option objects; on the root they are listed in the help and read their environment variables."""

    def option(name: str, words: str, **more: Any) -> click.Option:
        variable = {"envvar": "SILCROW_" + name.lstrip("-").replace("-", "_").upper()} if root else {}
        return click.Option(
            [name], help=words, callback=_remember, expose_value=False, hidden=not root, **variable, **more
        )

    folder = click.Path(file_okay=False, path_type=Path)
    return [
        option("--agent-dir", "The agent's home. Default: $PI_CODING_AGENT_DIR, else ~/.pi/agent.", type=folder),
        option("--memory-dir", "The folder with MEMORY.md and USER.md. Default: from the settings.", type=folder),
        option("--project", "The project folder. Default: the current one.", type=folder),
        option("--session", "A session: id, unique beginning of an id, or file."),
        option("--json", "Print one JSON document.", is_flag=True),
        option("--quiet", "Print nothing but what was asked for.", is_flag=True),
    ]


class Command(click.Command):
    """A command that also takes the common options after its name."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.params += common_options(root=False)


class Group(click.Group):
    """A group whose commands are loaded when they are called, so that each pays for its own imports only."""

    command_class = Command

    def __init__(self, *arguments: Any, lazy: dict[str, str] | None = None, root: bool = False, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.params += common_options(root=root)
        self._lazy = lazy or {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the signature of click
        return [*self._lazy, *(name for name in self.commands if name not in self._lazy)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = self._lazy.get(cmd_name)
        if place is None:
            return super().get_command(ctx, cmd_name)
        from importlib import import_module

        module, name = place.split(":")
        return getattr(import_module(module), name)


Group.group_class = Group


def options_of(context: click.Context) -> Options:
    """The options gathered so far."""
    return context.find_root().ensure_object(Options)


pass_options: Callable[..., Any] = click.make_pass_decorator(Options, ensure=True)

"""The options that every command takes, before or after its name."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
from msgspec import Struct, field


class Options(Struct):
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


def _print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value and not context.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"silcrow {version('silcrow')}")
        context.exit()


def common_options(*, root: bool) -> list[click.Option]:
    """Fresh option objects; on the root they are listed in the help and read their environment variables."""

    def option(name: str, words: str, **more: Any) -> click.Option:
        variable = {"envvar": "SILCROW_" + name.lstrip("-").replace("-", "_").upper()} if root else {}
        return click.Option(
            [name], help=words, callback=_remember, expose_value=False, hidden=not root, **variable, **more
        )

    folder = click.Path(file_okay=False, path_type=Path)
    return [
        option(
            "--agent-dir",
            "The agent's home. Default: $PI_CODING_AGENT_DIR, else ~/.pi/agent.",
            type=folder,
            metavar="DIR",
        ),
        option(
            "--memory-dir",
            "The folder with MEMORY.md and USER.md. Default: from the settings.",
            type=folder,
            metavar="DIR",
        ),
        option("--project", "The project folder. Default: this one.", type=folder, metavar="DIR"),
        option("--session", "A session: its id, a unique beginning of it, or its file.", metavar="ID"),
        option("--json", "Print one JSON document.", is_flag=True),
        option("--quiet", "Print nothing but what was asked for.", is_flag=True),
        click.Option(
            ["--version"],
            help="Show the version and exit.",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            hidden=not root,
            callback=_print_version,
        ),
    ]


_EPILOG = "--session, --project, --json and the other common options are taken here too: see silcrow --help."


class Command(click.Command):
    """A command that also takes the common options after its name."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **{"epilog": _EPILOG, **more})
        self.params += common_options(root=False)


class Group(click.Group):
    """A group whose commands are loaded when they are called, so that each pays for its own imports only.

    ``lazy`` names for each command its place and the line that stands for it in the help of the group.
    """

    command_class = Command

    def __init__(
        self, *arguments: Any, lazy: Mapping[str, tuple[str, str]] | None = None, root: bool = False, **more: Any
    ) -> None:
        super().__init__(*arguments, **{"epilog": _EPILOG, **more})
        self.params += common_options(root=root)
        self._lazy = lazy or {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the signature of click
        return [*(name for name in self.commands if name not in self._lazy), *self._lazy]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._lazy:
            return super().get_command(ctx, cmd_name)
        from importlib import import_module

        module, _, name = self._lazy[cmd_name][0].partition(":")
        return getattr(import_module(module), name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if not self._lazy:
            super().format_commands(ctx, formatter)
            return
        rows = [(name, self._short_help(name, formatter.width)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def _short_help(self, name: str, width: int) -> str:
        return self._lazy[name][1] if name in self._lazy else self.commands[name].get_short_help_str(width)


Group.group_class = Group


def options_of(context: click.Context) -> Options:
    """The options gathered so far."""
    return context.find_root().ensure_object(Options)


pass_options: Callable[..., Any] = click.make_pass_decorator(Options, ensure=True)

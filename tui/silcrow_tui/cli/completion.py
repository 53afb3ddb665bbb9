"""``silcrow completion``: what a shell runs so that tab completes commands, options and their values."""

from pathlib import PurePath

import click
from click.shell_completion import get_completion_class

from silcrow_tui.cli import exits
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import emit_json, say

SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_SILCROW_COMPLETE"
"""The variable by which the shell asks; click derives it from the program's name."""


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@pass_options
@click.pass_context
def completion(context: click.Context, options: Options, shell: str | None) -> None:
    """Print what makes a shell complete commands, options and their values.

    SHELL is bash, zsh or fish; without it, the one that $SHELL names.

    \b
    bash  eval "$(silcrow completion bash)"    in ~/.bashrc
    zsh   eval "$(silcrow completion zsh)"     in ~/.zshrc, behind compinit
    fish  silcrow completion fish | source     in ~/.config/fish/config.fish
    """
    name = shell or PurePath(options.environ.get("SHELL", "")).name
    found = get_completion_class(name) if name in SHELLS else None
    if found is None:
        raise click.UsageError(f"name the shell: {', '.join(SHELLS)}.")
    root = context.find_root()
    source = found(root.command, {}, root.info_name or "silcrow", _VARIABLE).source()
    if options.json:
        emit_json({"shell": name, "source": source})
    else:
        say(*source.rstrip("\n").split("\n"))
    context.exit(exits.DONE)

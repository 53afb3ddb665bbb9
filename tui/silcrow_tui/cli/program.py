"""The program ``silcrow``: its commands, and how it ends."""

import os
import sys

import click

from silcrow_tui.cli import exits
from silcrow_tui.cli.options import Group, options_of
from silcrow_tui.cli.output import complain, emit_json, flush


@click.group(
    cls=Group,
    root=True,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    lazy={
        "demo": ("silcrow_tui.cli.demo:demo", "Watch a recorded working day, with nothing set up."),
        "status": ("silcrow_tui.cli.status:status", "Show what waits, the files, the session."),
        "memory": ("silcrow_tui.cli.memory:memory", "Entries of MEMORY.md and USER.md."),
        "drift": ("silcrow_tui.cli.drift:drift", "Damaged files and their backups."),
        "review": ("silcrow_tui.cli.review:review", "Changes that wait for you."),
        "sessions": ("silcrow_tui.cli.sessions:sessions", "Sessions of the host, newest first."),
        "om": ("silcrow_tui.cli.om:om", "Observational memory of one session."),
        "dream": ("silcrow_tui.cli.dream:dream", "Go through sessions for what belongs in the files."),
        "watch": ("silcrow_tui.cli.watch:watch", "Observe and file while a session grows, without a screen."),
        "recall": ("silcrow_tui.cli.recall:recall_command", "An observation and what it rests on."),
        "search": ("silcrow_tui.cli.search:search_command", "Find a text in all that is remembered."),
        "off": ("silcrow_tui.cli.switching:off", "Switch parts off: prompt block, tools, observing, …"),
        "on": ("silcrow_tui.cli.switching:on", "Switch them on again."),
        "mcp": ("silcrow_tui.cli.mcp:mcp", "Serve the memory tools to an agent (MCP)."),
        "rpc": ("silcrow_tui.cli.rpc:rpc", "Serve memory to a host that runs an agent."),
        "pi": ("silcrow_tui.cli.pi:pi", "The extension that hands pi's sessions to silcrow."),
        "config": ("silcrow_tui.cli.config:config", "Settings in force, and where they come from."),
        "completion": ("silcrow_tui.cli.completion:completion", "Let bash, zsh or fish complete commands."),
    },
    epilog="""\b
Exit codes: 0 done, 1 unexpected error, 2 wrong usage, 3 refused, 4 drift,
5 busy, 6 unreadable or disk error, 7 something waits (status --check).""",
)
@click.option("--readonly", is_flag=True, help="Open the workbench without any command that writes.")
@click.pass_context
def silcrow(context: click.Context, readonly: bool) -> None:
    """The workbench for agent memory.

    Without a command it opens on what it finds here: the memory folder, and the session of this folder or of the
    nearest parent that has one. All options but --readonly are taken before and after a command's name, or from the
    environment: SILCROW_SESSION, SILCROW_JSON and so on.
    """
    options_of(context).environ = dict(os.environ)
    if context.invoked_subcommand is None:
        from silcrow_tui.cli.workbench import open_workbench

        context.exit(open_workbench(options_of(context), readonly=readonly))


def run(arguments: list[str] | None = None) -> int:
    """Run the program and give its exit code: a closed pipe ends quietly, a failure of ours in one line."""
    given = sys.argv[1:] if arguments is None else arguments
    _open_missing_outputs()
    try:
        code = _answer(given)
        flush()
    except OSError as failed:
        words = ": ".join(str(part) for part in (failed.strerror or failed, failed.filename) if part)
        code = _refuse(given, "io", words, exits.UNREADABLE)
        # This one may fail again where the disk behind an output is full; the exit code says it all the same.
        _flush_what_is_left()
    return code


def _answer(given: list[str]) -> int:
    try:
        answer = silcrow.main(args=given, prog_name="silcrow", standalone_mode=False)
    except click.Abort:
        return _refuse(given, "stopped", "stopped", exits.UNEXPECTED)
    except click.ClickException as wrong:
        code = _refuse(given, "usage", wrong.format_message(), exits.WRONG_USAGE)
        if isinstance(wrong, click.UsageError) and wrong.ctx is not None:
            complain(f"Try: {wrong.ctx.command_path} --help")
        return code
    except SystemExit:
        # So click ends when the reader of its help has gone.
        return exits.DONE
    return answer if isinstance(answer, int) else exits.DONE


def _refuse(given: list[str], code: str, words: str, exit_code: int) -> int:
    """One line on standard error, and the document that whoever asked for JSON waits for."""
    complain(f"silcrow: {words}")
    if _wants_json(given):
        emit_json({"success": False, "code": code, "error": words})
    return exit_code


def _wants_json(given: list[str]) -> bool:
    """Whether JSON was asked for; the command line may be wrong, so this cannot be left to its parser."""
    before_text = given[: given.index("--")] if "--" in given else given
    return "--json" in before_text or os.environ.get("SILCROW_JSON", "").lower() in ("1", "true", "yes", "on")


def _open_missing_outputs() -> None:
    """Print into nothing where an output was closed before the start."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - so Python shows it
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - it lives as long as the process
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123


def _flush_what_is_left() -> None:
    try:
        flush()
    except OSError:
        return

"""The program ``silcrow``: its commands, and how it ends."""

import os
import sys

import click

from silcrow_tui.cli import exits
from silcrow_tui.cli.options import Group, options_of
from silcrow_tui.cli.output import complain


@click.group(
    cls=Group,
    root=True,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    lazy={
        "demo": "silcrow_tui.cli.demo:demo",
        "status": "silcrow_tui.cli.status:status",
        "memory": "silcrow_tui.cli.memory:memory",
        "drift": "silcrow_tui.cli.drift:drift",
        "sessions": "silcrow_tui.cli.sessions:sessions",
        "om": "silcrow_tui.cli.om:om",
        "config": "silcrow_tui.cli.config:config",
    },
)
@click.option("--readonly", is_flag=True, help="Open the workbench without any command that writes.")
@click.version_option(package_name="silcrow", message="%(prog)s %(version)s")
@click.pass_context
def silcrow(context: click.Context, readonly: bool) -> None:
    """The workbench for agent memory. Without a command it opens on what it finds here."""
    options_of(context).environ = dict(os.environ)
    if context.invoked_subcommand is None:
        from silcrow_tui.cli.workbench import open_workbench

        context.exit(open_workbench(options_of(context), readonly=readonly))


def run(arguments: list[str] | None = None) -> int:
    """Run the program and give its exit code: a closed pipe ends quietly, a failure of ours in one line."""
    try:
        answer = silcrow.main(args=arguments, prog_name="silcrow", standalone_mode=False)
        sys.stdout.flush()
        return answer if isinstance(answer, int) else exits.DONE
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.Abort:
        complain("stopped")
        return exits.UNEXPECTED
    except click.ClickException as wrong:
        complain(f"silcrow: {wrong.format_message()}")
        if isinstance(wrong, click.UsageError) and wrong.ctx is not None:
            complain(f"Try: {wrong.ctx.command_path} --help")
        return exits.WRONG_USAGE
    except BrokenPipeError:
        # The reader has gone; Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exits.DONE
    except OSError as failed:
        complain(f"silcrow: {failed.strerror or failed}: {failed.filename or ''}".rstrip(": "))
        return exits.UNREADABLE

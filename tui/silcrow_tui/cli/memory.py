"""``silcrow memory``: the curated store from scripts and pipes."""

import sys

import click

from silcrow.curated import Result, Success
from silcrow_tui.cli import exits
from silcrow_tui.cli.memory_documents import file_document
from silcrow_tui.cli.memory_lines import (
    blocked_lines,
    entry_lines,
    headline,
    headline_role,
    note_lines,
    refusal_lines,
    replaced_lines,
    vanished_lines,
)
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say
from silcrow_tui.cli.places import store


def _needed_target(context: click.Context, parameter: click.Parameter, value: str | None) -> str:  # noqa: ARG001
    if value is None:
        raise click.UsageError("say which file: --target memory (MEMORY.md) or --target user (USER.md)", context)
    return value


target_option = click.option(
    "--target", callback=_needed_target, metavar="memory|user", help="Which of the two files.  [required]"
)
text_argument = click.argument("text", required=False)


@click.group(
    cls=Group,
    lazy={
        "batch": ("silcrow_tui.cli.memory_changes:batch", "Do several operations at once, or none."),
        "import": ("silcrow_tui.cli.memory_changes:import_entries", "Bring in entries from elsewhere."),
        "move": ("silcrow_tui.cli.memory_changes:move", "Move an entry to the other file."),
        "merge": ("silcrow_tui.cli.memory_changes:merge", "Put one text in the place of several entries."),
        "tidy": ("silcrow_tui.cli.memory_changes:tidy", "Write the same entries in canonical form."),
        "undo": ("silcrow_tui.cli.memory_changes:undo", "Take back your last change, or one by its id."),
        "redo": ("silcrow_tui.cli.memory_changes:redo", "Take back the last undo."),
        "history": ("silcrow_tui.cli.memory_changes:history", "List the changes, newest first."),
        "restore": ("silcrow_tui.cli.memory_changes:restore", "Bring back what a change took away."),
        "pin": ("silcrow_tui.cli.memory_care:pin", "Let only people change an entry."),
        "unpin": ("silcrow_tui.cli.memory_care:unpin", "Take a pin away."),
        "scan": ("silcrow_tui.cli.memory_care:scan", "Say what the scanner makes of a text."),
        "ack": ("silcrow_tui.cli.memory_care:ack", "Accept a text in spite of the scanner."),
        "snapshot": ("silcrow_tui.cli.snapshot:snapshot", "Show what the agent's prompt holds of both files."),
    },
)
def memory() -> None:
    """Entries of MEMORY.md and USER.md: list, show, add, replace, remove.

    A TEXT that begins with a dash goes behind --. Without TEXT, standard input is read, and one final newline of it
    is dropped.
    """


@memory.command("list")
@pass_options
@click.pass_context
def list_entries(context: click.Context, options: Options) -> None:
    """List both files with the beginnings of their entries."""
    state = store(options).state()
    files = (state.memory, state.user)
    if options.json:
        emit_json({"folder": str(state.folder), "files": [file_document(file) for file in files]})
    else:
        for file in files:
            say(headline(file), role=headline_role(file))
            say(*entry_lines(file))
            say(*blocked_lines(file), role="bad")
            say(*vanished_lines(file), role="wait")
            say(*note_lines(file))
    context.exit(exits.UNREADABLE if any(file.unreadable for file in files) else exits.DONE)


@memory.command()
@target_option
@pass_options
@click.pass_context
def show(context: click.Context, options: Options, target: str) -> None:
    """Show the entries of one file in full."""
    result = store(options).read(target)
    if isinstance(result, Success) and not options.json:
        for number, entry in enumerate(result.entries, start=1):
            say(f"{number}. {entry}", "")
        say(str(result.usage))
        context.exit(exits.DONE)
    finish(context, options, result)


@memory.command()
@target_option
@text_argument
@pass_options
@click.pass_context
def add(context: click.Context, options: Options, target: str, text: str | None) -> None:
    """Add TEXT as an entry."""
    finish(context, options, store(options).add(target, given(text)))


@memory.command()
@target_option
@click.option("--old", required=True, metavar="OLD", help="The entry, or a part of it that no other entry holds.")
@text_argument
@pass_options
@click.pass_context
def replace(context: click.Context, options: Options, target: str, old: str, text: str | None) -> None:
    """Replace the whole entry that OLD names by TEXT."""
    new = given(text)
    finish(context, options, store(options).replace(target, old, new), new)


@memory.command()
@target_option
@text_argument
@pass_options
@click.pass_context
def remove(context: click.Context, options: Options, target: str, text: str | None) -> None:
    """Remove the entry that TEXT names.

    TEXT is the whole entry, or a part of it that no other entry holds.
    """
    finish(context, options, store(options).remove(target, given(text)))


def given(text: str | None) -> str:
    """The text argument, else standard input without its final newline; bytes that are no UTF-8 are wrong usage."""
    if text is None:
        if sys.stdin.isatty():
            complain("Type the text, then press Ctrl-D on a line of its own.")
        content, where = sys.stdin.buffer.read(), "standard input"
    else:
        content, where = text.encode("utf-8", "surrogateescape"), "TEXT"
    try:
        read = content.decode("utf-8")
    except UnicodeDecodeError as flaw:
        byte = f"byte 0x{content[flaw.start]:02x} at offset {flaw.start}"
        raise click.UsageError(f"{where} is no valid UTF-8: {byte}. Nothing was changed.") from None
    if text is None:
        return read.removesuffix("\r\n") if read.endswith("\r\n") else read.removesuffix("\n")
    return read


def finish(context: click.Context, options: Options, result: Result, new: str = "") -> None:
    """Print a result and end with its exit code: what was refused goes to standard error.

    An entry that went is shown in full, with the ``new`` text that took its place.
    """
    if options.json:
        emit_json(result.to_dict())
    if isinstance(result, Success):
        if not options.json and not options.quiet:
            say(result.message or "Done.")
            if result.replaced is not None and result.change is not None:
                say(*replaced_lines(result.replaced, new.strip()))
            say(*(f"note: {note}" for note in result.notes), str(result.usage))
            say(*(f"similar: {entry}" for entry in result.similar))
        context.exit(exits.DONE)
    complain(*refusal_lines(result))
    context.exit(exits.exit_code_of(result))

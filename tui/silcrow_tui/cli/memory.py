"""``silcrow memory``: the curated store from scripts and pipes."""

import sys

import click

from silcrow.curated import Failure, MemoryFile, Result, Success
from silcrow_tui.cli import exits
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say, table
from silcrow_tui.cli.places import store

target_option = click.option("--target", required=True, help="Which file: memory or user.")
text_argument = click.argument("text", required=False)


@click.group(cls=Group)
def memory() -> None:
    """Entries of MEMORY.md and USER.md. Without TEXT, standard input is read."""


@memory.command("list")
@pass_options
@click.pass_context
def list_entries(context: click.Context, options: Options) -> None:
    """Both files with their entries."""
    state = store(options).state()
    files = (state.memory, state.user)
    if options.json:
        emit_json({"folder": str(state.folder), "files": [file_document(file) for file in files]})
    else:
        for file in files:
            say(headline(file), role=headline_role(file))
            rows = [(str(entry.number), f"{entry.length:,}", one_line(entry.text)) for entry in file.entries]
            say(*table(rows, right=(0, 1), indent="  "))
    context.exit(exits.UNREADABLE if any(file.unreadable for file in files) else exits.DONE)


@memory.command()
@target_option
@pass_options
@click.pass_context
def show(context: click.Context, options: Options, target: str) -> None:
    """The entries of one file in full."""
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
    """Add an entry."""
    finish(context, options, store(options).add(target, given(text)))


@memory.command()
@target_option
@click.option("--old", required=True, help="The entry, or a part of it that no other entry holds.")
@text_argument
@pass_options
@click.pass_context
def replace(context: click.Context, options: Options, target: str, old: str, text: str | None) -> None:
    """Replace a whole entry, named by its text or a unique part of it."""
    finish(context, options, store(options).replace(target, old, given(text)))


@memory.command()
@target_option
@text_argument
@pass_options
@click.pass_context
def remove(context: click.Context, options: Options, target: str, text: str | None) -> None:
    """Remove an entry, named by its text or a unique part of it."""
    finish(context, options, store(options).remove(target, given(text)))


def given(text: str | None) -> str:
    """The text argument, else standard input without its final newline."""
    if text is not None:
        return text
    read = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    for end in ("\r\n", "\n"):
        if read.endswith(end):
            return read.removesuffix(end)
    return read


def finish(context: click.Context, options: Options, result: Result) -> None:
    """Print a result and end with its exit code: what was refused goes to standard error."""
    if options.json:
        emit_json(result.to_dict())
    elif isinstance(result, Success):
        if not options.quiet:
            say(result.message or "Done.", *(f"note: {note}" for note in result.notes), str(result.usage))
    else:
        complain(*refusal_lines(result))
    context.exit(exits.DONE if isinstance(result, Success) else exits.exit_code_of(result))


def refusal_lines(failure: Failure) -> list[str]:
    """What was refused, why, and what now."""
    lines = [f"{failure.code}: {failure.error}"]
    if failure.drift_backup:
        lines.append(f"backup: {failure.drift_backup}")
    if failure.remediation:
        lines.append(failure.remediation)
    lines += [f"  matches: {match}" for match in failure.matches]
    if failure.current_entries:
        rows = [(f"{len(entry):,}", one_line(entry)) for entry in failure.current_entries]
        lines += table(rows, right=(0,), indent="  ")
    return lines


def headline(file: MemoryFile) -> str:
    """Name, fill and state of a file on one line."""
    name = file.path.name
    if file.unreadable:
        return f"{name}  unreadable: {file.unreadable}"
    if not file.exists:
        return f"{name}  no file yet"
    words = f"{name}  {file.usage}  {len(file.entries)} entries"
    return f"{words}  drift: {file.drift.message}" if file.drift else words


def headline_role(file: MemoryFile) -> str | None:
    return "bad" if file.unreadable else "wait" if file.drift else None


def one_line(text: str, width: int = 96) -> str:
    """An entry on one line, cut with a mark."""
    flat = text.replace("\n", " ↵ ")
    return flat if len(flat) <= width else flat[: width - 1] + "…"


def file_document(file: MemoryFile) -> dict[str, object]:
    """One file for ``memory list --json``."""
    return {
        "target": file.target,
        "path": str(file.path),
        "exists": file.exists,
        "usage": str(file.usage),
        "entryCount": len(file.entries),
        "entries": [entry.text for entry in file.entries],
        "unreadable": file.unreadable,
        "drift": drift_document(file),
        "notes": list(file.notes),
    }


def drift_document(file: MemoryFile) -> dict[str, object] | None:
    """The present drift of a file, None when it reads cleanly."""
    if file.drift is None:
        return None
    drift = file.drift
    return {
        "check": drift.check,
        "entry": drift.entry,
        "length": drift.length,
        "limit": drift.limit,
        "offset": drift.offset,
        "line": drift.line,
        "message": drift.message,
    }

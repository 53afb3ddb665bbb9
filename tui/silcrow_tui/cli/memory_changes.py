"""``silcrow memory``: changes of several entries or both files, and the ways back."""

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from silcrow.curated import FILE_NAMES, TARGETS, Change, Failure, Result, Success
from silcrow.curated.reversal import described
from silcrow.curated.rows import rows_from_lines
from silcrow_tui.cli import exits
from silcrow_tui.cli.memory import finish, given, target_option, text_argument
from silcrow_tui.cli.memory_lines import refusal_lines
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, one_line, say, table
from silcrow_tui.cli.places import store

file_argument = click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
any_target = click.option("--target", type=click.Choice(TARGETS), help="Which of the two files.")


@click.command(cls=Command)
@file_argument
@any_target
@click.option("--allow-empty", is_flag=True, help="The rows may leave a file empty.")
@pass_options
@click.pass_context
def batch(context: click.Context, options: Options, file: Path | None, target: str | None, allow_empty: bool) -> None:
    """Do several operations at once: all of them or none.

    FILE, else standard input, holds JSON Lines {"op", "target", "content", "oldText"}; op is add, replace or remove.
    --target stands for rows that name none. Limits are judged on the final state.
    """
    rows = rows_from_lines(given(None) if file is None else _read(file).decode("utf-8", "surrogateescape"))
    if isinstance(rows, Failure):
        finish(context, options, rows)
        return
    answer = store(options).import_rows(
        [_with_target(row, target) for row in rows], operation="batch", actor="user", allow_empty=allow_empty
    )
    finish_all(context, options, answer)


@click.command("import", cls=Command)
@file_argument
@any_target
@pass_options
@click.pass_context
def import_entries(context: click.Context, options: Options, file: Path | None, target: str | None) -> None:
    """Bring in entries from elsewhere, over both files: all rows or none.

    FILE, else standard input, holds JSON Lines as for batch; or, with --target, the entries of another memory file.
    Entries that are there already are left as they are.
    """
    content = sys.stdin.buffer.read() if file is None else _read(file)
    place = store(options)
    if target is not None and not _is_json_lines(file, content):
        finish(context, options, place.import_file(target, content))
        return
    rows = rows_from_lines(content.decode("utf-8", "surrogateescape"))
    if isinstance(rows, Failure):
        finish(context, options, rows)
        return
    finish_all(context, options, place.import_rows([_with_target(row, target) for row in rows]))


@click.command(cls=Command)
@target_option
@text_argument
@pass_options
@click.pass_context
def move(context: click.Context, options: Options, target: str, text: str | None) -> None:
    """Move the entry that TEXT names to the other file.

    It is added there first, then removed here; one undo takes both back.
    """
    finish(context, options, store(options).move(target, given(text)))


@click.command(cls=Command)
@target_option
@click.option("--old", required=True, multiple=True, metavar="OLD", help="An entry to merge; at least two.")
@text_argument
@pass_options
@click.pass_context
def merge(context: click.Context, options: Options, target: str, old: tuple[str, ...], text: str | None) -> None:
    """Put TEXT in the place of the entries that the OLDs name."""
    finish(context, options, store(options).merge(target, old, given(text)))


@click.command(cls=Command)
@any_target
@click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing.")
@pass_options
@click.pass_context
def tidy(context: click.Context, options: Options, target: str | None, dry_run: bool) -> None:
    """Write the same entries in canonical form, as every program on these files accepts it.

    Without --target both files.
    """
    place = store(options)
    results = [place.tidy(each, dry_run=dry_run) for each in ([target] if target else TARGETS)]
    if dry_run:
        results = [replace(each, message=_not_done(each)) if isinstance(each, Success) else each for each in results]
    finish_each(context, options, results)


@click.command(cls=Command)
@click.argument("change_id", metavar="ID", required=False)
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_options
@click.pass_context
def undo(context: click.Context, options: Options, change_id: str | None, yes: bool) -> None:
    """Take back your last change, or the change ID of anybody.

    The bytes before it come back if the file is as the change left it; else its entries do, one by one.
    """
    place = store(options)
    change = place.next_undo() if change_id is None else None
    if change is not None:
        _show_first(context, options, "Undo", change, asks=not yes)
    _finish_back(context, options, place.undo(change_id), change)


@click.command(cls=Command)
@pass_options
@click.pass_context
def redo(context: click.Context, options: Options) -> None:
    """Take back the last undo, if you changed nothing since."""
    place = store(options)
    change = place.next_redo()
    _finish_back(context, options, place.redo(), change)


@click.command(cls=Command)
@any_target
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many.")
@pass_options
@click.pass_context
def history(context: click.Context, options: Options, target: str | None, limit: int) -> None:
    """List the changes of both files, newest first."""
    place = store(options)
    changes = place.history(target, limit)
    problem = place.history_problem()
    if options.json:
        emit_json({"changes": [change.to_dict() for change in changes]})
    elif not changes and problem is None:
        say("No changes recorded yet.")
    else:
        say(*table([(change.id, _when(change), change.actor, change.target, _words(change)) for change in changes]))
    if problem is not None:
        complain(f"io: the history can't be read: {problem}")
        context.exit(exits.UNREADABLE)


@click.command(cls=Command)
@click.argument("change_id", metavar="ID")
@click.option("--whole", is_flag=True, help="The whole file as it was before that change.")
@pass_options
@click.pass_context
def restore(context: click.Context, options: Options, change_id: str, whole: bool) -> None:
    """Bring back the entries that the change ID took away."""
    finish(context, options, store(options).restore(change_id, whole=whole))


def finish_all(context: click.Context, options: Options, answer: tuple[Success, ...] | Failure) -> None:
    """Print the answers of one change of one or both files, and end."""
    if isinstance(answer, Failure):
        finish(context, options, answer)
    else:
        finish_each(context, options, answer)


def finish_each(context: click.Context, options: Options, results: Sequence[Result]) -> None:
    """Print several results, and end with the exit code of the first refusal."""
    if len(results) == 1:
        finish(context, options, results[0])
        return
    refused = next((each for each in results if isinstance(each, Failure)), None)
    if options.json:
        emit_json({"success": refused is None, "results": [each.to_dict() for each in results]})
    for each in results:
        if isinstance(each, Failure):
            complain(*refusal_lines(each))
        elif not options.json and not options.quiet:
            say(f"{FILE_NAMES[each.target]}: {each.message or 'Done.'}", *(f"  note: {note}" for note in each.notes))
            say(f"  {each.usage}")
    context.exit(exits.DONE if refused is None else exits.exit_code_of(refused))


def _finish_back(context: click.Context, options: Options, result: Result, change: Change | None) -> None:
    if options.json and isinstance(result, Success):
        emit_json(result.to_dict() | ({"undone": change.to_dict()} if change else {}))
        context.exit(exits.DONE)
    finish(context, options, result)


def _show_first(context: click.Context, options: Options, verb: str, change: Change, *, asks: bool) -> None:
    if options.json or options.quiet:
        return
    say(f"{verb}: {_words(change)} in {FILE_NAMES[change.target]}, {_when(change)}")
    if asks and sys.stdin.isatty() and not click.confirm("Take it back?", default=True):
        context.exit(exits.DONE)


def _read(file: Path) -> bytes:
    return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()


def _with_target(row: Mapping[str, Any], target: str | None) -> Mapping[str, Any]:
    return {"target": target, **row} if target is not None else row


def _is_json_lines(file: Path | None, content: bytes) -> bool:
    return (file is not None and file.suffix in (".jsonl", ".ndjson")) or content.lstrip().startswith(b'{"')


def _not_done(result: Success) -> str:
    tidy_already = result.message is not None and result.message.startswith("Already")
    return "Already tidy." if tidy_already else "Not tidy: the entries would stay the same."


def _when(change: Change) -> str:
    return datetime.fromtimestamp(change.time).astimezone().strftime("%Y-%m-%d %H:%M")


def _words(change: Change) -> str:
    return one_line(described(change), beside=45)

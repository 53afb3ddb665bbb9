"""``silcrow drift plan`` and ``apply``: take a damaged file apart, decide on the parts, write it back."""

import json
import sys
import time
from pathlib import Path

import click

from silcrow.curated import FILE_NAMES, TARGETS, Failure, MemoryStore, Success
from silcrow.curated.recovery import (
    GRAINS,
    Grain,
    RecoveryPlan,
    apply_recovery,
    obstacles,
    plan_document,
    plan_from_document,
    plan_recovery,
    proof,
    proof_document,
)
from silcrow.files import write_atomic
from silcrow_tui.cli import exits
from silcrow_tui.cli.memory_lines import refusal_lines
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say
from silcrow_tui.cli.places import store
from silcrow_tui.cli.recovery_lines import plan_lines, proof_lines, result_lines


@click.command(cls=Command)
@click.argument("backup", required=False, type=click.Path(path_type=Path))
@click.option("--target", metavar="memory|user", help="Which of the two files; a backup's name says it too.")
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="Write the plan to this file.")
@click.option(
    "--cut", type=click.Choice(GRAINS), default="bullet", show_default=True, help="How far damaged text is cut."
)
@click.option("--keep-rest", is_flag=True, help="Keep every part that can be kept as it is.")
@pass_options
@click.pass_context
def plan(
    context: click.Context,
    options: Options,
    backup: Path | None,
    target: str | None,
    output: Path | None,
    cut: Grain,
    keep_rest: bool,
) -> None:
    """Take BACKUP, or the file itself, apart. Nothing is changed.

    The plan is JSON: set the decision of each part to keep, discarded, or an object with kind and text or entry; then
    hand it to apply.
    """
    place = store(options)
    named = target or _target_of(backup)
    if named is None:
        raise click.UsageError("say which file: --target memory (MEMORY.md) or --target user (USER.md)", context)
    made = plan_recovery(place, named, _backup_path(place, backup), grain=cut)
    if isinstance(made, Failure):
        _refuse(context, options, made)
        return
    if keep_rest:
        made = made.keep_rest()
    document = plan_document(made)
    if output is not None:
        text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
        write_atomic(output.absolute(), text.encode("utf-8"), durable=False)
    if options.json:
        emit_json(document)
    elif not options.quiet:
        say(*plan_lines(made, obstacles(made)))
        if output is not None:
            say(f"The plan is in {output}. Decide in it, then: silcrow drift apply {output}")


@click.command(cls=Command)
@click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--dry-run", is_flag=True, help="Show the result and the proof, and write nothing.")
@pass_options
@click.pass_context
def apply(context: click.Context, options: Options, plan_file: Path, dry_run: bool) -> None:
    """Carry out PLAN, a file that plan wrote, or - for standard input.

    Every line has to be kept, changed or discarded by a decision. The write is one step and one change in history.
    """
    place = store(options)
    made = plan_from_document(place, _document(plan_file))
    if isinstance(made, Failure):
        _refuse(context, options, made)
        return
    in_the_way = obstacles(made)
    if dry_run and not in_the_way:
        _show_result(options, made)
        return
    result = apply_recovery(place, made, now=time.time())
    if isinstance(result, Failure):
        _refuse(context, options, result, made)
        return
    _tell(options, made, result)


def _show_result(options: Options, made: RecoveryPlan) -> None:
    if options.json:
        emit_json(plan_document(made))
    else:
        say(*result_lines(made), *proof_lines(proof(made)), "Nothing is written yet.")


def _tell(options: Options, made: RecoveryPlan, result: Success) -> None:
    placed = proof(made)
    if options.json:
        emit_json({**result.to_dict(), "change": result.change, "proof": proof_document(placed)})
    elif not options.quiet:
        say(result.message or "Done.", *proof_lines(placed), *(f"note: {note}" for note in result.notes))
        say(str(result.usage), "silcrow memory undo puts the old bytes back.")


def _refuse(context: click.Context, options: Options, failure: Failure, made: RecoveryPlan | None = None) -> None:
    if options.json:
        emit_json(failure.to_dict())
    else:
        complain(*refusal_lines(failure))
        if made is not None:
            complain(*(f"  {obstacle.words}" for obstacle in obstacles(made)))
    context.exit(exits.exit_code_of(failure))


def _target_of(backup: Path | None) -> str | None:
    if backup is None:
        return None
    return next((target for target in TARGETS if backup.name.startswith(f"{FILE_NAMES[target]}.bak")), None)


def _backup_path(place: MemoryStore, backup: Path | None) -> Path | None:
    """A backup by its path, or by its name in the memory folder."""
    if backup is None or backup.exists() or len(backup.parts) > 1:
        return backup.absolute() if backup is not None else None
    return next((known.path for known in place.state().backups if known.path.name == backup.name), backup.absolute())


def _document(plan_file: Path) -> object:
    content = sys.stdin.buffer.read() if str(plan_file) == "-" else plan_file.read_bytes()
    try:
        return json.loads(content)
    except ValueError as error:
        raise click.UsageError(f"{plan_file} is no JSON: {error}") from error

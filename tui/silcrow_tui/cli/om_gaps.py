"""``silcrow om retry`` and ``accept-gap``: what becomes of text that could not be observed."""

import sys
import time
from collections.abc import Sequence

import click

from silcrow.observational import ChunkState
from silcrow.pipeline import gate
from silcrow_tui.cli.om_place import OmPlace, answer, open_place
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, table
from silcrow_tui.widgets.words import counted

_chunk = click.argument("chunk", required=False)
_all = click.option("--all", "all_", is_flag=True, help="All of them.")


@click.command(cls=Command)
@_chunk
@_all
@pass_options
@click.pass_context
def retry(context: click.Context, options: Options, chunk: str | None, all_: bool) -> None:
    """Give stretches that failed or were given up three new tries.

    CHUNK is the id of the stretch's first or last entry; a beginning of it is enough.
    """
    place = open_place(options)
    place.must_be_writable(context)
    chosen = _chosen(context, place, chunk, all_=all_)
    for each in chosen:
        gate.retry_gap(place.memory, each.range, now=time.time())
    answer(context, place, f"{counted(len(chosen), 'chunk')} queued again; `silcrow om observe` starts now.")


@click.command("accept-gap", cls=Command)
@_chunk
@_all
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_options
@click.pass_context
def accept_gap(context: click.Context, options: Options, chunk: str | None, all_: bool, yes: bool) -> None:
    """Accept that a stretch is never observed: it counts as settled, and a compaction may cut it.

    CHUNK is the id of the stretch's first or last entry; a beginning of it is enough.
    """
    place = open_place(options)
    place.must_be_writable(context)
    chosen = _chosen(context, place, chunk, all_=all_)
    if not yes:
        _ask(place, chosen)
    for each in chosen:
        gate.accept_gap(place.memory, each.range, now=time.time())
    entries = sum(each.last - each.first + 1 for each in chosen)
    answer(context, place, f"The gap is accepted: {counted(entries, 'entry', 'entries')} never observed.")


def _chosen(context: click.Context, place: OmPlace, chunk: str | None, *, all_: bool) -> Sequence[ChunkState]:
    """The failed stretches that are meant; ends the command when there are none."""
    memory = place.state.observational
    standing = [each for each in memory.chunks if each.outcome in ("failed", "parked")] if memory else []
    if chunk is None and not standing:
        answer(context, place, "Nothing has failed: no stretch waits for another try.")
    if chunk is not None:
        found = [
            each for each in standing if each.range.from_id.startswith(chunk) or each.range.to_id.startswith(chunk)
        ]
        if len(found) != 1:
            what = "more than one failed stretch begins" if found else "no failed stretch begins or ends"
            raise click.UsageError(f"{what} with {chunk}; `silcrow om status --json` lists them under coverage")
        return found
    if len(standing) > 1 and not all_:
        complain(*_rows(place, standing))
        raise click.UsageError(f"{len(standing)} stretches have failed: name one by its first entry, or say --all")
    return standing


def _beginnings(chunk: ChunkState, length: int) -> tuple[str, str]:
    return (chunk.range.from_id[:length], chunk.range.to_id[:length])


def _ask(place: OmPlace, chosen: Sequence[ChunkState]) -> None:
    if not sys.stdin.isatty():
        raise click.UsageError("what is accepted stays unobserved for good: say --yes")
    complain(*_rows(place, chosen))
    click.confirm("Never observe this?", abort=True, err=True)


def _rows(place: OmPlace, chunks: Sequence[ChunkState]) -> list[str]:
    """First entry, size, times and reason of each stretch."""
    source = place.memory.view().source
    return table(
        [
            (
                each.range.from_id,
                counted(each.last - each.first + 1, "entry", "entries"),
                f"{source[each.first].timestamp} to {source[each.last].timestamp}",
                each.error or each.outcome,
            )
            for each in chunks
        ],
        right=(1,),
    )

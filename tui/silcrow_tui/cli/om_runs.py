"""``silcrow om stop``, ``drop`` and ``revert``: ending runs, and taking out or back what they brought."""

import time
from typing import TYPE_CHECKING, Any

import click

from silcrow.pipeline import NotDone
from silcrow.workers import Run
from silcrow_tui.cli.om_place import OmPlace, answer, open_place, refuse, refuse_busy
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.widgets.words import counted

if TYPE_CHECKING:
    from silcrow.pipeline.reverting import Reverted

_STOP_SECONDS = 5.0
"""How long the owner of a stopped run has to note how it ended."""


@click.command(cls=Command)
@click.argument("run", required=False)
@pass_options
@click.pass_context
def stop(context: click.Context, options: Options, run: str | None) -> None:
    """End one worker RUN, or all that are running here. Its chunk is raw again, with no try counted."""
    from silcrow.processes import ProcessIdentity, end_group_now

    place = open_place(options)
    place.must_be_writable(context)
    running = [each for each in place.memory.runs.runs() if each.state == "running" and run in (None, each.run_id)]
    if run is not None and not running:
        refuse(context, options, "gone", f"{run} is not running.")
    for each in running:
        if each.pid is not None and each.process_started is not None:
            end_group_now(ProcessIdentity(each.pid, each.process_started))
    _await_the_records(place, running)
    words = f"Stopped {counted(len(running), 'run')}; the text is raw again." if running else "No run is under way."
    answer(context, place, words, stopped=[each.run_id for each in running])


@click.command(cls=Command)
@click.argument("observation", metavar="ID")
@pass_options
@click.pass_context
def drop(context: click.Context, options: Options, observation: str) -> None:
    """Take the observation with this ID out of the pool. It stays in the archive and can be brought back."""
    from silcrow.pipeline import dropping

    place = open_place(options)
    place.must_be_writable(context)
    dropped = dropping.drop(place.memory, observation, now=time.time())
    if isinstance(dropped, NotDone):
        refuse(context, options, dropped.code, dropped.words)
    words = f"Dropped; it is in the archive. `silcrow om revert {dropped}` brings it back."
    answer(context, place, words, runId=dropped)


@click.command(cls=Command)
@click.argument("run", required=False)
@click.option(
    "--topic", "topics", multiple=True, metavar="T", help="Only this topic of the newest run; may be repeated."
)
@pass_options
@click.pass_context
def revert(context: click.Context, options: Options, run: str | None, topics: tuple[str, ...]) -> None:
    """Go back to before a consolidation: by default the newest, else RUN and all that came after it.

    Each file that is still as the run left it is put back; a file that changed since stays as it is. The observations
    return to the pool. RUN may also be the id that `silcrow om drop` gave.
    """
    from silcrow.pipeline import reverting
    from silcrow.pipeline.holding import hold_session
    from silcrow.pipeline.spend import SpendLog
    from silcrow.pipeline.spend_place import spend_path

    place = open_place(options)
    place.must_be_writable(context)
    if not place.memory.folder.exists():
        refuse(context, options, "nothing", "No consolidation to take back.")
    spend = SpendLog(spend_path(options.environ))
    with hold_session(place.memory, purpose="silcrow om revert", now=time.time(), spend=spend) as busy:
        if busy is not None:
            refuse_busy(context, place, busy.holder)
        taken_back = reverting.revert(place.memory, run, now=time.time(), topics=topics)
    if isinstance(taken_back, NotDone):
        refuse(context, options, taken_back.code, taken_back.words)
    answer(context, place, *_reverted_lines(taken_back), reverted=_reverted_document(taken_back))


def _reverted_lines(taken_back: "Reverted") -> list[str]:
    returned = counted(taken_back.observations, "observation")
    verb = "returns" if taken_back.observations == 1 else "return"
    total = len(taken_back.put_back) + len(taken_back.left)
    if not total:
        return [f"Back in the pool: {returned}."]
    files = f"{len(taken_back.put_back)} of {counted(total, 'file')}"
    before = "this run" if len(taken_back.run_ids) == 1 else f"these {len(taken_back.run_ids)} runs"
    return [
        f"Back to before {before}: {files} {'is' if total == 1 else 'are'} put back, {returned} {verb} to the pool.",
        *(f"{refusal.name}: {refusal.reason}." for refusal in taken_back.left),
        "Consolidating waits until you start it (`silcrow om consolidate`), "
        "so that this does not happen again at once.",
    ]


def _reverted_document(taken_back: "Reverted") -> dict[str, Any]:
    return {
        "runIds": list(taken_back.run_ids),
        "observations": taken_back.observations,
        "putBack": list(taken_back.put_back),
        "left": [{"name": refusal.name, "reason": refusal.reason} for refusal in taken_back.left],
    }


def _await_the_records(place: OmPlace, stopped: list[Run]) -> None:
    """Let the owners of the runs note how they ended; a run whose owner is gone is settled here."""
    from silcrow.pipeline.holding import hold_session
    from silcrow.pipeline.spend import SpendLog
    from silcrow.pipeline.spend_place import spend_path

    deadline = time.monotonic() + _STOP_SECONDS
    spend = SpendLog(spend_path(place.options.environ))
    while _unsettled(place, stopped):
        with hold_session(place.memory, purpose="silcrow om stop", now=time.time(), spend=spend):
            pass
        if time.monotonic() > deadline:
            return
        time.sleep(0.05)


def _unsettled(place: OmPlace, stopped: list[Run]) -> bool:
    now = [place.memory.runs.read(each.run_id) for each in stopped]
    return any(run is not None and run.state == "running" for run in now)

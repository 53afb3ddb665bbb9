"""``silcrow om``: observational memory of one session."""

import os
import sys
import time

import click

from silcrow.observational.status_of import Forecast, forecast
from silcrow.pipeline import gate
from silcrow.pipeline.since import Since
from silcrow_tui.cli import exits
from silcrow_tui.cli.documents import runs_document, status_document
from silcrow_tui.cli.om_fork import fork_document, fork_lines, fork_standing, is_on, seed_document, seed_lines
from silcrow_tui.cli.om_place import OmPlace, answer, open_place, refuse, take_over_option
from silcrow_tui.cli.om_since import SinceType
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say, table
from silcrow_tui.cli.status_lines import observational_lines, run_row
from silcrow_tui.widgets.words import usd

wait_option = click.option("--wait", is_flag=True, help="Stay until the work is done, and show progress.")


@click.group(
    cls=Group,
    lazy={
        "compact": ("silcrow_tui.cli.om_compact:compact_command", "Put memory in place of the oldest text."),
        "stop": ("silcrow_tui.cli.om_runs:stop", "End a worker run, or all of them."),
        "retry": ("silcrow_tui.cli.om_gaps:retry", "Try stretches again that could not be observed."),
        "accept-gap": ("silcrow_tui.cli.om_gaps:accept_gap", "Leave a stretch out for good."),
        "pause": ("silcrow_tui.cli.om_clocks:pause", "Let no observer or consolidator start by itself."),
        "resume": ("silcrow_tui.cli.om_clocks:resume", "Let them start again."),
        "drop": ("silcrow_tui.cli.om_runs:drop", "Take an observation out of the pool."),
        "revert": ("silcrow_tui.cli.om_runs:revert", "Take a consolidation back, files and observations."),
    },
)
def om() -> None:
    """Observational memory of one session: switch, status, workers."""


@om.command()
@pass_options
def status(options: Options) -> None:
    """Show gauges, states and cost."""
    place = open_place(options)
    standing = fork_standing(place)
    if options.json:
        document = status_document(place.state)
        emit_json(document and {**document, "fork": fork_document(standing)})
    else:
        say(*observational_lines(place.state), *fork_lines(standing))


@om.command()
@click.option(
    "--from",
    "since",
    type=SinceType(),
    metavar=SinceType.name,
    help="From where the session is observed: its start, its last compaction, so many TOKENS before its end, or now.",
)
@pass_options
@click.pass_context
def on(context: click.Context, options: Options, since: Since | None) -> None:
    """Turn observing on for the session.

    A session that is longer than one chunk asks from where it is observed, with the numbers; what is left out is never
    observed. A fork takes its parent's memory over first.
    """
    place = open_place(options)
    place.must_be_writable(context)
    if place.memory.view().enabled:
        answer(context, place, "Observing is on already.")
    since = _asked_since(place) if since is None else since
    seeded = gate.set_enabled(place.memory, True, since=since, now=time.time())
    words = "Observing is on. `silcrow om observe` starts the observers."
    answer(context, place, *seed_lines(seeded), words, seeded=seed_document(seeded))


@om.command()
@pass_options
@click.pass_context
def off(context: click.Context, options: Options) -> None:
    """Turn observing off: nothing is read, run or spent."""
    place = open_place(options)
    place.must_be_writable(context)
    if not place.memory.view().enabled:
        answer(context, place, "Observing is off already.")
    gate.set_enabled(place.memory, False, now=time.time())
    answer(context, place, "Observing is off: nothing is read, run or spent.")


@om.command()
@wait_option
@take_over_option
@pass_options
@click.pass_context
def observe(context: click.Context, options: Options, wait: bool, take_over: bool) -> None:
    """Observe all open text now, also less than a chunk.

    Without --wait the work goes on in a process of its own.
    """
    _work(context, options, "observe", wait=wait, take_over=take_over)


@om.command()
@wait_option
@take_over_option
@pass_options
@click.pass_context
def consolidate(context: click.Context, options: Options, wait: bool, take_over: bool) -> None:
    """File the oldest observations into topics now.

    Those above the pool's target are filed, whether the pool is full or not. Without --wait the work goes on in a
    process of its own.
    """
    _work(context, options, "consolidate", wait=wait, take_over=take_over)


@om.command()
@pass_options
def runs(options: Options) -> None:
    """List the worker runs of the session, newest first."""
    found = open_place(options).state.runs
    if options.json:
        emit_json(runs_document(found))
    else:
        say(*table([run_row(run) for run in found], right=(3, 4)) or ["No runs yet."])


def _expected_usd(place: OmPlace, ahead: Forecast) -> float | None:
    # Only this command asks for prices.
    from silcrow.pipeline.expected_cost import expected_usd

    return expected_usd(place.reader.settings.observational.observer_model, os.environ, ahead)


def _asked_since(place: OmPlace) -> Since:
    """From where to observe: the start of a short session, else what somebody at the terminal says."""
    if is_on(place):
        # A fork goes on as its parent did: what that observed or left out comes along.
        return "start"
    settings = place.reader.settings.observational
    ahead = forecast(place.memory.view(), settings.chunk_tokens)
    if ahead.chunks <= 1:
        return "start"
    model, cap = settings.observer_model, settings.limits.session_usd
    expected = _expected_usd(place, ahead)
    cost = f"for about {usd(expected)}" if expected else "at no cost" if expected == 0 else "at an unknown price"
    holds = f"; the cap of {usd(cap)} for the session holds it" if cap is not None and not model.builtin else ""
    complain(f"The session holds {ahead.tokens:,} tokens so far: {ahead.chunks} chunks for {model}, {cost}{holds}.")
    if not sys.stdin.isatty():
        raise click.UsageError(
            "say from where it is observed: --from start (all of it), --from compaction, --from 20000 (so many tokens "
            "before its end) or --from now (what comes)"
        )
    return click.prompt("From where: start, compaction, now, or tokens before the end?", type=SinceType(), err=True)


def _work(context: click.Context, options: Options, name: str, *, wait: bool, take_over: bool) -> None:
    """Drive the session for one piece of work: here and now with ``wait``, else in a process of its own."""
    # Loaded here: driving needs asyncio and subprocesses, which status and runs should not pay for.
    from silcrow_tui.cli import om_work

    place = open_place(options)
    place.must_be_writable(context)
    place.must_be_ours(context, take_over=take_over)
    if not is_on(place):
        refuse(context, options, "off", "Memory is off for this session; `silcrow om on` turns it on.")
    if not wait:
        om_work.work_apart(context, place, name, take_over=take_over)
    else:
        om_work.work_here(context, place, name)
    context.exit(exits.DONE)

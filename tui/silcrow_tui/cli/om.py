"""``silcrow om``: observational memory of one session."""

import sys
import time
from typing import NoReturn

import click

from silcrow.observational.status_of import forecast
from silcrow.pipeline import SessionMemory, gate
from silcrow.workers import Run
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.where import Where
from silcrow_tui.cli import exits
from silcrow_tui.cli.documents import runs_document, status_document
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say, table
from silcrow_tui.cli.places import where
from silcrow_tui.cli.status_lines import observational_lines

wait_option = click.option("--wait", is_flag=True, help="Stay until the work is done, and show progress.")


@click.group(cls=Group)
def om() -> None:
    """Observations, topics and the workers that make them, for one session."""


@om.command()
@pass_options
def status(options: Options) -> None:
    """Gauges, states and cost."""
    state = PlaceReader(session_place(options), options.environ).read(time.time())
    if options.json:
        emit_json(status_document(state))
    else:
        say(*observational_lines(state))


@om.command()
@click.option("--from", "since", type=click.Choice(["start", "now"]), help="What of a long session is observed.")
@pass_options
@click.pass_context
def on(context: click.Context, options: Options, since: str | None) -> None:
    """Turn observing on for the session."""
    found = session_place(options)
    memory = opened(found)
    ahead = forecast(memory.view(), found.settings.observational.chunk_tokens)
    if since is None and ahead.chunks > 1:
        model = found.settings.observational.observer_model
        cost = "at no cost" if model.builtin else "at a cost that depends on the model"
        complain(f"{ahead.tokens:,} tokens so far = {ahead.chunks} chunks, {cost}, with {model}.")
        if not sys.stdin.isatty():
            raise click.UsageError("say from where: --from start or --from now")
        since = click.prompt("From where?", type=click.Choice(["start", "now"]), err=True)
    gate.set_enabled(memory, True, since="now" if since == "now" else "start", now=time.time())
    answer(context, options, found, "Observing is on. `silcrow om observe` starts the observers.")


@om.command()
@pass_options
@click.pass_context
def off(context: click.Context, options: Options) -> None:
    """Turn observing off: nothing is read, run or spent."""
    found = session_place(options)
    gate.set_enabled(opened(found), False, now=time.time())
    answer(context, options, found, "Observing is off: nothing is read, run or spent.")


@om.command()
@wait_option
@pass_options
@click.pass_context
def observe(context: click.Context, options: Options, wait: bool) -> None:
    """Observe all open text now, also the rest that is smaller than a chunk."""
    work(context, options, "observe", wait=wait)


@om.command()
@wait_option
@pass_options
@click.pass_context
def consolidate(context: click.Context, options: Options, wait: bool) -> None:
    """File the oldest observations above the pool's target into topics now."""
    work(context, options, "consolidate", wait=wait)


@om.command()
@pass_options
def runs(options: Options) -> None:
    """Worker runs of the session, newest first."""
    state = PlaceReader(session_place(options), options.environ).read(time.time())
    if options.json:
        emit_json(runs_document(state.runs))
        return
    if not state.runs:
        say("No runs yet.")
    say(*table([run_row(run) for run in state.runs], right=(3, 4)))


def run_row(run: Run) -> tuple[str, ...]:
    """One run as cells: state, id, model, seconds, cost, result or error."""
    seconds = f"{run.finished_at - run.started_at:.1f} s" if run.finished_at else "…"
    cost = "?" if run.cost_usd is None else f"${run.cost_usd:.3f}"
    return (run.state, run.run_id, run.model, seconds, cost, run.error.words if run.error else run.summary)


def session_place(options: Options) -> Where:
    """The places, with a session; without one this is wrong usage."""
    found = where(options)
    if found.session is None:
        raise click.UsageError(
            f"no session for {found.project}; --session names one, `silcrow sessions list --all` lists all"
        )
    return found


def opened(found: Where) -> SessionMemory:
    memory = PlaceReader(found, {}).memory
    assert memory is not None
    memory.refresh()
    return memory


def answer(context: click.Context, options: Options, found: Where, words: str) -> NoReturn:
    """Say what was done, or show the status it led to."""
    if options.json:
        emit_json(status_document(PlaceReader(found, options.environ).read(time.time())))
    elif not options.quiet:
        say(words)
    context.exit(exits.DONE)


def work(context: click.Context, options: Options, name: str, *, wait: bool) -> None:
    """Drive the session for one piece of work: here and now with ``wait``, else in a process of its own."""
    # Loaded here: driving needs asyncio and subprocesses, which status and runs should not pay for.
    from silcrow.pipeline import Driver
    from silcrow_tui.cli.om_work import carry_out, start_apart

    found = session_place(options)
    memory = opened(found)
    if not memory.view().enabled:
        refuse(context, options, "off", "Memory is off for this session; `silcrow om on` turns it on.")
    if not wait:
        start_apart(found, options.environ, name)
        answer(context, options, found, "Started. `silcrow om runs` shows how it goes.")
    driver = Driver(memory, lambda: found.settings.observational, environ=options.environ, purpose=f"silcrow om {name}")
    busy = driver.take_over()
    if busy is not None:
        holder = busy.holder or "another process"
        refuse(context, options, "busy", f"{holder} drives this session; nothing was changed.")
    failed = carry_out(driver, name, quiet=options.quiet or options.json)
    for run in failed:
        complain(f"{run.run_id}: {run.error.words if run.error else run.state}")
    answer(context, options, found, "Done.")


def refuse(context: click.Context, options: Options, code: str, words: str) -> NoReturn:
    """Say why nothing was done and end with the exit code of that kind."""
    if options.json:
        emit_json({"success": False, "code": code, "error": words})
    else:
        complain(words)
    context.exit(exits.exit_code_for(code))

"""Work on a session's memory from the command line: here and now, or in a process of its own."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import NoReturn

import click

from silcrow.files import lock_holder
from silcrow.pipeline import Driver
from silcrow.pipeline.caps import is_cap
from silcrow.settings import with_agent_dir
from silcrow.workers import Run
from silcrow.workspace.waiting import unanswered_failures
from silcrow_tui.cli.documents import status_document
from silcrow_tui.cli.long_running import long_running
from silcrow_tui.cli.om_place import OmPlace, answer, refuse, refuse_busy
from silcrow_tui.cli.output import complain, table
from silcrow_tui.cli.progress import clear_progress, show_progress
from silcrow_tui.cli.status_lines import run_row
from silcrow_tui.widgets.words import counted

Task = Callable[[Driver], Awaitable[None]]
_PROGRESS_SECONDS = 0.2


async def observe(driver: Driver) -> None:
    """Observe all open text, the rest below a whole chunk included."""
    await driver.finish_observing()


async def consolidate(driver: Driver) -> None:
    """File what is above the pool's target."""
    await driver.consolidate()
    await driver.settle()


TASKS: Mapping[str, Task] = {"observe": observe, "consolidate": consolidate}


def work_here(context: click.Context, place: OmPlace, name: str) -> NoReturn:
    """Drive the session until the work is done, and say what came of it."""
    settings = place.reader.settings.observational
    environ = with_agent_dir(place.options.environ, place.where.agent_dir)
    driver = Driver(place.memory, lambda: settings, environ=environ, purpose=f"silcrow om {name}")
    busy = driver.take_over()
    if busy is not None:
        refuse_busy(context, place, busy.holder)
    before = {run.run_id for run in place.memory.runs.runs()}
    quiet = place.options.quiet or place.options.json
    with long_running():
        asyncio.run(_carry_out(driver, TASKS[name], show=not quiet and sys.stderr.isatty()))
    state = place.read_again()
    _refuse_at_cap(context, place, "observer" if name == "observe" else "consolidator")
    ended = [run for run in state.runs if run.run_id not in before]
    failed = [run for run in unanswered_failures(state.observational, state.runs) if run in ended]
    if failed:
        complain(*(f"{run.run_id}: {run.error.words if run.error else run.state}" for run in failed))
        words = f"{counted(len(failed), 'run')} failed; `silcrow om observe` tries again."
        if name == "consolidate":
            words = "The run failed; nothing was retired."
        refuse(context, place.options, "failed", words, **(status_document(state) or {}) if place.options.json else {})
    answer(context, place, *_what_came(name, place, ended))


def _refuse_at_cap(context: click.Context, place: OmPlace, role: str) -> None:
    """Say which cap lets nothing more start, when there is something left to start."""
    memory = place.state.observational
    if memory is None:
        return
    left = any(chunk.outcome in ("raw", "queued") for chunk in memory.chunks)
    reason = memory.paused.get(role)
    if reason is not None and is_cap(reason) and (left if role == "observer" else memory.next_to_file):
        words = f"{reason[:1].upper()}{reason[1:]}; `silcrow config show` names the caps in force."
        refuse(context, place.options, "budget", words, **(status_document(place.state) or {}))


def work_apart(context: click.Context, place: OmPlace, name: str, *, take_over: bool = False) -> NoReturn:
    """Start the same command with ``--wait`` in a process of its own, which outlives this one."""
    holder = lock_holder(place.memory.lock_path)
    if holder is not None:
        refuse_busy(context, place, holder)
    where = place.where
    command = [sys.executable, "-P", "-m", "silcrow_tui", "om", name, "--wait", "--quiet"]
    command += ["--agent-dir", str(where.agent_dir), "--project", str(where.project)]
    command += ["--memory-dir", str(where.memory_dir), "--session", str(place.memory.session.path)]
    command += ["--take-over"] if take_over else []
    process = subprocess.Popen(
        command,
        env=dict(place.options.environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    words = f"Started in process {process.pid}; `silcrow om runs` shows how it goes."
    answer(context, place, words, started={"pid": process.pid})


async def _carry_out(driver: Driver, task: Task, *, show: bool) -> None:
    """Do the work with a progress line on standard error. Whatever happens, no run is left behind."""
    working = asyncio.ensure_future(task(driver))
    try:
        while not working.done():
            await asyncio.wait((working,), timeout=_PROGRESS_SECONDS)
            if show:
                show_progress(driver)
    finally:
        if show:
            clear_progress()
        await driver.close()
        # Nothing is started any more, so it ends by itself, with its own failure if it had one.
        await working


def _what_came(name: str, place: OmPlace, ended: list[Run]) -> list[str]:
    """The runs that ended, else why there was nothing to do; and what is left open."""
    lines = table([run_row(run) for run in ended], right=(3, 4))
    memory = place.state.observational
    if memory is None:
        return lines
    if name == "observe":
        later = sum(chunk.outcome == "failed" for chunk in memory.chunks)
        if later:
            return [*lines, f"{counted(later, 'chunk')} failed before; the next try is not due yet."]
        return lines or ["Nothing to observe: all of it is settled."]
    if not memory.pool:
        return lines or ["Nothing to file: the pool is empty."]
    return lines or [
        f"Nothing to file: the pool holds {memory.pool_tokens:,} tokens, its target is {memory.pool_target:,}, "
        "and only what is above is filed."
    ]

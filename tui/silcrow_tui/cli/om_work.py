"""Work on a session's memory from the command line: here and now, or in a process of its own."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping

import click

from silcrow.pipeline import Driver
from silcrow.workers import Run
from silcrow.workspace.where import Where

Task = Callable[[Driver], Awaitable[None]]


async def observe(driver: Driver) -> None:
    """Observe all open text, the rest below a whole chunk included."""
    await driver.finish_observing()


async def consolidate(driver: Driver) -> None:
    """File what is above the pool's target."""
    await driver.consolidate()
    await driver.settle()


TASKS: Mapping[str, Task] = {"observe": observe, "consolidate": consolidate}


def carry_out(driver: Driver, name: str, *, quiet: bool) -> tuple[Run, ...]:
    """Do the work with a progress line on standard error; the runs that failed meanwhile."""
    return asyncio.run(_carry_out(driver, TASKS[name], show=not quiet and sys.stderr.isatty()))


async def _carry_out(driver: Driver, task: Task, *, show: bool) -> tuple[Run, ...]:
    before = {run.run_id for run in driver.memory.runs.runs()}
    working = asyncio.ensure_future(task(driver))
    try:
        while not working.done():
            await asyncio.wait((working,), timeout=0.2)
            if show:
                view = driver.memory.view()
                line = f"{view.settled_count} of {len(view.source)} entries settled, {len(driver.in_flight)} running"
                click.echo(f"\r\x1b[K{line}", nl=False, err=True)
        await working
    finally:
        if show:
            click.echo("\r\x1b[K", nl=False, err=True)
        await driver.close()
    return tuple(run for run in driver.memory.runs.runs() if run.run_id not in before and run.state == "failed")


def start_apart(found: Where, environ: Mapping[str, str], name: str) -> None:
    """The same command with ``--wait`` in a process group of its own, which outlives this process."""
    assert found.session is not None
    command = [sys.executable, "-P", "-m", "silcrow_tui", "om", name, "--wait", "--quiet"]
    command += ["--agent-dir", str(found.agent_dir), "--project", str(found.project)]
    command += ["--memory-dir", str(found.memory_dir), "--session", str(found.session.path)]
    subprocess.Popen(
        command,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )

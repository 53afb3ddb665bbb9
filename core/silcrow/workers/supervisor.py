"""Starts worker processes, owns them with everything they start, and tells how each one ended."""

import asyncio
import contextlib
import os
import sys
import time
from asyncio import FIRST_COMPLETED
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from silcrow.files import write_atomic
from silcrow.processes import ProcessIdentity, end_group, identity_of
from silcrow.workers.beginning import new_run, write_input
from silcrow.workers.connecting import Connect, HandedPipe, connect_as_settings_say, pipe_to
from silcrow.workers.environment import run_mark, worker_environment
from silcrow.workers.order import WorkOrder
from silcrow.workers.outcome import Ending, RunOutcome, failed, outcome_of
from silcrow.workers.output_tail import OutputTail, last_line
from silcrow.workers.run import Run, RunError
from silcrow.workers.run_folder import RunFolder
from silcrow.workers.run_limits import RunLimits, until_passed
from silcrow.workers.run_paths import RunPaths

STOP_GRACE = 3.0
"""Seconds between asking a run to end and killing it."""
EXIT_GRACE = 0.3
"""The same when we are leaving ourselves."""
# -P keeps the current folder off the import path: it belongs to the user's project.
WORKER_COMMAND: tuple[str, ...] = (sys.executable, "-P", "-m", "silcrow.workers.program")

_How = Literal["exit", "request", "limit", "deadline"]
"""What brings a process to its end, or makes us do so."""


class RunningRun:
    """One started run. It goes on whether or not anybody waits for it."""

    def __init__(self, run: Run, watching: "asyncio.Task[RunOutcome]", end: Callable[[float], None]) -> None:
        self._run = run
        self._watching = watching
        self._end = end

    @property
    def run(self) -> Run:
        """As it was started, or as it has ended."""
        if self._watching.done() and not self._watching.cancelled():
            return self._watching.result().run
        return self._run

    async def finished(self) -> RunOutcome:
        """How it ended: its process and all that it started are gone, its record is written, its result is checked.

        May be awaited by several, and given up without harm to the run.
        """
        return await asyncio.shield(self._watching)

    async def stop(self, grace: float = STOP_GRACE) -> RunOutcome:
        """End it, on somebody's wish; the run is ``stopped`` unless it had ended before."""
        self._end(grace)
        return await self.finished()


class Supervisor:
    """Runs of one session, each an own process group with null stdin, a deadline and a bounded log.

    A worker also holds a pipe to us and ends by itself when that closes: none outlives its owner, however that ends.
    """

    def __init__(
        self,
        runs: RunFolder,
        *,
        environ: Mapping[str, str],
        clock: Callable[[], float] = time.time,
        command: Sequence[str] | None = None,
        connect: Connect | None = None,
    ) -> None:
        """``command`` starts a worker, by default the bundled program; any other finds its way to a model by itself,
        unless ``connect`` is given for it.
        """
        self._runs = runs
        self._environ = environ
        self._clock = clock
        self._command = tuple(command or WORKER_COMMAND)
        self._connect = connect or (None if command else connect_as_settings_say)
        self._running: dict[str, RunningRun] = {}

    @property
    def running(self) -> tuple[Run, ...]:
        return tuple(each.run for each in self._running.values())

    async def start(self, order: WorkOrder) -> RunningRun:
        """Start a worker on this order. A program that can't be started is a run that failed with ``spawn``."""
        run = new_run(order, self._runs, self._clock())
        process = _Process(order, run, self._runs.paths(run.run_id))
        try:
            write_input(order, run, self._runs)
        except BaseException:
            process.abandon()
            raise
        try:
            unstarted = await self._spawn(process, order)
        except asyncio.CancelledError:
            # Nobody will hear of this run, and its process is gone before it did anything.
            self._runs.update(replace(run, state="stopped", finished_at=self._clock()))
            raise
        if process.identity:
            run = replace(run, pid=process.identity.pid, process_started=process.identity.started)
            self._runs.update(run)
        watching = asyncio.create_task(self._watch(run, process, unstarted), name=run.run_id)
        running = RunningRun(run, watching, process.request_end)
        self._running[run.run_id] = running
        watching.add_done_callback(lambda _: self._running.pop(run.run_id, None))
        return running

    async def _spawn(self, process: "_Process", order: WorkOrder) -> RunError | None:
        """Find the connection and start the process; why not when that fails."""
        try:
            pipe = await pipe_to(order.model, self._environ, self._connect)
        except BaseException:
            process.abandon()
            raise
        if isinstance(pipe, RunError):
            process.abandon()
            return pipe
        try:
            return await process.spawn(self._command, self._environ, pipe)
        finally:
            pipe.close()

    async def stop(self, run_id: str) -> RunOutcome | None:
        """End one run of ours within a few seconds; None when it is not running."""
        running = self._running.get(run_id)
        return await running.stop() if running else None

    async def stop_all(self, grace: float = EXIT_GRACE) -> tuple[RunOutcome, ...]:
        """End all of them at once, as on leaving; none is left when this returns.

        Told is of those whose end could be recorded; the others are on record as running, for the next start.
        """
        stops = (each.stop(grace) for each in tuple(self._running.values()))
        ends = await asyncio.gather(*stops, return_exceptions=True)
        return tuple(end for end in ends if isinstance(end, RunOutcome))

    async def _watch(self, run: Run, process: "_Process", unstarted: RunError | None) -> RunOutcome:
        paths = self._runs.paths(run.run_id)
        if unstarted is not None:
            # Nobody was asked for anything, whatever the model costs.
            unpaid = run if run.cost_usd is not None else replace(run, cost_usd=0.0, cost_source="no reply")
            outcome = failed(replace(unpaid, finished_at=self._clock()), unstarted.kind, unstarted.words)
        else:
            ending = await process.ended()
            outcome = outcome_of(run, paths, ending, self._clock())
        self._runs.update(outcome.run)
        return outcome


class _Process:
    """The operating system's side of one run."""

    def __init__(self, order: WorkOrder, run: Run, paths: RunPaths) -> None:
        self.identity: ProcessIdentity | None = None
        self._seconds = order.run_seconds
        self._provider = order.model.provider
        self._limits = RunLimits.of(order)
        self._run = run
        self._passed: RunError | None = None
        self._paths = paths
        self._output = OutputTail()
        self._owner_end = -1
        self._process: asyncio.subprocess.Process | None = None
        self._grace: float | None = None
        self._end_requested = asyncio.Event()

    def request_end(self, grace: float) -> None:
        self._grace = grace if self._grace is None else min(grace, self._grace)
        self._end_requested.set()

    def abandon(self) -> None:
        """Give up a process that was never started."""
        self._output.finish()

    async def spawn(self, command: Sequence[str], environ: Mapping[str, str], pipe: HandedPipe) -> RunError | None:
        """Start it; why not when that fails."""
        workers_end, self._owner_end = os.pipe()
        passed = worker_environment(environ, self._paths.run_id, workers_end, provider=self._provider)
        try:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                str(self._paths.order),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=self._output.write_end,
                stderr=self._output.write_end,
                env={**passed, **pipe.environment()},
                cwd=self._paths.folder,
                start_new_session=True,
                pass_fds=(workers_end,) if pipe.descriptor is None else (workers_end, pipe.descriptor),
            )
        except OSError as error:
            self._output.finish()
            os.close(self._owner_end)
            return RunError("spawn", f"could not start: {command[0]} ({error.strerror or error})")
        except asyncio.CancelledError:
            self._output.finish()
            os.close(self._owner_end)
            raise
        finally:
            os.close(workers_end)
        self._output.start()
        pid = self._process.pid
        # A process that is already gone and reaped can't be asked any more; it started a moment ago.
        self.identity = identity_of(pid) or ProcessIdentity(pid, time.time())
        return None

    async def ended(self) -> Ending:
        """Wait for the end, bring it about at the deadline or on request, and clear away what is left of the group."""
        assert self._process and self.identity
        try:
            how = await self._what_ends_it(self._process)
            grace = STOP_GRACE if how in ("deadline", "limit") else self._grace or 0.0
            # Also after an orderly exit: what the worker has started must not go on.
            await end_group(self.identity, grace=grace if how != "exit" else 0.0, mark=run_mark(self._paths.run_id))
            exit_code = await self._reaped(self._process)
        finally:
            os.close(self._owner_end)
            log = self._output.finish()
        # On a full disk the words are lost; how the run ended is not.
        with contextlib.suppress(OSError):
            write_atomic(self._paths.log, log, durable=False)
        return Ending(
            exit_code,
            stopped=how == "request",
            timed_out_after=self._seconds if how == "deadline" else None,
            passed=self._passed if how == "limit" else None,
            last_line=last_line(log),
        )

    async def _what_ends_it(self, process: asyncio.subprocess.Process) -> _How:
        exiting = asyncio.ensure_future(process.wait())
        requested = asyncio.ensure_future(self._end_requested.wait())
        passing = asyncio.ensure_future(until_passed(self._limits, self._run, self._paths))
        try:
            await asyncio.wait((exiting, requested, passing), timeout=self._seconds, return_when=FIRST_COMPLETED)
            if exiting.done():
                return "exit"
            if requested.done():
                return "request"
            self._passed = passing.result() if passing.done() else None
            return "limit" if self._passed is not None else "deadline"
        finally:
            for waiter in (exiting, requested, passing):
                waiter.cancel()

    async def _reaped(self, process: asyncio.subprocess.Process) -> int | None:
        try:
            async with asyncio.timeout(STOP_GRACE):
                return await process.wait()
        except TimeoutError:
            # Killed, and still not gone: it hangs in the kernel, and nobody can do more.
            return None

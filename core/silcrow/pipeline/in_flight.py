"""The runs that a driver has started and whose results are not taken yet."""

import asyncio
from collections.abc import Callable

from silcrow.observational import ChunkRange
from silcrow.workers import Role, Run, RunningRun, RunOutcome, Supervisor, WorkOrder


class RunsInFlight:
    """Each run has a task that waits for its end and hands the outcome over; all belong to one event loop."""

    def __init__(self, supervisor: Supervisor, take: Callable[[RunOutcome], None], told: Callable[[], None]) -> None:
        """``take`` is called once for each run that has ended, ``told`` after that."""
        self._supervisor = supervisor
        self._take = take
        self._told = told
        self._tasks: dict[asyncio.Task[None], WorkOrder] = {}
        self._broken: BaseException | None = None

    def __bool__(self) -> bool:
        return bool(self._tasks)

    @property
    def running(self) -> tuple[Run, ...]:
        """Those whose process has not ended."""
        return self._supervisor.running

    @property
    def chunks(self) -> tuple[ChunkRange, ...]:
        """What observers have in work."""
        return tuple(order.chunk for order in self._tasks.values() if order.chunk is not None)

    def has(self, role: Role) -> bool:
        return any(order.role == role for order in self._tasks.values())

    async def start(self, order: WorkOrder) -> Run:
        running = await self._supervisor.start(order)
        task = asyncio.create_task(self._await_end(running), name=f"commit {running.run.run_id}")
        self._tasks[task] = order
        task.add_done_callback(self._forget)
        return running.run

    async def stop(self, run_id: str) -> bool:
        """End one of them; False when it is not running here."""
        return await self._supervisor.stop(run_id) is not None

    async def stop_all(self) -> None:
        """End all of them at once, as on leaving."""
        await self._supervisor.stop_all()

    async def ended(self) -> None:
        """Wait until none is left."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))

    def raise_if_broken(self) -> None:
        """A result that could not be taken is a bug or a full disk: nothing more is to be started on top of it."""
        if self._broken is not None:
            raise RuntimeError("a finished run could not be committed") from self._broken

    async def _await_end(self, running: RunningRun) -> None:
        self._take(await running.finished())

    def _forget(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        self._told()
        if not task.cancelled() and self._broken is None:
            self._broken = task.exception()

"""What the status needs to know of a worker run; ``silcrow.workers.Run`` is the real one."""

from typing import Protocol

from silcrow.observational.observation import ChunkRange


class RunFailure(Protocol):
    @property
    def kind(self) -> str: ...

    @property
    def words(self) -> str: ...


class WorkerRun(Protocol):
    """One worker process of this session, running or gone."""

    @property
    def run_id(self) -> str: ...

    @property
    def role(self) -> str: ...

    @property
    def state(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def started_at(self) -> float: ...

    @property
    def finished_at(self) -> float | None: ...

    @property
    def chunk(self) -> ChunkRange | None: ...

    @property
    def attempt(self) -> int: ...

    @property
    def handed(self) -> int: ...

    @property
    def cost_usd(self) -> float | None: ...

    @property
    def partial(self) -> bool: ...

    @property
    def error(self) -> RunFailure | None: ...

"""The owner's side of a worker's connection: found before the worker starts, and left in a pipe for it."""

import asyncio
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from silcrow.settings.types import WorkerModel
from silcrow.workers.run import RunError

if TYPE_CHECKING:
    from silcrow.workers.models.connection import Connection

_FIND_IT_THEMSELVES: Final = frozenset({"builtin", "pi"})


class Connect(Protocol):
    """Finds the connection to a model, or what is missing. May take a while, so it is called off the event loop."""

    def __call__(self, model: WorkerModel, environ: Mapping[str, str], /) -> "Connection | RunError": ...


class HandedPipe(Struct, frozen=True):
    """The reading end of a pipe for a worker; without one, the worker needs no connection."""

    descriptor: int | None = None

    def close(self) -> None:
        """Our copy of it, once the worker has its own."""
        if self.descriptor is not None:
            os.close(self.descriptor)

    def environment(self) -> Mapping[str, str]:
        """What tells the worker where to read."""
        if self.descriptor is None:
            return {}
        from silcrow.workers.models.connection import CONNECTION_PIPE_VARIABLE

        return {CONNECTION_PIPE_VARIABLE: str(self.descriptor)}


async def pipe_to(model: WorkerModel, environ: Mapping[str, str], connect: Connect | None) -> HandedPipe | RunError:
    """The pipe for a worker of this model. What is missing is said here, before anything is started."""
    if connect is None or model.provider in _FIND_IT_THEMSELVES:
        return HandedPipe()
    from silcrow.workers.models.connection import filled_pipe

    connection = await asyncio.to_thread(connect, model, environ)
    if isinstance(connection, RunError):
        return connection
    descriptor = filled_pipe(connection)
    if descriptor is None:
        return RunError("spawn", f"could not start: key and headers of provider {model.provider} are too long")
    return HandedPipe(descriptor)


def connect_as_settings_say(model: WorkerModel, environ: Mapping[str, str], /) -> "Connection | RunError":
    """By pi's ``models.json`` and the environment, read anew for each run."""
    from silcrow.workers.models.providers import connection_for

    return connection_for(model, environ)

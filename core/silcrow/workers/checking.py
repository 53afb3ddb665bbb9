"""Whether a model can be reached: one tiny run of the worker program, of which nothing is kept but what came of it."""

import asyncio
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from silcrow.files import read_bytes
from silcrow.settings.types import WorkerModel
from silcrow.workers.connecting import connect_as_settings_say
from silcrow.workers.order import WorkOrder
from silcrow.workers.outcome import RunOutcome, failed
from silcrow.workers.run import Run, RunError
from silcrow.workers.run_folder import RunFolder
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.supervisor import Supervisor

CHECK_SECONDS: Final = 60.0
CHECK_TURNS: Final = 4
CHECK_SESSION: Final = "check"
"""Stands in the record of a check where other runs name their session."""
_WITHOUT_TOOLS: Final = "it answered, but did not call the tool that it was given; workers can't use such a model"


class ModelCheck(Struct, frozen=True):
    """What came of asking a model."""

    model: WorkerModel
    run: Run
    """As the run of a worker: state, tokens, cost, and the kind and words of a failure."""
    seconds: float
    found: str = ""
    """How it is reached: where its key is, or which pi asks it."""
    answered_by: str | None = None
    """``provider/id`` that answered, where whoever asks it chooses that itself."""

    @property
    def passed(self) -> bool:
        return self.run.state == "done"


async def check_model(
    model: WorkerModel,
    *,
    environ: Mapping[str, str],
    run_usd: float | None = None,
    clock: Callable[[], float] = time.time,
) -> ModelCheck:
    """Ask the model to call one tool, with the same program, environment and limits as the runs of a session.

    The built-in worker has nothing to be asked. Takes a minute at most; ``run_usd`` is what it may cost, in USD.
    """
    with tempfile.TemporaryDirectory(prefix="silcrow-check-") as folder:
        order = WorkOrder(
            role="check",
            model=model,
            session_id=CHECK_SESSION,
            prompt="",
            run_seconds=CHECK_SECONDS,
            run_turns=CHECK_TURNS,
            run_usd=run_usd,
        )
        runs = RunFolder(Path(folder))
        running = await Supervisor(runs, environ=environ, clock=clock).start(order)
        try:
            outcome = _judged(await running.finished())
        finally:
            # Also when nobody wants to know any more: none is left behind.
            await running.stop(grace=0.3)
        run = outcome.run
        seconds = (run.finished_at or clock()) - run.started_at
        answered_by = _answered_by(runs.paths(run.run_id))
    # A key that a command prints may take its time.
    found = await asyncio.to_thread(_found, model, environ)
    return ModelCheck(model, run, seconds, found, answered_by)


def _judged(outcome: RunOutcome) -> RunOutcome:
    """A model that answers without calling the tool fails the check: workers hand in all they do by tools."""
    if outcome.result is None or outcome.result["answers"]:
        return outcome
    return failed(replace(outcome.run, summary=""), "no_result", _WITHOUT_TOOLS)


def _found(model: WorkerModel, environ: Mapping[str, str]) -> str:
    if model.provider == "pi":
        program = shutil.which("pi", path=environ.get("PATH"))
        return f"through {program} with its own logins and keys" if program else ""
    connection = connect_as_settings_say(model, environ)
    if isinstance(connection, RunError):
        return ""
    key = f"key from {connection.key_source}" if connection.key_source else "without a key"
    return f"{key}, at {connection.base_url}" if connection.base_url else key


def _answered_by(paths: RunPaths) -> str | None:
    try:
        told: object = json.loads(read_bytes(paths.cost, limit=1 << 20))
    except (OSError, ValueError, RecursionError):
        return None
    answered = cast("Mapping[str, object]", told).get("answeredBy") if isinstance(told, Mapping) else None
    return answered if isinstance(answered, str) else None

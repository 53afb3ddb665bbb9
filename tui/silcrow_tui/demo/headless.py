"""The demo without a screen: played to its end, summed up, nothing left behind."""

import asyncio
import contextlib
import time
from typing import Any

from silcrow.observational.status_json import status_document
from silcrow.pipeline import Pace
from silcrow.workspace.engine import Engine
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.cli.documents import run_document
from silcrow_tui.demo.player import play
from silcrow_tui.demo.stage import Stage


async def run_headless(stage: Stage, pace: Pace, *, speed: float | None) -> dict[str, Any]:
    """Play and drive on the stage until nothing is left to do; the summary, with JSON values only."""
    began = time.monotonic()
    engine = Engine(stage.where(), stage.environ, purpose="silcrow demo", pace=pace)
    following = asyncio.create_task(engine.follow(lambda _: None))
    try:
        await engine.set_enabled(True, "start")
        await play(stage, engine.reader.store, speed=speed)
        assert engine.driving.driver is not None
        await engine.driving.driver.finish()
        state = engine.read()
    finally:
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following
        await engine.close()
    return summary(state, time.monotonic() - began)


def summary(state: WorkspaceState, seconds: float) -> dict[str, Any]:
    """What happened, as numbers, with the records they come from."""
    memory = state.observational
    assert memory is not None
    chunks = [chunk for chunk in memory.chunks if chunk.outcome != "raw"]
    drift = state.memory.memory.drift
    return {
        "chunks": len(chunks),
        "observations": memory.total,
        "runs": len(state.runs),
        "topics": len([topic for topic in memory.topics if topic.problem is None]),
        "costUsd": memory.cost.total_usd,
        "unpriced": memory.cost.unpriced,
        "drift": drift.check if drift else None,
        "backups": len(state.memory.backups),
        "seconds": round(seconds, 2),
        "outcomes": [chunk.outcome for chunk in chunks],
        "retired": memory.dropped,
        "files": sorted(path.name for path in memory.folder.glob("*.md")),
        "runRecords": [run_document(run) for run in state.runs],
        "status": status_document(memory),
    }

"""Orders for each role as the pipeline gives them, and a worker that does one in this process or in one of its own."""

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from silcrow.observational.observation import ChunkRange, Observation
from silcrow.settings.types import Limits, WorkerModel
from silcrow.workers import RunFolder, WorkOrder, consolidator_order
from silcrow.workers.assignment import Assignment, WorkFailed
from silcrow.workers.beginning import new_run, write_input
from silcrow.workers.dream import HandedTurn, dream_order
from silcrow.workers.models.connection import Connection
from silcrow.workers.observer import observer_order
from silcrow.workers.outcome import Ending, RunOutcome, outcome_of
from tests.models_wire.scenarios import usage_of

TURNS = (HandedTurn("s7", "t2", ("t1", "t2"), 1_796_000_000.0, "/work", "Use tabs, not spaces.", "I will."),)
NOW = 1_796_069_767.0
ENTRIES: tuple[dict[str, Any], ...] = tuple(
    {
        "type": "message",
        "id": f"e{number}",
        "timestamp": f"2026-11-30T10:00:0{number}.000Z",
        "message": {"role": "user", "content": text},
    }
    for number, text in enumerate(("Use tabs, not spaces.", "How long does the linter take?"), start=1)
)
POOL = tuple(
    Observation(f"2026-11-30T10:0{number}:00", f"Fact number {number}.", 20, (), "obs-1") for number in range(3)
)


def observer(runs: RunFolder, model: WorkerModel, limits: Limits) -> WorkOrder:
    return observer_order(ENTRIES, ChunkRange("e1", "e2"), session_id="s1", model=model, limits=limits, utc_offset=0)


def consolidator(runs: RunFolder, model: WorkerModel, limits: Limits) -> WorkOrder:
    return consolidator_order(
        POOL,
        runs=runs,
        memory_folder=runs.folder.parent,
        session_id="s1",
        model=model,
        limits=limits,
        now=NOW,
        utc_offset=0,
        journey_target_tokens=1_000,
    )


def dream(runs: RunFolder, model: WorkerModel, limits: Limits) -> WorkOrder:
    return dream_order(
        TURNS,
        runs=runs,
        memory_dir=runs.folder.parent,
        char_limits={"memory": 2_200, "user": 1_375},
        model=model,
        limits=limits,
        now=NOW,
    )


ROLES: dict[str, Callable[[RunFolder, WorkerModel, Limits], WorkOrder]] = {
    "observer": observer,
    "consolidator": consolidator,
    "dream": dream,
}
"""Every role whose work a model can do."""
PARTS = {"observer": "observations", "consolidator": "dispositions", "dream": "proposals"}
STEPS = {"observer": 2, "consolidator": 3, "dream": 4}
"""Calls that the scripted model needs for its work, and what they come to."""
HANDED_IN = {"observer": 2, "consolidator": 3, "dream": 1}
LAST_WORDS = {"observer": 0, "consolidator": 0, "dream": 1}
"""Replies after the last call: a dream is done when the model says so, the others are when nothing is left to do."""


class Done(Struct, frozen=True):
    """What became of an order, as the supervisor would see it."""

    outcome: RunOutcome
    left: dict[str, Any]
    """The result file, complete or not."""


def do_here(runs: RunFolder, order: WorkOrder, connection: Connection) -> Done:
    """Do an order in this process: the library is slow to load, and the wire is the same."""
    from silcrow.workers.models.llm import converse_with, model_of
    from silcrow.workers.roles import role_work

    run = new_run(order, runs, NOW)
    write_input(order, run, runs)
    paths = runs.paths(run.run_id)
    assignment = Assignment.read(paths.order)
    assignment.flush()
    code = 0
    try:
        assignment.hand_in(converse_with(model_of(connection), connection, assignment, role_work(assignment)))
    except WorkFailed as failure:
        assignment.give_up(failure)
        code = 1
    return Done(outcome_of(run, paths, Ending(code), NOW), json.loads(paths.result.read_text()))


def hand_sum(replies: int, prices: tuple[str, str, str, str], *, written: bool) -> Decimal:
    """USD of the first replies of a script, by its own arithmetic. ``prices`` are per million: fresh, output, read,
    write. A format without tokens written into a cache counts those as fresh.
    """
    fresh, output, read, write = map(Decimal, prices)
    total = Decimal(0)
    for turn in range(replies):
        usage = usage_of(turn)
        new = usage.fresh if written else usage.fresh + usage.written
        total += new * fresh + usage.output * output + usage.cached * read
        total += usage.written * write if written else 0
    return total / 1_000_000


def limits(**changes: Any) -> Limits:
    return replace(Limits(), **changes)


def runs_in(folder: Path) -> RunFolder:
    memory = folder / ".memory" / "s1"
    memory.mkdir(parents=True)
    return RunFolder(memory / ".runs")

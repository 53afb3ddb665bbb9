import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from silcrow.observational.observation import ChunkRange
from silcrow.observational.status import Driver, ObservationalState, Topic
from silcrow.observational.status_json import status_document
from silcrow.observational.status_of import (
    ContextSize,
    DurableFiles,
    Forecast,
    forecast,
    last_error,
    observational_state,
)
from silcrow.settings import ObservationalSettings
from tests.observational.small_tree import Json, SmallTree, record, recorded, view_of
from tests.observational.stub_run import StubRun, failed_run
from tests.observational.test_coverage import NOW, note, users

SETTINGS = ObservationalSettings(
    chunk_tokens=30, pool_target_tokens=10, consolidate_at_pool_tokens=20, compact_at_context_tokens=1_000
)
ON = record("om.enabled", "g1", enabled=True)
LINES = [
    ON,
    recorded("r1", ("e0", "e2"), "fact a", "fact b", "fact c"),
    note("p1", ("e3", "e5"), "parked", runId="obs-9"),
    record("om.cost", "k1", costUsd=0.25, runId="obs-r1", role="observer", sessionId="s1"),
]
RUNNING = StubRun("obs-2", state="running", finished_at=None, chunk=ChunkRange("e6", "e8"))
TOPIC = Topic("build.md", "build", "Build", "How it is built", "2026-03-01", 90)


def state(
    tree: SmallTree | None = None,
    lines: list[Json] | None = None,
    runs: tuple[StubRun, ...] = (RUNNING,),
    settings: ObservationalSettings = SETTINGS,
    projected: int = 400,
    **more: Any,
) -> ObservationalState:
    view = view_of(tree or users(13), LINES if lines is None else lines)
    files = DurableFiles(Path("/p/.memory/s1"), (TOPIC,), 120)
    return observational_state(
        view, settings, runs, files, ContextSize(380, projected), Driver("this", 7, "on"), NOW, **more
    )


def test_all_gauges_come_from_ledger_runs_and_files():
    found = state()
    assert found.enabled
    assert (found.running, found.max_running, found.queued) == (1, 4, 1)
    assert (len(found.pool), found.dropped, found.total, found.pool_tokens) == (3, 0, 3, 21)
    assert (found.raw_tokens, found.settled_to) == (40, "e2")
    assert found.next_to_file == 1
    assert found.consolidator.state == "due"
    assert (found.cost.total_usd, found.cost.runs) == (0.25, 2)
    assert found.timeline == ("pool", "gap", "running", "queued", "raw", "tip")


def test_the_last_cut_stands_in_the_strip():
    assert state(first_kept="e3").timeline[:2] == ("pool", "cut")
    assert "cut" not in state(first_kept="gone").timeline


def test_passive_queues_nothing():
    passive = state(settings=replace(SETTINGS, passive=True))
    assert (passive.passive, passive.queued, passive.consolidator.state) == (True, 0, "waiting")


def test_the_last_error_counts_runs_in_a_row_that_ended_alike():
    runs = [failed_run("a", "exit", 1), failed_run("b", "timeout", 2), failed_run("c", "timeout", 3)]
    error = last_error(runs)
    assert error is not None
    assert (error.run_id, error.kind, error.at, error.count) == ("c", "timeout", 3, 2)


def test_an_error_is_over_once_a_run_of_its_role_ends_well():
    failure = failed_run("a", "exit", 1)
    assert last_error([failure, StubRun("b", finished_at=2.0)]) is None
    other_role = last_error([failure, StubRun("b", "consolidator", finished_at=2.0)])
    assert other_role is not None
    assert last_error([failure, StubRun("b", state="stopped", finished_at=2.0)]) is not None


def test_a_forecast_says_what_turning_on_would_read():
    assert forecast(view_of(users(8)), 30) == Forecast(tokens=60, chunks=2)


def test_the_document_is_json_with_its_promised_fields():
    document = json.loads(json.dumps(status_document(state()), allow_nan=False))
    assert document["workers"] == {"running": 1, "max": 4, "queued": 1}
    assert document["observations"] == {"active": 3, "dropped": 0, "total": 3}
    assert document["pool"] == {"tokens": 21, "target": 10, "trigger": 20}
    assert (document["observer"]["tokensToNext"], document["observer"]["chunkTokens"]) == (0, 30)
    assert document["coverage"]["settledTo"] == "e2"
    first = document["coverage"]["chunks"][0]
    assert (first["fromId"], first["toId"], first["outcome"], first["attempt"]) == ("e0", "e2", "recorded", 1)
    assert document["consolidator"]["state"] == "due"
    assert (document["topics"], document["journeyTokens"]) == (1, 120)
    assert document["cost"]["byRole"] == [{"role": "observer", "usd": 0.25, "runs": 2, "unpriced": 0}]
    assert (document["lastError"], document["passive"]) == (None, False)
    assert document["driver"] == {"state": "this", "pid": 7, "words": "on"}
    assert document["timeline"][-1] == "tip"


def test_the_document_says_when_a_compaction_is_due_and_why():
    assert status_document(state())["compaction"] == {
        "contextTokens": 380,
        "projectedTokens": 400,
        "trigger": 1_000,
        "due": False,
        "reason": "The context holds 400 of 1,000 tokens, 600 to go; nothing new to cut: 0 of 130 tokens would be "
        "saved, less than a fifth.",
    }
    over = status_document(state(projected=1_200))["compaction"]
    assert over["due"] is True
    assert over["reason"].startswith("The context holds 1,200 tokens, 200 over 1,000; nothing new to cut")
    off = status_document(state(lines=[], projected=1_200))["compaction"]
    assert (off["due"], off["reason"]) == (False, "Memory is off for this session.")


def test_the_document_tells_the_last_error_with_its_time():
    document = status_document(state(runs=(failed_run("obs-1", "exit", 0.0),)))
    assert document["lastError"] == {
        "runId": "obs-1",
        "kind": "exit",
        "words": "exit at 0",
        "at": "1970-01-01T00:00:00.000Z",
        "count": 1,
    }

from collections.abc import Sequence

from silcrow.observational.filing_clock import consolidator_state
from silcrow.observational.status import ConsolidatorState
from tests.observational.small_tree import Json, SmallTree, record, recorded, view_of
from tests.observational.stub_run import StubRun, failed_run

ON = record("om.enabled", "g1", enabled=True)
FULL = recorded("r1", ("a", "a"), *("x" * 93 + str(number) for number in range(10)))
"""Ten observations of 29 tokens each."""
REVERT = record("om.run.reverted", "v1", 3600, runIds=["cons-1"], sessionId="s1")
REVERTED_AT = 1_767_315_600.0


def cons(run_id: str, **more: object) -> StubRun:
    return StubRun(run_id, "consolidator", **more)  # type: ignore[arg-type]


def state(
    lines: Sequence[Json] = (ON, FULL),
    runs: Sequence[StubRun] = (),
    *,
    now: float = 1_000.0,
    trigger: int = 200,
    passive: bool = False,
) -> ConsolidatorState:
    view = view_of(SmallTree().say("a"), lines)
    return consolidator_state(view, runs, now, target=100, trigger=trigger, passive=passive)


def test_it_is_due_from_the_trigger_on():
    assert state(trigger=290) == ConsolidatorState("due", "The pool holds 290 tokens, 190 above its target of 100.")
    assert state(trigger=291) == ConsolidatorState("not_due", "The pool holds 290 of 291 tokens, 1 to go.")


def test_it_is_off_while_memory_is_off():
    assert state([FULL]).state == "off"


def test_one_runs_at_a_time():
    running = cons("cons-1", state="running", finished_at=None, handed=368)
    assert state(runs=[running]) == ConsolidatorState("running", "368 observations are being filed.")


def test_a_pause_is_told_with_its_reason():
    paused = record("om.paused", "p1", role="consolidator", reason="3 failures (exit)")
    assert state([ON, FULL, paused]) == ConsolidatorState("paused", "Paused: 3 failures (exit).")


def test_passive_starts_nothing():
    assert state(passive=True).state == "waiting"


def test_a_run_that_retired_nothing_backs_off_longer_each_time():
    first = cons("cons-1", state="incomplete", finished_at=950.0)
    assert state(runs=[first], now=970.0).reason == "The last run retired nothing; the next try is in 10 s."
    assert state(runs=[first], now=980.0).state == "due"
    second = failed_run("cons-2", "exit", 1_000.0, "consolidator")
    assert state(runs=[first, second], now=1_119.0).state == "waiting"
    assert state(runs=[first, second], now=1_120.0).state == "due"


def test_a_run_that_retired_something_does_not_back_off():
    filed = record(
        "om.observations.dropped",
        "d1",
        9,
        observationTimestamps=["2026-01-01T10:00:48"],
        runId="cons-1",
        sessionId="s1",
    )
    assert state([ON, FULL, filed], [cons("cons-1", finished_at=999.0)]).state == "due"


def test_after_a_revert_it_waits_until_somebody_starts_it():
    before = cons("cons-1", state="reverted", started_at=REVERTED_AT - 60)
    waiting = state([ON, FULL, REVERT], [before], now=REVERTED_AT + 9_999)
    assert (waiting.state, "by hand" in waiting.reason) == ("waiting", True)
    by_hand = cons("cons-2", started_at=REVERTED_AT + 60, finished_at=REVERTED_AT + 70)
    assert state([ON, FULL, REVERT], [before, by_hand], now=REVERTED_AT + 9_999).state == "due"


def test_a_clock_that_went_back_is_no_reason_to_wait():
    ahead = cons("cons-1", state="incomplete", finished_at=90_000.0)
    assert state(runs=[ahead], now=1_000.0).state == "due"

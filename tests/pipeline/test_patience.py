"""How a driver waits: one probe at a time when a provider asks to slow down, a pause after a row of failures."""

import pytest
from msgspec.structs import replace

from silcrow.observational import ChunkRange
from silcrow.pipeline.patience import FAILURES_MOST, Patience
from silcrow.workers import ErrorKind, Run, RunError

GOOD = Run("obs-20261130201607-1-1", "observer", "done", "stub/x", "session", None, None, 0.0)


def failed(kind: ErrorKind) -> Run:
    return replace(GOOD, state="failed", error=RunError(kind, "words"), chunk=ChunkRange("a", "b"))


def test_a_provider_that_asks_to_slow_down_gets_one_probe_at_a_time_with_growing_waits():
    patience = Patience()
    assert patience.free(4, 1) == 3
    for wait in (30.0, 60.0, 120.0, 300.0, 600.0, 600.0):
        patience.heed(failed("rate_limit"), 1_000.0)
        assert patience.waits(1_000.0 + wait - 1)
        assert not patience.waits(1_000.0 + wait)
        assert (patience.free(4, 0), patience.free(4, 1)) == (1, 0)


@pytest.mark.parametrize(("asked", "waits"), [(90.0, 90.0), (5.0, 5.0), (86_400.0, 3_600.0), (0.0, 30.0), (-1.0, 30.0)])
def test_a_provider_that_says_how_long_is_taken_at_its_word_up_to_an_hour(asked: float, waits: float):
    patience = Patience()
    run = replace(GOOD, state="failed", error=RunError("rate_limit", "slow down", retry_after=asked))
    patience.heed(run, 1_000.0)
    assert patience.waits(1_000.0 + waits - 0.5)
    assert not patience.waits(1_000.0 + waits)


def test_the_first_success_after_that_lets_all_of_them_start_again():
    patience = Patience()
    patience.heed(failed("rate_limit"), 1_000.0)
    patience.heed(GOOD, 1_001.0)
    assert not patience.waits(1_001.0)
    assert patience.free(4, 0) == 4


@pytest.mark.parametrize("kind", ["timeout", "killed", "exit", "no_result", "invalid_result"])
def test_a_row_of_failures_gives_a_reason_to_pause_once(kind: ErrorKind):
    patience = Patience()
    reasons = [patience.heed(failed(kind), 0.0) for _ in range(FAILURES_MOST + 1)]
    assert reasons == [None] * (FAILURES_MOST - 1) + [f"after {FAILURES_MOST} failures ({kind})", None]
    assert patience.held_up


def test_a_success_in_between_begins_the_row_anew():
    patience = Patience()
    for _ in range(3):
        assert not any(patience.heed(failed("exit"), 0.0) for _ in range(FAILURES_MOST - 1))
        patience.heed(GOOD, 0.0)


@pytest.mark.parametrize(("kind", "held_up"), [("auth", True), ("rate_limit", True), ("exit", False)])
def test_only_a_failure_that_others_would_share_holds_up_the_rest(kind: ErrorKind, held_up: bool):
    patience = Patience()
    patience.heed(failed(kind), 0.0)
    assert patience.held_up is held_up


def test_a_stopped_run_leaves_its_chunk_alone_until_somebody_asks():
    patience = Patience()
    patience.heed(replace(GOOD, state="stopped", chunk=ChunkRange("a", "b")), 0.0)
    assert patience.stopped == {ChunkRange("a", "b")}
    patience.start_afresh()
    assert not patience.stopped

"""Why no observer starts now, in a sentence with numbers."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from silcrow.observational.observation import ChunkRange, ChunkState
from silcrow.observational.observer_state import observer_state
from silcrow.observational.status import ConsolidatorState, Cost, Driver, ObservationalState

STATE = ObservationalState(
    folder=Path("/p/.memory/s"),
    enabled=True,
    driver=Driver("this", 1),
    paused={},
    running=0,
    max_running=4,
    queued=0,
    pool=(),
    dropped=0,
    total=0,
    pool_tokens=0,
    pool_target=10_000,
    pool_trigger=20_000,
    next_to_file=0,
    raw_tokens=1_234,
    chunk_tokens=5_000,
    chunks=(),
    settled_to=None,
    consolidator=ConsolidatorState("not_due", ""),
    topics=(),
    journey_tokens=0,
    context_tokens=0,
    projected_tokens=0,
    compact_at=100_000,
    cost=Cost(0.0, 0.0, 0.0, 0, 0, False),
    timeline=(),
)


def chunk(outcome, tokens: int = 4_900, number: int = 0) -> ChunkState:
    return ChunkState(ChunkRange(f"a{number}", f"b{number}"), outcome, tokens, number, number)


def told(**changes) -> tuple[str, str]:
    clock = observer_state(replace(STATE, **changes))
    return clock.state, clock.reason


def test_memory_that_is_off_starts_nothing():
    assert told(enabled=False, paused={"observer": "by you"}) == ("off", "Memory is off for this session.")


def test_a_chunk_that_grows_says_how_far_it_is():
    assert told() == ("not_due", "The next chunk holds 1,234 of 5,000 tokens, 3,766 to go.")


def test_observers_at_work_are_counted_with_what_waits_for_them():
    chunks = (chunk("running"), chunk("running", 100, 1), chunk("queued", 700, 2))
    assert told(chunks=chunks) == ("running", "2 chunks (5,000 tokens) being observed, 1 chunk (700 tokens) waiting.")


def test_a_pause_gives_its_reason():
    assert told(paused={"observer": "by you"}, raw_tokens=9_000) == ("paused", "Paused: by you.")


def test_open_text_that_somebody_drives_is_due():
    assert told(raw_tokens=9_000)[0] == "due"


@pytest.mark.parametrize(
    ("driver", "passive", "why"),
    [
        ("nobody", False, "and nobody drives"),
        ("nobody", True, "but nothing starts by itself"),
        ("passive", True, "but nothing starts by itself"),
        ("foreign", False, "and another extension drives"),
    ],
)
def test_open_text_that_nobody_takes_says_why(driver, passive, why):
    assert told(raw_tokens=9_000, driver=Driver(driver), passive=passive) == (
        "waiting",
        f"9,000 tokens are open, {why}.",
    )


def test_a_failed_chunk_waits_for_its_next_try():
    assert told(chunks=(chunk("failed"),)) == ("waiting", "1 chunk (4,900 tokens) failed, to be tried again.")


def test_gaps_are_told_beside_whatever_else_holds():
    assert told(chunks=(chunk("parked", 800),))[1] == (
        "The next chunk holds 1,234 of 5,000 tokens, 3,766 to go; "
        "1 chunk (800 tokens) given up, to be tried again or accepted."
    )

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.observational.coverage import next_chunks
from silcrow.observational.observation import ChunkRange, ChunkState
from silcrow.observational.path_chunks import ChunkInFlight, chunk_states
from tests.observational.observing_world import DELAYS, STEPS, ObservingWorld
from tests.observational.small_tree import Json, SmallTree, record, recorded, source_entry, view_of
from tests.observational.test_coverage import NOW, failed, note, users


def states(
    tree: SmallTree, lines: Sequence[Json] = (), *, in_flight: Sequence[ChunkInFlight] = (), enabled: bool = True
) -> tuple[ChunkState, ...]:
    view = view_of(tree, lines)
    return chunk_states(view.source, view.chunks, in_flight, 30, NOW, enabled=enabled, counts=view.counts)


def outcomes(found: Sequence[ChunkState]) -> list[tuple[str, int, int]]:
    return [(each.outcome, each.first, each.last) for each in found]


def test_a_path_is_told_from_its_root_to_its_tip():
    lines = [
        recorded("r1", ("e0", "e2"), "a", "b"),
        note("c1", ("e3", "e4"), "empty", runId="obs-2"),
        failed(3, ("e5", "e6"), 599),
    ]
    flight = ChunkInFlight(ChunkRange("e7", "e9"), "obs-4", 1)
    found = states(users(15), lines, in_flight=[flight])
    assert outcomes(found) == [
        ("recorded", 0, 2),
        ("empty", 3, 4),
        ("failed", 5, 6),
        ("running", 7, 9),
        ("queued", 10, 12),
        ("raw", 13, 14),
    ]
    assert found[0].active == 2
    assert (found[2].attempt, found[2].due_at) == (1, NOW - 600 + 599 + 30)
    assert (found[3].run_id, found[5].tokens) == ("obs-4", 20)


def test_a_parked_chunk_is_told_with_its_failure():
    lines = [
        failed(1, ("e0", "e2"), 1),
        note("p1", ("e0", "e2"), "parked", 2, runId="obs-1", error={"kind": "exit", "words": "exit 3"}),
    ]
    (parked, *_) = states(users(4), lines)
    assert (parked.outcome, parked.error, parked.due_at) == ("parked", "exit: exit 3", None)


def test_nothing_queues_while_memory_is_off():
    assert outcomes(states(users(7), enabled=False)) == [("raw", 0, 2), ("raw", 3, 5), ("raw", 6, 6)]


def test_a_failed_range_that_was_covered_in_part_shows_as_open_text():
    lines = [failed(1, ("e0", "e3"), 599), recorded("r1", ("e0", "e1"), "a")]
    assert outcomes(states(users(4), lines)) == [("recorded", 0, 1), ("raw", 2, 3)]


def test_of_chunks_within_each_other_the_largest_stands_for_all():
    lines = [
        recorded("r1", ("e0", "e1"), "hidden"),
        recorded("r2", ("e0", "e3"), "seen", "also seen"),
        note("c1", ("e2", "e2"), "empty"),
    ]
    (only,) = states(users(4), lines)
    assert (only.outcome, only.first, only.last, only.active, only.run_id) == ("recorded", 0, 3, 2, "obs-r2")


def test_an_empty_chunk_around_a_recorded_one_holds_its_observations():
    lines = [recorded("r1", ("e1", "e2"), "seen"), note("c1", ("e0", "e3"), "empty", runId="obs-2")]
    (only,) = states(users(4), lines)
    assert (only.outcome, only.active, only.last) == ("recorded", 1, 3)


def test_what_was_filed_is_counted_apart():
    lines = [
        recorded("r1", ("e0", "e2"), "a", "b"),
        record("om.observations.dropped", "d1", 9, observationTimestamps=["2026-01-01T10:00:37"], runId="cons-1"),
    ]
    (only,) = states(users(3), lines)
    assert (only.active, only.retired) == (1, 1)


def test_a_tip_that_may_not_end_yet_is_raw():
    tree = SmallTree().say(source_entry("e0", 50, "calls"))
    assert outcomes(states(tree)) == [("raw", 0, 0)]


@given(st.integers(0, 10_000), st.lists(st.sampled_from(STEPS), min_size=5, max_size=50), st.booleans())
@settings(max_examples=100, deadline=None)
def test_every_entry_is_in_exactly_one_chunk_and_each_start_is_queued(seed: int, steps: list[str], enabled: bool):
    world = ObservingWorld(random.Random(seed))
    for what in steps:
        world.step(what)
    source, placed = world.path()
    flights = [ChunkInFlight(chunk, run) for run, chunk in world.in_flight.items()]
    found = chunk_states(
        source, placed, flights, world.chunk_tokens, world.now, enabled=enabled, counts={}, delays=DELAYS
    )
    assert [n for each in found for n in range(each.first, each.last + 1)] == list(range(len(source)))
    assert sum(each.tokens for each in found) == sum(entry.tokens for entry in source)
    running = [flight.range for flight in flights]
    starts = next_chunks(source, placed, running, 999, world.chunk_tokens, world.now, delays=DELAYS)
    assert {each.range for each in found if each.outcome == "queued"} == (set(starts) if enabled else set())

from collections.abc import Sequence

from silcrow.observational.coverage import failures_of, next_chunks, observed_tokens, open_tail, overtaken, troubles
from silcrow.observational.observation import ChunkRange
from silcrow.sessions.entries import SourceKind
from silcrow.text.instants import unix_seconds
from tests.observational.small_tree import Json, SmallTree, record, recorded, source_entry, view_of

NOW = unix_seconds("2026-01-02T00:10:00.000Z") or 0.0


def talk(*kinds: SourceKind, tokens: int = 10) -> SmallTree:
    """Entries e0, e1, ... of these kinds."""
    return SmallTree().say(*(source_entry(f"e{index}", tokens, kind) for index, kind in enumerate(kinds)))


def users(count: int, tokens: int = 10) -> SmallTree:
    return talk(*(["user"] * count), tokens=tokens)


def note(note_id: str, chunk: tuple[str, str], outcome: str, at: int = 0, **data: object) -> Json:
    return record("om.chunk", note_id, at, fromId=chunk[0], toId=chunk[1], outcome=outcome, **data)


def failed(number: int, chunk: tuple[str, str], at: int) -> Json:
    return note(f"f{number}", chunk, "failed", at, runId=f"obs-{number}", attempt=number)


def started(
    tree: SmallTree,
    lines: Sequence[Json] = (),
    *,
    chunk_tokens: int = 30,
    free: int = 99,
    now: float = NOW,
    flush: bool = False,
    in_flight: Sequence[tuple[str, str]] = (),
) -> list[tuple[str, str]]:
    view = view_of(tree, lines)
    flights = [ChunkRange(*each) for each in in_flight]
    chunks = next_chunks(view.source, view.chunks, flights, free, chunk_tokens, now, flush=flush)
    return [(chunk.from_id, chunk.to_id) for chunk in chunks]


def test_a_new_session_counts_from_its_start():
    assert started(users(9)) == [("e0", "e2"), ("e3", "e5"), ("e6", "e8")]


def test_the_tip_waits_until_it_fills_a_chunk_unless_it_is_asked_for():
    assert started(users(2)) == []
    assert started(users(2), flush=True) == [("e0", "e1")]


def test_no_more_chunks_start_than_observers_are_free():
    assert started(users(9), free=2) == [("e0", "e2"), ("e3", "e5")]
    assert started(users(9), free=0) == []


def test_an_over_long_entry_is_a_chunk_of_its_own():
    tree = SmallTree().say("a", source_entry("b", 500), "c")
    assert started(tree, flush=True) == [("a", "a"), ("b", "b"), ("c", "c")]


def test_a_chunk_grows_past_its_size_rather_than_end_before_a_tool_result():
    tree = talk("user", "user", "calls", "result", "result", "user")
    assert started(tree, flush=True) == [("e0", "e4"), ("e5", "e5")]


def test_the_tip_does_not_end_on_an_assistant_message_with_unanswered_calls():
    assert started(talk("user", "user", "calls"), flush=True) == [("e0", "e1")]
    assert started(talk("calls"), flush=True) == []


def test_open_text_before_settled_text_is_taken_at_any_size():
    assert started(users(5), [recorded("r1", ("e1", "e4"), "a")]) == [("e0", "e0")]


def test_what_is_in_flight_is_not_started_again():
    assert started(users(6), in_flight=[("e0", "e2")]) == [("e3", "e5")]


def test_a_chunk_in_flight_on_another_branch_leaves_this_text_free():
    tree = users(3).go("e1").say(source_entry("x", 10))
    assert started(tree, in_flight=[("e0", "e2")]) == [("e0", "x")]


def test_a_failed_chunk_is_retried_as_the_very_same_range_once_its_delay_is_over():
    tree, lines = users(4), [failed(1, ("e0", "e3"), 580)]
    assert started(tree, lines) == []
    assert started(tree, lines, now=NOW + 10) == [("e0", "e3")]


def test_each_failure_waits_longer():
    placed = view_of(users(3), [failed(1, ("e0", "e2"), 0), failed(2, ("e0", "e2"), 100)]).chunks
    trouble = troubles(placed, NOW)[0, 2]
    assert (trouble.failures, trouble.due_at) == (2, NOW - 600 + 100 + 120)


def test_a_parked_chunk_starts_only_after_a_retry_by_hand():
    lines = [failed(number, ("e0", "e2"), number) for number in (1, 2, 3)]
    lines.append(note("p1", ("e0", "e2"), "parked", 3, runId="obs-3", attempt=3))
    assert started(users(3), lines) == []
    again = [*lines, note("t1", ("e0", "e2"), "retry", 4)]
    assert started(users(3), again) == [("e0", "e2")]
    assert failures_of(view_of(users(3), again).chunks, ChunkRange("e0", "e2")) == 0


def test_a_retry_before_parking_gives_three_new_tries_with_their_delays():
    lines = [failed(1, ("e0", "e2"), 1), note("t1", ("e0", "e2"), "retry", 2), failed(2, ("e0", "e2"), 590)]
    assert started(users(3), lines) == []
    assert failures_of(view_of(users(3), lines).chunks, ChunkRange("e0", "e2")) == 1


def test_an_accepted_gap_counts_as_settled():
    view = view_of(users(3), [note("c1", ("e0", "e2"), "accepted")])
    assert (view.settled_count, view.settled_to) == (3, "e2")


def test_a_failed_range_that_was_covered_in_part_is_void():
    tree = users(4)
    lines = [failed(1, ("e0", "e3"), 599), recorded("r1", ("e0", "e1"), "a")]
    assert started(tree, lines, chunk_tokens=20) == [("e2", "e3")]


def test_a_hole_stays_and_the_settled_prefix_ends_before_it():
    lines = [recorded("r1", ("e0", "e1"), "a"), recorded("r3", ("e4", "e5"), "c")]
    view = view_of(users(6), lines)
    assert (view.settled_to, view.settled) == ("e1", frozenset({0, 1, 4, 5}))
    assert started(users(6), lines) == [("e2", "e3")]


def test_a_record_without_a_chunk_covers_from_the_boundary_before_it():
    tree = users(6)
    theirs = [
        record(
            "om.observations.recorded",
            f"t{number}",
            number,
            observations=[{"timestamp": f"2026-01-01T10:00:0{number}", "content": "x"}],
            coversUpToId=up_to,
        )
        for number, up_to in enumerate(("e1", "e3"))
    ]
    view = view_of(tree, theirs)
    assert [(chunk.first, chunk.last, chunk.assumed) for chunk in view.chunks] == [(0, 1, True), (2, 3, True)]
    assert view.settled_to == "e3"


def test_an_end_that_was_edited_out_of_the_context_still_bounds_its_chunk():
    tree = users(4)
    lines = [recorded("r1", ("e1", "e2"), "a")]
    del tree.sources["e2"]
    view = view_of(tree, lines)
    assert [(chunk.first, chunk.last) for chunk in view.chunks] == [(1, 1)]


def test_entries_that_no_observer_reads_take_no_room_in_a_chunk():
    tree = SmallTree().say("a", source_entry("m", 1_000, observed=False), "b", "c")
    assert started(tree) == [("a", "c")]
    assert observed_tokens(tree.source_path()) == 30


def test_the_open_tail_begins_behind_everything_settled_running_or_parked():
    tree = users(9)
    lines = [recorded("r1", ("e0", "e1"), "a"), note("p1", ("e4", "e5"), "parked", runId="obs-1")]
    view = view_of(tree, lines)
    assert open_tail(view.source, view.chunks, ()) == 6
    assert open_tail(view.source, view.chunks, [ChunkRange("e6", "e7")]) == 8


def test_a_result_is_overtaken_once_any_part_of_its_chunk_is_settled():
    tree = users(4)
    chunk = ChunkRange("e0", "e3")
    assert not overtaken(view_of(tree, leaf="e3"), chunk)
    assert overtaken(view_of(tree, [recorded("r1", ("e1", "e2"), "a")], "e3"), chunk)
    assert overtaken(view_of(tree, leaf="e2"), chunk)


def test_a_record_that_covers_up_to_an_unknown_entry_takes_nothing_back_and_leaves_a_gap():
    tree = users(9)
    dangling = record(
        "om.observations.recorded",
        "t1",
        5,
        observations=[{"timestamp": "2026-01-01T10:00:00", "content": "late"}],
        coversUpToId="never-seen",
    )
    lines = [recorded("r1", ("e0", "e2"), "one", at=1), dangling]
    assert view_of(tree, lines).settled_to == "e2"
    assert started(tree, lines) == [("e3", "e5"), ("e6", "e8")]


def test_a_failure_in_the_future_is_no_reason_to_wait():
    chunk = ("e0", "e2")
    assert started(users(3), [failed(1, chunk, 0)], now=NOW - 86_400) == [chunk]

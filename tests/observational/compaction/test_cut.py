"""Where a compaction may cut, case by case."""

from silcrow.observational.compaction import best_cut, first_unsettled_chunk, tail_sizes
from silcrow.observational.observation import ChunkRange, Outcome
from silcrow.observational.placement import PlacedChunk
from silcrow.sessions.entries import SourceEntry, SourceKind
from tests.observational.small_tree import source_entry


def talk(*kinds: SourceKind, tokens: int = 10) -> list[SourceEntry]:
    return [source_entry(f"e{number}", tokens, kind) for number, kind in enumerate(kinds)]


def chunk(first: int, last: int, outcome: Outcome = "recorded") -> PlacedChunk:
    return PlacedChunk(first, last, outcome, ChunkRange(f"e{first}", f"e{last}"), record_id=f"r{first}-{last}")


SIX = talk(*["user"] * 6)


def test_the_tail_comes_closest_to_its_target():
    pairs = [chunk(0, 1), chunk(2, 3), chunk(4, 5)]
    assert best_cut(SIX, pairs, 38) == 2
    assert best_cut(SIX, pairs, 12) == 4


def test_of_two_tails_equally_close_the_longer_one_is_kept():
    assert best_cut(SIX, [chunk(0, 1), chunk(2, 3)], 30) == 2


def test_only_the_end_of_a_chunk_is_a_place_to_cut():
    assert best_cut(SIX, [chunk(0, 3)], 50) == 4


def test_nothing_is_cut_behind_a_hole():
    assert best_cut(SIX, [chunk(0, 1), chunk(4, 4)], 0) == 2
    assert best_cut(SIX, [chunk(2, 3)], 20) is None


def test_failed_and_parked_chunks_are_holes_and_accepted_and_empty_ones_are_none():
    for outcome in ("failed", "parked"):
        assert best_cut(SIX, [chunk(0, 1), chunk(2, 3, outcome)], 0) == 2
    for outcome in ("accepted", "empty"):
        assert best_cut(SIX, [chunk(0, 1), chunk(2, 3, outcome)], 0) == 4


def test_a_cut_is_never_inside_a_larger_settled_chunk():
    assert best_cut(SIX, [chunk(0, 4), chunk(0, 1)], 40) == 5
    assert best_cut(SIX, [chunk(0, 1), chunk(1, 3)], 40) == 4


def test_text_is_never_kept_from_a_tool_result_on():
    called = talk("user", "calls", "result", "user")
    assert best_cut(called, [chunk(0, 1), chunk(2, 2)], 20) == 3
    assert best_cut(called[:3], [chunk(0, 1)], 20) is None


def test_something_is_always_kept():
    assert best_cut(SIX, [chunk(0, 5)], 0) is None


def test_what_is_cut_already_is_not_cut_again():
    assert best_cut(SIX, [chunk(0, 1), chunk(2, 3)], 60, after=2) == 4
    assert best_cut(SIX, [chunk(0, 1)], 60, after=2) is None


def test_an_empty_path_has_no_cut():
    assert best_cut([], [], 10) is None
    assert tail_sizes([]) == [0]


def test_the_first_unsettled_chunk_is_counted_as_the_status_lists_chunks():
    assert first_unsettled_chunk(6, [chunk(0, 1), chunk(2, 3)]) == 3
    assert first_unsettled_chunk(6, [chunk(0, 3), chunk(0, 1), chunk(2, 3)]) == 2
    assert first_unsettled_chunk(6, []) == 1
    assert first_unsettled_chunk(6, [chunk(0, 5)]) is None

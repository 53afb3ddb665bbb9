from hypothesis import given
from hypothesis import strategies as st

from silcrow.observational.observation import Observation
from silcrow.observational.pool import due_for_filing


def pool(*tokens: int) -> list[Observation]:
    return [Observation(f"2026-01-01T10:00:{index:02}", "x", size) for index, size in enumerate(tokens)]


def taken(*tokens: int, target: int = 100, trigger: int = 200) -> int:
    return len(due_for_filing(pool(*tokens), target, trigger))


def test_nothing_is_due_within_the_target():
    assert taken(50, 50) == 0


def test_the_oldest_above_the_target_are_due():
    assert taken(30, 30, 30, 30, 30) == 2
    assert [each.timestamp[-2:] for each in due_for_filing(pool(30, 30, 30, 30, 30), 100, 200)] == ["00", "01"]


def test_one_run_takes_no_more_than_lies_between_target_and_trigger():
    assert taken(*[30] * 20) == 3


def test_a_single_observation_larger_than_a_run_is_taken_alone():
    assert taken(500, 30) == 1


@given(st.lists(st.integers(1, 60), max_size=40), st.integers(0, 300), st.integers(1, 300))
def test_what_stays_reaches_down_to_the_target_and_no_further_than_needed(sizes: list[int], target: int, room: int):
    due = due_for_filing(pool(*sizes), target, target + room)
    left = sum(sizes[len(due) :])
    assert not due or left + sizes[len(due) - 1] > target
    assert left <= target or sum(sizes[: len(due) + 1]) > room
    assert sum(sizes[: len(due)]) <= room or len(due) == 1

from hypothesis import given
from hypothesis import strategies as st

from silcrow.dreaming.book import SessionMark
from silcrow.dreaming.turns import Turn
from silcrow.dreaming.unread import Reading, mark_after, unread


def turn(number: int) -> Turn:
    return Turn((f"u{number}",), (f"a{number}",), float(number))


def reading(
    numbers: range | list[int], mark: SessionMark | None = None, *, behind: range | None = None, begun: float = 0.0
) -> Reading:
    """Turns on the active path; ``behind``: those on the paths to the leaves of the mark."""
    ids = frozenset(entry for number in behind or () for entry in turn(number).entries)
    return Reading([turn(number) for number in numbers], mark, ids, behind is not None, begun)


def ids(turns: tuple[Turn, ...]) -> list[int]:
    return [int(turn.last[1:]) for turn in turns]


def test_without_a_mark_all_turns_within_the_horizon_are_due():
    assert ids(unread(reading(range(1, 6)), 3.0)) == [3, 4, 5]


def test_what_is_older_than_its_fork_belongs_to_the_parent():
    assert ids(unread(reading(range(1, 6), begun=4.0), 0.0)) == [4, 5]


def test_a_mark_counts_up_to_its_deepest_entry_on_the_active_path():
    mark = SessionMark(("a9",), 9.0)
    # The branch that was read went 1, 2, 3, 9; the active one is 1, 2, 4, 5.
    entries = frozenset(entry for number in (1, 2, 3, 9) for entry in turn(number).entries)
    seen = Reading([turn(number) for number in (1, 2, 4, 5)], mark, entries, leaves_found=True)
    assert ids(unread(seen, 0.0)) == [4, 5]


def test_in_a_file_put_back_from_a_copy_the_time_of_the_mark_counts():
    assert ids(unread(reading(range(1, 6), SessionMark(("gone",), 3.0)), 0.0)) == [4, 5]


def test_reading_moves_the_mark_to_the_last_turn_that_was_read():
    seen = reading(range(1, 6))
    mark = mark_after(seen, {"a1", "a2"}, 0.0)
    assert (mark.leaves, mark.time) == (("a2",), 2.0)
    assert ids(unread(reading(range(1, 6), mark, behind=range(1, 3)), 0.0)) == [3, 4, 5]


def test_branches_that_were_read_before_stay_known():
    mark = SessionMark(("left",), 3.0)
    seen = Reading([turn(4), turn(5)], mark, frozenset({"left"}), leaves_found=True)
    assert mark_after(seen, {"a4", "a5"}, 0.0).leaves == ("left", "a5")


def test_older_turns_become_due_on_request_and_only_once():
    mark = mark_after(reading(range(1, 9)), {f"a{number}" for number in range(5, 9)}, 5.0)
    assert mark.since == 5.0
    again = reading(range(1, 9), mark, behind=range(1, 9))
    assert ids(unread(again, 5.0)) == []
    assert ids(unread(again, 2.0)) == [2, 3, 4]
    half = mark_after(again, {"a2"}, 2.0)
    rest = reading(range(1, 9), half, behind=range(1, 9))
    assert ids(unread(rest, 2.0)) == [3, 4]
    whole = mark_after(rest, {"a3", "a4"}, 2.0)
    assert (whole.since, whole.older) == (2.0, ())
    assert ids(unread(reading(range(1, 9), whole, behind=range(1, 9)), 2.0)) == []
    assert ids(unread(reading(range(1, 9), whole, behind=range(1, 9)), 0.0)) == [1]


@given(length=st.integers(1, 12), steps=st.lists(st.tuples(st.integers(1, 4), st.integers(0, 12)), max_size=8))
def test_whatever_is_read_in_parts_is_read_once_and_nothing_is_left_out(length: int, steps: list[tuple[int, int]]):
    mark, behind, read, lowest = None, None, [], 99.0
    for number, asked in (*steps, (length, 0)):
        horizon = min(lowest, float(asked))
        lowest = horizon
        seen = reading(range(1, length + 1), mark, behind=behind)
        due = unread(seen, horizon)[:number]
        if due:
            mark = mark_after(seen, {each.last for each in due}, horizon)
            behind = range(1, max(int(leaf[1:]) for leaf in mark.leaves) + 1)
            read += ids(due)
    assert len(read) == len(set(read))
    assert not [
        each for each in unread(reading(range(1, length + 1), mark, behind=behind), 0.0) if int(each.last[1:]) in read
    ]

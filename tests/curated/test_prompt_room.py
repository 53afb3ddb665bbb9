from hypothesis import given
from hypothesis import strategies as st

from silcrow.curated.prompt_room import choose_entries, share_room

sizes = st.integers(min_value=0, max_value=500)


@given(sizes, sizes, st.integers(min_value=0, max_value=600))
def test_both_shares_together_never_exceed_the_room(first: int, second: int, room: int) -> None:
    shares = share_room([first, second], room)
    assert min(shares[0], first) + min(shares[1], second) <= room


@given(sizes, sizes, st.integers(min_value=0, max_value=600))
def test_each_gets_what_it_needs_up_to_half(first: int, second: int, room: int) -> None:
    shares = share_room([first, second], room)
    assert shares[0] >= min(first, room // 2)
    assert shares[1] >= min(second, room // 2)


def test_what_one_leaves_over_goes_to_the_other() -> None:
    assert share_room([10, 200], 100) == (10, 90)
    assert share_room([200, 10], 100) == (90, 10)


def test_an_entry_that_is_too_long_does_not_hide_the_ones_behind_it() -> None:
    assert choose_entries([10, 500, 10], 30) == [0, 2]


def test_those_that_may_wait_come_last_but_keep_their_place() -> None:
    assert choose_entries([20, 20, 20], 40, later={0}) == [1, 2]
    assert choose_entries([20, 20, 20], 60, later={0}) == [0, 1, 2]

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.observational.sorted_blocks import SortedBlocks


def key(item: tuple[int, int]) -> tuple[int, int]:
    return item


@settings(max_examples=60)
@given(st.lists(st.one_of(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=600), st.integers(0, 9))))
def test_it_is_a_sorted_list_whatever_comes_and_goes(steps: list[list[tuple[int, int]] | int]):
    blocks, plain = SortedBlocks(key), list[tuple[int, int]]()
    for step in steps:
        before, then = blocks.now(), list(plain)
        if isinstance(step, list):
            blocks.add_all(list(step))
            plain = sorted([*plain, *step])
        else:
            found = next((each for each in plain if each[0] == step), None)
            if found is None:
                with pytest.raises(KeyError):
                    blocks.pop((step,))
            else:
                assert blocks.pop((step,)) == found
                plain.remove(found)
        assert list(blocks.now()) == plain
        assert len(blocks) == len(blocks.now()) == len(plain)
        # What was handed out stays as it was.
        assert list(before) == then


def test_one_by_one_is_the_same_as_all_at_once():
    one_by_one, at_once = SortedBlocks(key), SortedBlocks(key)
    items = [(number * 7 % 2_500, number) for number in range(2_500)]
    for item in items:
        one_by_one.add(item)
    at_once.add_all(list(items))
    assert one_by_one.now() == at_once.now()

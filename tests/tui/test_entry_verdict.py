from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from silcrow.curated.states import Drift
from silcrow_tui.screens.entry_verdict import judge_form, judge_size, usage_after
from tests.scenes.memory import memory_file, used

FILE = memory_file("memory", ("uses uv", "runs on two cores"), 60)


def test_a_new_entry_costs_its_text_and_a_separator():
    assert usage_after(FILE, "  short  ", None).used == used(("uses uv", "runs on two cores", "short"))


def test_the_first_entry_of_a_file_costs_no_separator():
    assert usage_after(memory_file("memory", (), 60), "short", None).used == 5


def test_a_change_costs_the_difference():
    assert usage_after(FILE, "uses uv, never pip", "uses uv").used == used(("uses uv, never pip", "runs on two cores"))


@given(st.lists(st.text("ab ", min_size=1).map(str.strip).filter(bool), unique=True), st.text("cd", min_size=1))
def test_the_count_equals_the_joined_text(entries: list[str], text: str):
    assert usage_after(memory_file("memory", tuple(entries), 99), text, None).used == used((*entries, text))


def test_what_fits_says_how_much_is_left():
    verdict = judge_size(FILE, "ten chars.", None)
    assert (verdict.words, verdict.savable) == ("fits, 20 left", True)


def test_exactly_full_still_fits():
    assert judge_size(FILE, "x" * 30, None).words == "fits, 0 left"


def test_what_is_too_long_says_by_how_much():
    verdict = judge_size(FILE, "x" * 42, None)
    assert (verdict.words, verdict.savable) == ("12 over: shorten it", False)


def test_a_file_over_its_limit_takes_what_makes_it_smaller():
    over = memory_file("memory", ("x" * 70, "y" * 10), 60)
    assert judge_size(over, "x" * 65, "x" * 70).savable
    assert not judge_size(over, "x" * 75, "x" * 70).savable


def test_an_unchanged_text_is_not_saved():
    assert judge_size(FILE, "uses uv ", "uses uv").words == "unchanged"


def test_an_empty_text_is_not_saved():
    assert not judge_size(FILE, "  \n ", None).savable
    assert not judge_size(FILE, "", "uses uv").savable


def test_a_drifted_file_takes_nothing():
    drifted = replace(FILE, drift=Drift("oversize", "entry 1 is too long"))
    verdict = judge_size(drifted, "fits otherwise", None)
    assert verdict.words == "drift: writes are refused, nothing is lost"
    assert not verdict.savable


def test_a_line_with_only_the_delimiter_is_named():
    verdict = judge_form("one\n  §\t\ntwo")
    assert verdict is not None
    assert not verdict.savable
    assert "would split this entry" in verdict.words


def test_a_delimiter_inside_a_line_is_fine():
    assert judge_form("see § 4 of the contract") is None

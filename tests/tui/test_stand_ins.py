import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.text import display_text
from silcrow_tui.screens.stand_ins import StandIns, without_hidden
from tests.scenes import texts

NASTY = st.text(
    st.sampled_from("ab §\n\t\x1b\x07\x00\x7f\x9b\x85\r\u202e\u200b\u200d\u2028\ufeff\U000e0041\ud800👩💻é漢␛◊")
)


@given(NASTY)
def test_what_is_shown_means_what_it_stands_for(text: str):
    stand_ins = StandIns.for_text(text)
    assert stand_ins.restore(stand_ins.show(text)) == text


@given(NASTY)
def test_one_character_stands_for_one(text: str):
    assert len(StandIns.for_text(text).show(text)) == len(text)


@given(NASTY)
def test_no_control_reaches_the_screen(text: str):
    shown = StandIns.for_text(text).show(text)
    assert not any(char != "\n" and char != "\t" and not char.isprintable() and char != "\u200d" for char in shown)


@given(NASTY)
def test_lines_are_the_same_ones(text: str):
    shown = StandIns.for_text(text).show(text)
    assert shown.splitlines() == shown.removesuffix("\n").split("\n") or shown == ""


@pytest.mark.parametrize("text", texts.HOSTILE)
def test_hostile_texts_are_safe_to_draw(text: str):
    shown = StandIns.for_text(text).show(text)
    assert display_text(shown, multiline=True) == shown


def test_controls_are_drawn_as_their_pictures():
    stand_ins = StandIns.for_text("a\x1b[31m\x7f")
    assert stand_ins.show("a\x1b[31m\x7f") == "a␛[31m␡"
    assert stand_ins.legend == "␛ is U+001B, ␡ is U+007F"


def test_a_picture_that_the_text_holds_already_is_not_taken():
    text = "␛ and \x1b"
    shown = StandIns.for_text(text).show(text)
    assert shown[0] == "␛"
    assert shown[-1] not in ("␛", "\x1b")


def test_a_joined_emoji_is_left_alone():
    text = "👩\u200d💻 works"
    assert StandIns.for_text(text).show(text) == text


def test_what_comes_in_loses_its_hidden_characters_and_keeps_its_lines():
    assert without_hidden("a\x1b[0mb\r\nc\rd\u202e") == "a[0mb\nc\nd"

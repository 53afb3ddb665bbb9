import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.text import cell_width, display_text, one_line
from silcrow.text.display import _SUSPECTS  # pyright: ignore[reportPrivateUsage]

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\x1b\r\n\t\x07\x7f\x9b\u202e\u200b\u200c\u200d\ufe0f\U0001f3f4\U000e0067\U000e007f\ud800\ue000"
        ),
        st.sampled_from("aمیनക👩💻🏽⚕漢1"),
    )
)
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, ~!", "plain text, ~!"),
        ("", ""),
        ("Grüße, 漢字, Ελληνικά", "Grüße, 漢字, Ελληνικά"),
        ("\x1b]52;c;eA==\x07", "␛]52;c;eA==␇"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x9b31m", "<U+009B>31m"),
        ("a\x00b\x7f", "a␀b␡"),
        ("a\rb\r\n", "a␍b␍␊"),
        ("a\tb", "a   b"),
        ("\tx", "    x"),
        ("abcd\tx", "abcd    x"),
        ("\x1b\tx", "␛   x"),
        ("\u202egnp.exe", "<U+202E>gnp.exe"),
        ("a\u2066b\u2069", "a<U+2066>b<U+2069>"),
        ("a\u200bb\ufeffc\u2060", "a<U+200B>b<U+FEFF>c<U+2060>"),
        ("so\u00adft", "so<U+00AD>ft"),
        ("a\u2028b", "a<U+2028>b"),
        ("\ud800 \udfff", "<U+D800> <U+DFFF>"),
        ("\ue000\U0010fffd", "<U+E000><U+10FFFD>"),
        ("\ufffe\U0001ffff", "<U+FFFE><U+1FFFF>"),
        ("\u3164\u115f", "<U+3164><U+115F>"),
        ("hi\U000e0068\U000e0069", "hi<U+E0068><U+E0069>"),
        ("[/red] [@click=app.quit]x[/]", "[/red] [@click=app.quit]x[/]"),
    ],
)
def test_what_cannot_be_seen_is_named(text: str, shown: str):
    assert display_text(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",  # Persian
        "क\u094d\u200dष",  # Hindi
        "ന\u0d4d\u200dമ",  # Malayalam
        "👩\u200d💻 code",
        "👩🏽\u200d⚕\ufe0f",
        "👨\u200d👩\u200d👧\u200d👦",
        "🏳\ufe0f\u200d🌈",
        "❤\ufe0f\u200d🔥",
        "⏺\ufe0f 1\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "🇩🇪",
        "葛\U000e0100",
        "e\u0301",
    ],
)
def test_what_scripts_and_emoji_need_stays(text: str):
    assert display_text(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ig\u200cnore prev\u200cious", "ig<U+200C>nore prev<U+200C>ious"),
        ("a\u200db", "a<U+200D>b"),
        ("م\u200c\u200cی", "م<U+200C><U+200C>ی"),
        ("👩\u200d", "👩<U+200D>"),
        ("\u200d👩", "<U+200D>👩"),
        ("👩\u200dx", "👩<U+200D>x"),
        ("👩\u200c💻", "👩<U+200C>💻"),
        ("a\ufe0f", "a<U+FE0F>"),
        ("⏺\ufe0f\ufe0f", "⏺\ufe0f<U+FE0F>"),
        ("\ufe0f", "<U+FE0F>"),
        ("漢\U000e0101\U000e0102", "漢\U000e0101<U+E0102>"),
        ("🏴\U000e0067\U000e007f", "🏴<U+E0067><U+E007F>"),
        ("🏴" + "\U000e0061" * 7 + "\U000e007f", "🏴" + "<U+E0061>" * 7 + "<U+E007F>"),
    ],
)
def test_the_same_characters_are_named_where_nothing_needs_them(text: str, shown: str):
    assert display_text(text) == shown


def test_lines_stay_lines_when_several_are_shown():
    assert display_text("a\n\tb\r\n\x1b", multiline=True) == "a\n    b␍\n␛"


def test_one_line_marks_line_breaks_and_cuts_to_cells():
    assert one_line("a\r\nb\rc\nd") == "a↵b↵c↵d"
    assert one_line("abcdef", 6) == "abcdef"
    assert one_line("abcdefg", 6) == "abcde…"
    assert one_line("漢字漢字", 5) == "漢字…"
    assert one_line("\x1b" * 10_000_000, 4) == "␛␛␛…"
    assert one_line("abc", 0) == ""


def test_a_line_that_is_cut_before_it_is_shown_still_says_so():
    assert one_line("e" + "\u0301" * 5_000, 6).endswith("…")


@given(HOSTILE, st.integers(0, 20))
def test_one_line_never_takes_more_cells_than_it_may(text: str, width: int):
    shown = one_line(text, width)
    assert cell_width(shown) <= width
    assert "\n" not in shown


@given(HOSTILE, st.booleans())
def test_nothing_dangerous_or_invisible_is_left(text: str, multiline: bool):
    shown = display_text(text, multiline=multiline)
    without_flags = FLAG.sub("", shown)
    for index, character in enumerate(without_flags):
        category = unicodedata.category(character)
        assert category not in ("Cs", "Co")
        assert category != "Cc" or (multiline and character == "\n")
        if category == "Cf":
            assert character in "\u200c\u200d"
            assert 0 < index < len(without_flags) - 1
            assert not without_flags[index - 1].isascii()
            assert not without_flags[index + 1].isascii()


@given(HOSTILE)
def test_a_shown_text_shows_as_itself(text: str):
    assert display_text(display_text(text)) == display_text(text)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_ascii_is_never_changed(text: str):
    assert display_text(text) == text


def test_every_control_format_private_and_surrogate_character_is_a_suspect():
    for code in range(0x110000):
        character = chr(code)
        if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp"):
            assert _SUSPECTS.match(character), hex(code)


@pytest.mark.parametrize("hostile", ["\x1b", "\u200d", "\ufe0f", "👩\u200d", "\U0001f3f4\U000e0061", "\t", "🏽"])
def test_the_work_grows_with_the_length_and_no_faster(hostile: str):
    # Quadratic work on a million characters would run into the time limit of the test.
    assert len(display_text(hostile * (1_000_000 // len(hostile)))) >= 1_000_000

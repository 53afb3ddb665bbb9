"""Lines are compared without what Markdown and the format put around them."""

import pytest

from silcrow.curated.recovery.line_forms import bare, is_mangled_delimiter, is_mark


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("- Uses uv.", "Uses uv."),
        ("  * Uses uv.  ", "Uses uv."),
        ("12. Uses uv.", "Uses uv."),
        ("> > quoted", "quoted"),
        ("> - quoted item", "quoted item"),
        ("## Heading ##", "Heading"),
        ("never pip§", "never pip"),
        ("§Uses uv.", "Uses uv."),
        ("see § 4", "see § 4"),
        ("C# and F#", "C# and F#"),
        ("2024. was a year", "2024. was a year"),
        ("-1 is a number", "-1 is a number"),
        ("§", ""),
        ("  ", ""),
    ],
)
def test_marks_and_outer_signs_don_t_count(line: str, form: str) -> None:
    assert bare(line) == form


@pytest.mark.parametrize("line", ["\\§", "**§**", "Â§", "\ufffd", "§\u200b", "- §", "`§`"])
def test_what_is_left_of_a_delimiter_is_a_mark(line: str) -> None:
    assert is_mangled_delimiter(line)
    assert is_mark(line)


@pytest.mark.parametrize("line", ["---", "***", "* * *", "____", "=====", "\u200b", "\0\0"])
def test_a_line_without_words_is_a_mark(line: str) -> None:
    assert is_mark(line)


@pytest.mark.parametrize("line", ["§", "", " ", "- a", "see §", "§ 4", "a § b", "--", "-"])
def test_text_blanks_and_delimiters_are_no_marks(line: str) -> None:
    assert not is_mark(line)

import pytest

from silcrow.text import cell_width, cut_cells


@pytest.mark.parametrize(("text", "cells"), [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("…", 1), ("", 0), ("👩", 2)])
def test_widths_are_those_of_a_terminal(text: str, cells: int):
    assert cell_width(text) == cells


@pytest.mark.parametrize(
    ("text", "cells", "cut"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("漢字漢", 6, "漢字漢"),
        ("漢字漢", 5, "漢字…"),
        ("漢字漢", 4, "漢…"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
        ("", 3, ""),
    ],
)
def test_a_cut_text_fits_and_shows_its_cut(text: str, cells: int, cut: str):
    assert cut_cells(text, cells) == cut

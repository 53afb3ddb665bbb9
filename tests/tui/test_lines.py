"""Lines as values: cutting, padding, wrapping, gauges, the strip, numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from silcrow.curated.results import Usage
from silcrow.curated.states import Entry
from silcrow.observational.status import Cell
from silcrow_tui.panes.curated_lines import gauge_line
from silcrow_tui.panes.entry_lines import EntryRow, entry_line
from silcrow_tui.panes.outside import OutsideTexts, outside_words
from silcrow_tui.signs import ASCII, UNICODE, signs_for
from silcrow_tui.widgets.gauge import bar, fill_role, fill_word
from silcrow_tui.widgets.line import Piece, cut, fitted, line, line_width, plain, rule, shown, spread
from silcrow_tui.widgets.timeline import timeline_line
from silcrow_tui.widgets.words import age, counted, elapsed, size, usd
from silcrow_tui.widgets.wrapping import wrapped
from tests.scenes.memory import memory_file
from tests.scenes.states import busy_state

WIDE_TEXT = st.text(st.sampled_from("ab 漢字テ👩‍💻é\u0301ه\u202e\x1b[/]\n"), max_size=60)


@given(text=WIDE_TEXT, cells=st.integers(0, 40))
def test_shown_content_never_takes_more_cells_than_it_may(text: str, cells: int):
    assert cell_len(shown(text, cells)) <= cells


@given(texts=st.lists(WIDE_TEXT, max_size=4), cells=st.integers(0, 50))
def test_a_fitted_line_has_exactly_its_cells(texts: list[str], cells: int):
    assert line_width(fitted([Piece(shown(text, 60)) for text in texts], cells)) == cells


@given(left=WIDE_TEXT, right=WIDE_TEXT, cells=st.integers(0, 50))
def test_a_spread_line_has_exactly_its_cells(left: str, right: str, cells: int):
    assert line_width(spread(line(shown(left, 60)), line(shown(right, 60)), cells)) == cells


@given(text=WIDE_TEXT, cells=st.integers(2, 30))
def test_wrapping_loses_nothing_but_blanks_and_fits(text: str, cells: int):
    harmless = shown(text, 300)
    rows = wrapped(line(harmless), cells)
    assert all(line_width(row) <= cells for row in rows)
    assert "".join(plain(row) for row in rows).replace(" ", "") == harmless.replace(" ", "")


def test_wrapping_breaks_at_blanks():
    assert [plain(row) for row in wrapped((Piece("one two"), Piece(" three", "dim")), 8)] == ["one two", "three"]


def test_a_cut_ends_in_the_sign_of_the_set():
    assert cut("abcdef", 4) == "abc…"
    assert cut("abcdef", 5, ASCII) == "ab..."
    assert cut("漢字テスト", 6) == "漢字…"


def test_line_breaks_are_shown_as_a_sign():
    assert shown("one\ntwo", 20) == "one↵two"
    assert shown("one\ntwo", 20, ASCII) == "one|two"


def test_a_rule_reaches_to_the_end():
    assert plain(rule("MEMORY", 12)) == "MEMORY ─────"


@pytest.mark.parametrize(
    ("part", "whole", "shown_bar"),
    [
        (0, 10, "··········"),
        (10, 10, "██████████"),
        (15, 10, "██████████"),
        (5.5, 10, "█████▌····"),
        (1, 0, "··········"),
    ],
)
def test_bars_are_filled_to_half_a_cell(part: float, whole: float, shown_bar: str):
    assert bar(part, whole, 10) == shown_bar


@pytest.mark.parametrize(
    ("used", "role", "word"), [(79, "ok", ""), (80, "wait", "near"), (100, "wait", "full"), (101, "bad", "over")]
)
def test_a_fill_warns_from_eighty_percent(used: int, role: str, word: str):
    assert fill_role(used, 100) == role
    assert fill_word(used, 100) == word


def test_gauges_say_in_words_and_numbers_how_full_a_file_is():
    near = replace(memory_file("memory", ["x"], 2_200), usage=Usage(2_091, 2_200))
    assert plain(gauge_line(near, 80)).split() == [
        "MEMORY",
        *["95%", "—", "2,091/2,200", "chars"],
        "███████████████·",
        "near",
        *["109", "left", "·", "1", "entry"],
    ]
    over = replace(memory_file("memory", ["x"], 2_200), usage=Usage(2_300, 2_200))
    assert "over by 100" in plain(gauge_line(over, 80))
    full = replace(memory_file("memory", ["x"], 2_200), usage=Usage(2_200, 2_200))
    assert "full 0 left" in " ".join(plain(gauge_line(full, 80)).split())
    assert "no file yet" in plain(gauge_line(memory_file("memory", (), 2_200), 80))


def test_the_strip_says_how_many_chunks_a_cell_stands_for():
    few: list[Cell] = [
        "consolidated",
        "partly",
        "cut",
        "pool",
        "nothing",
        "running",
        "queued",
        "raw",
        "failed",
        "gap",
        "tip",
    ]
    assert plain(timeline_line(few, 40)).split() == ["▓▒┊░-●○·✗?▸", "9", "chunks"]
    assert plain(timeline_line(few, 40, ASCII)).split() == ["#=|:-@o.x?>", "9", "chunks"]
    assert plain(timeline_line(["pool"] * 200, 50)).endswith("1 cell = 13 chunks")
    assert plain(timeline_line((), 40)) == "no chunks yet"


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0s"), (59, "59s"), (60, "1m"), (7_200, "2h"), (34 * 86_400, "34d"), (-5, "0s")]
)
def test_ages_are_one_unit(seconds: float, words: str):
    assert age(seconds) == words


def test_numbers_are_written_as_people_read_them():
    assert elapsed(7) == "0:07" and elapsed(3_723) == "1:02:03"
    assert size(812) == "812 B" and size(2_304) == "2.3 kB" and size(4_021_000) == "4.0 MB"
    assert usd(0.0004) == "<$0.001" and usd(0.0004, partial=True) == "≥$0" and usd(0.0) == "$0.000"
    assert usd(1_234.5) == "$1,234.50" and usd(10_000 * 0.0001) == "$1.000"
    assert usd(0.412) == "$0.412" and usd(0.004, partial=True) == "≥$0.004" and usd(None) == "?"
    assert counted(1, "entry", "entries") == "1 entry" and counted(2_300, "chunk") == "2,300 chunks"


@pytest.mark.parametrize(
    ("environ", "signs"),
    [
        ({}, UNICODE),
        ({"LANG": "en_US.UTF-8"}, UNICODE),
        ({"LANG": "C"}, ASCII),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, ASCII),
        ({"TERM": "linux", "LANG": "en_US.UTF-8"}, ASCII),
    ],
)
def test_the_signs_follow_terminal_and_locale(environ: dict[str, str], signs: object):
    assert signs_for(environ) is signs


def test_a_folder_that_goes_and_comes_back_unchanged_is_no_change_by_others():
    before = busy_state()
    away = replace(before.memory.memory, exists=False, entries=())
    texts = OutsideTexts()
    for file in (before.memory.memory, away, before.memory.memory):
        texts.see("memory", file, ())
    gone = replace(before, memory=replace(before.memory, memory=away))
    assert not any(texts.is_outside("memory", entry.text) for entry in before.memory.memory.entries)
    assert outside_words(before, gone, ()) == outside_words(gone, before, ()) == ()


@pytest.mark.parametrize(
    ("entry", "flag"),
    [
        (Entry(1, "x", findings=({"severity": "block", "message": "m"},), blocked=True), "⊘ blocked"),
        (Entry(1, "x", findings=({"severity": "note", "message": "m"},)), "! note"),
        (Entry(1, "x", findings=({"severity": "block", "message": "m"},), acknowledged=True), " "),
        (Entry(1, "x", pinned=True), "P"),
    ],
)
def test_an_entry_shows_what_the_scanner_found_and_its_pin(entry: Entry, flag: str):
    row = EntryRow("memory", entry)
    assert flag in plain(entry_line(row, 60))
    assert row.flagged == ("blocked" in flag or "note" in flag)

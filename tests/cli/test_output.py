"""The printing side by itself: safe, valid, aligned."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.text import cell_width
from silcrow_tui.cli.output import in_encoding, json_text, table

TEXTS = st.text(st.characters() | st.sampled_from("\x1b\x7f\x9b\u202e\u200b\u2028\ufeff\U000e0041\ud800§é"))
ENCODINGS = st.sampled_from(["utf-8", "cp1252", "ascii", "cp437", "no such encoding"])
DANGEROUS = {"Cc", "Cs", "Co"}


@given(st.dictionaries(TEXTS, st.lists(TEXTS)), ENCODINGS)
def test_a_document_is_valid_json_of_the_same_value_in_every_encoding(document, encoding):
    shown = json_text(document, encoding)
    if encoding != "no such encoding":
        shown.encode(encoding)
    assert json.loads(shown) == document


@given(TEXTS, ENCODINGS)
def test_a_document_holds_no_character_that_a_terminal_acts_on(text, encoding):
    shown = json_text([text], encoding).replace("\n", "")
    assert not {unicodedata.category(character) for character in shown} & DANGEROUS
    assert not set(shown) & set(
        "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u2028\u2029\ufeff"
    )


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("86% — 3/4 · §", "cp1252", "86% — 3/4 · §"),
        ("86% — 3/4 · §", "ascii", "86% - 3/4 . S"),
        ("▓▒░·▸ ✓ ✗ ● …", "ascii", "#=:.> v x @ ..."),
        ("done 🎉", "cp1252", "done \\U0001f389"),
        ("پا", "cp1252", "\\u067e\\u0627"),
    ],
)
def test_what_a_console_cannot_show_gets_a_stand_in_or_an_escape(text, encoding, shown):
    assert in_encoding(text, encoding) == shown


@given(st.lists(st.tuples(TEXTS, TEXTS, st.just("end")), min_size=1))
def test_columns_of_a_table_start_in_the_same_cell(rows):
    lines = table(rows, right=(1,))
    assert len({cell_width(line) for line in lines}) == 1


def test_a_table_without_rows_has_no_lines():
    assert table([]) == []

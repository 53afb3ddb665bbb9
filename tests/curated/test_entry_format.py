import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.curated.entry_format import BLANKS, NotText, Parsed, joined_length, parse, serialise
from tests.curated.strategies import awkward_texts, entry_lists


def read(content: bytes) -> Parsed:
    parsed = parse(content)
    assert isinstance(parsed, Parsed)
    return parsed


@given(entry_lists)
def test_what_the_gate_lets_in_reads_back_as_it_was(entries: list[str]) -> None:
    assert read(serialise(entries)).entries == tuple(entries)


@given(st.binary(max_size=200) | awkward_texts.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_parsing_never_raises_and_settles_after_one_rewrite(content: bytes) -> None:
    parsed = parse(content)
    if isinstance(parsed, Parsed):
        assert read(serialise(parsed.entries)).entries == parsed.entries


def test_blanks_are_all_that_python_calls_space_and_the_byte_order_mark() -> None:
    spaces = {chr(point) for point in range(sys.maxunicode + 1) if chr(point).isspace()}
    assert set(BLANKS) == spaces | {"\ufeff"}


def test_entries_are_joined_by_a_lone_sign_without_a_final_newline() -> None:
    assert serialise(["one", "two"]) == "one\n§\ntwo".encode()


def test_an_emptied_store_is_no_bytes() -> None:
    assert serialise([]) == b""
    assert read(b"").entries == ()


@pytest.mark.parametrize(
    "content",
    [
        "a\r\n§\r\nb\r\n§\r\nc",
        "a\r\n§\r\nb\n§\nc",
        "a\r§\rb\r§\rc",
        "a\n\n§\n\nb\n§ \nc\n\n",
        "\ufeffa\n§\nb\t\n \f§\u2003\nc",
        "§\na\n§\n§\nb\n§\n \n§\nc\n§",
    ],
)
def test_line_ends_and_spacing_around_delimiters_do_not_matter(content: str) -> None:
    assert read(content.encode()).entries == ("a", "b", "c")


def test_a_sign_inside_a_line_is_text() -> None:
    text = "Lease: see § 4 and §5(2) BGB\n§ 12 applies"
    assert read(serialise([text, "b"])).entries == (text, "b")


def test_line_ends_inside_an_entry_become_lf() -> None:
    assert read(b"one\r\ntwo\rthree").entries == ("one\ntwo\nthree",)


def test_of_identical_entries_the_first_is_kept_and_the_rest_counted() -> None:
    parsed = read("Uses uv \n§\n\nUses uv\n§\nother\n§\n\tUses uv\n§\n\n§\n".encode())
    assert parsed.entries == ("Uses uv", "other")
    assert (parsed.duplicates, parsed.empty_parts) == (2, 2)


def test_entries_know_their_place_in_the_text() -> None:
    parsed = read("\n  one\n§\n\ntwo\nlines".encode())
    assert [(part.text, part.offset, part.line) for part in parsed.parts] == [("one", 3, 2), ("two\nlines", 10, 5)]
    assert all(parsed.text[part.offset :].startswith(part.text) for part in parsed.parts)


@given(awkward_texts)
def test_every_entry_stands_at_its_offset_and_line(text: str) -> None:
    parsed = parse(text.encode("utf-8", "replace"))
    assert isinstance(parsed, Parsed)
    for part in parsed.parts:
        assert parsed.text.startswith(part.text, part.offset)
        assert part.line == parsed.text.count("\n", 0, part.offset) + 1


def test_wrong_bytes_are_told_by_offset_and_line() -> None:
    content = b"fine\nPrefers caf\xe9 au lait\n\xc2\xa7\nSecond entry"
    flaw = parse(content)
    assert isinstance(flaw, NotText)
    assert (flaw.offset, flaw.line) == (content.index(b"\xe9"), 2)


def test_utf_16_is_named_as_such() -> None:
    assert "UTF-16" in str(parse("abc".encode("utf-16")))


def test_length_counts_code_points_and_delimiters() -> None:
    assert joined_length(["😀", "b"]) == len("😀\n§\nb")
    assert joined_length([]) == 0

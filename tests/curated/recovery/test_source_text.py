"""Any bytes can be shown, and what was no UTF-8 is marked."""

from hypothesis import given
from hypothesis import strategies as st

from silcrow.curated.recovery.source_text import read_source


def test_valid_text_is_read_as_it_is_with_lf_line_ends() -> None:
    read = read_source("über\r\nzwei\rdrei".encode())
    assert (read.text, read.misread, read.flaw) == ("über\nzwei\ndrei", frozenset(), None)


def test_a_latin_1_byte_is_read_as_windows_1252_and_its_line_is_marked() -> None:
    read = read_source("grün\n".encode() + b"gr\xfcn\xa0\x80\nblau")
    assert read.text == "grün\ngrün\xa0€\nblau"
    assert read.misread == {2}
    assert read.read_as == "windows-1252"
    assert read.flaw is not None
    assert read.flaw.line == 2


def test_valid_characters_beside_a_wrong_byte_stay() -> None:
    assert read_source("„Übung“ ".encode() + b"\xc2").text == "„Übung“ Â"


def test_a_byte_without_a_meaning_becomes_a_control_that_can_be_shown() -> None:
    assert read_source(b"a\x81b\xffc\xff").text == "a\x81bÿcÿ"


def test_a_latin_1_delimiter_separates() -> None:
    assert read_source(b"a\n\xa7\nb").text == "a\n§\nb"


def test_utf_16_is_read_whole_and_every_line_is_marked() -> None:
    read = read_source("eins\r\nzwei".encode("utf-16"))
    assert (read.text, read.read_as, read.misread) == ("eins\nzwei", "utf-16", {1, 2})


@given(st.binary(max_size=80))
def test_no_bytes_are_refused_and_no_line_is_lost(content: bytes) -> None:
    read = read_source(content)
    if read.read_as != "utf-16":
        assert read.text.count("\n") == content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
    read.text.encode("utf-8")

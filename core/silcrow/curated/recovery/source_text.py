"""A damaged file as text that can be shown: no byte is left out, and lines with wrong bytes are marked."""

from typing import Literal

from msgspec import Struct

from silcrow.curated.entry_format import NotText, parse, unify_line_ends

ReadAs = Literal["utf-8", "windows-1252", "utf-16"]


class SourceText(Struct, frozen=True):
    """What the bytes of a memory file say."""

    text: str
    """With LF line ends."""
    misread: frozenset[int] = frozenset()
    """Lines, from 1, that hold bytes that are no UTF-8."""
    read_as: ReadAs = "utf-8"
    """How those lines were read."""
    flaw: NotText | None = None
    """The first wrong byte; None for valid UTF-8."""


def read_source(content: bytes) -> SourceText:
    """Read any bytes as text.

    Bytes that are no UTF-8 are read as Windows-1252, byte by byte, and their lines are marked. A file that starts with
    a UTF-16 mark and is valid UTF-16 is read so, with all of its lines marked.
    """
    parsed = parse(content)
    if not isinstance(parsed, NotText):
        return SourceText(parsed.text)
    wide = _as_utf16(content)
    if wide is not None:
        return SourceText(wide, frozenset(range(1, wide.count("\n") + 2)), "utf-16", parsed)
    lines: list[str] = []
    misread: set[int] = set()
    # Line ends are bytes of their own in UTF-8 and in Windows-1252 alike.
    for number, line in enumerate(content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"), start=1):
        text, is_wrong = _read_line(line)
        lines.append(text)
        if is_wrong:
            misread.add(number)
    return SourceText("\n".join(lines), frozenset(misread), "windows-1252", parsed)


def _as_utf16(content: bytes) -> str | None:
    if not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    try:
        return unify_line_ends(content.decode("utf-16"))
    except UnicodeDecodeError:
        return None


def _read_line(line: bytes) -> tuple[str, bool]:
    done: list[str] = []
    rest = line
    while True:
        try:
            done.append(rest.decode("utf-8"))
        except UnicodeDecodeError as error:
            done.append(rest[: error.start].decode("utf-8"))
            done.append("".join(map(_windows_1252, rest[error.start : error.end])))
            rest = rest[error.end :]
        else:
            return "".join(done), len(done) > 1


def _windows_1252(byte: int) -> str:
    try:
        return bytes((byte,)).decode("windows-1252")
    except UnicodeDecodeError:
        # Five bytes mean nothing there; as controls they stay visible.
        return chr(byte)

"""The file format that silcrow shares with other agents: entries between lines that are a lone ``§``.

Reading is forgiving and loses nothing: any line end counts, blanks around entries and delimiters go, empty parts and
repeated entries are dropped. Writing is canonical: entries joined by newline, ``§``, newline, and no final newline.
For every list that passes the gate, ``parse(serialise(entries)).entries == entries``.
"""

from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache

from msgspec import Struct

SIGN = "§"
DELIMITER = f"\n{SIGN}\n"

_REMEMBERED = 8
"""Texts whose entries are at hand: one call looks at the same bytes several times, the next begins with them."""

BLANKS = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What is stripped: all that ``str.isspace`` knows, and U+FEFF. One class for parsing and for refusing content."""


class Part(Struct, frozen=True):
    """A stretch of the file between two delimiter lines, stripped."""

    text: str
    offset: int
    """Code points from the start of the text to the first character that is no blank."""
    line: int
    """Line of that character, from 1."""


class Parsed(Struct, frozen=True, dict=True):
    """A memory file as text, with everything that a rewrite would tidy."""

    text: str
    """With LF line ends; a byte-order mark is still in it."""
    entries: tuple[str, ...]
    """In order: not empty, each text once."""
    duplicates: int = 0
    """Repeated entries that were left out."""
    empty_parts: int = 0
    """Blank stretches beside delimiters that were left out."""
    line_ends: tuple[str, ...] = ()
    """Line ends other than LF that the file uses: ``CRLF``, ``CR``."""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The entries, each with its first place in the text."""
        first: dict[str, Part] = {}
        for part in _stretches(self.text):
            if part.text:
                first.setdefault(part.text, part)
        return tuple(first.values())

    @property
    def byte_order_mark(self) -> bool:
        return self.text.startswith("\ufeff")

    @property
    def blank(self) -> bool:
        """Nothing in it but blanks."""
        return not strip(self.text)


class NotText(Struct, frozen=True):
    """The bytes are not valid UTF-8."""

    offset: int
    """Bytes before the first wrong one."""
    line: int
    """Line of that byte, from 1."""
    reason: str

    def __str__(self) -> str:
        return f"not valid UTF-8 at byte {self.offset:,} (line {self.line:,}): {self.reason}"


@lru_cache(maxsize=_REMEMBERED)
def parse(content: bytes) -> Parsed | NotText:
    """Read a whole file. Never raises: bytes that are no UTF-8 are an answer of their own."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        return NotText(error.start, content.count(b"\n", 0, error.start) + 1, _reason(content, error))
    line_ends = _foreign_line_ends(text)
    return _split(unify_line_ends(text) if line_ends else text, line_ends)


def parse_entries(entries: Iterable[str]) -> Parsed:
    """What a file with just these entries, written canonically, reads as."""
    return _parse_listed(tuple(entries))


@lru_cache(maxsize=_REMEMBERED)
def _parse_listed(entries: tuple[str, ...]) -> Parsed:
    return _split(join(entries), ())


def join(entries: Iterable[str]) -> str:
    return DELIMITER.join(entries)


def serialise(entries: Iterable[str]) -> bytes:
    """The canonical bytes of a store; an emptied store is 0 bytes."""
    return join(entries).encode("utf-8")


def joined_length(entries: Collection[str]) -> int:
    """Code points of the joined text, delimiters counted."""
    return sum(map(len, entries)) + len(DELIMITER) * max(0, len(entries) - 1)


def strip(text: str) -> str:
    return text.strip(BLANKS)


def unify_line_ends(text: str) -> str:
    """CRLF and CR become LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def is_delimiter_line(line: str) -> bool:
    """A ``§`` alone but for blanks. A ``§`` inside a line is text."""
    return SIGN in line and strip(line) == SIGN


def _foreign_line_ends(text: str) -> tuple[str, ...]:
    if "\r" not in text:
        return ()
    crlf = text.count("\r\n")
    found = {"CRLF": crlf, "CR": text.count("\r") - crlf}
    return tuple(name for name, count in found.items() if count)


def _split(text: str, line_ends: tuple[str, ...]) -> Parsed:
    entries = _split_canonical(text)
    if entries is not None:
        return Parsed(text, entries, line_ends=line_ends)
    parts: dict[str, None] = {}
    duplicates = empty_parts = 0
    for part in _stretches(text):
        if not part.text:
            empty_parts += 1
        elif part.text in parts:
            duplicates += 1
        else:
            parts[part.text] = None
    if not parts:
        empty_parts = max(0, empty_parts - 1)
    return Parsed(text, tuple(parts), duplicates, empty_parts, line_ends)


def _split_canonical(text: str) -> tuple[str, ...] | None:
    """The entries of a text that is spelt as a write spells it, as nearly all are; None for any other."""
    entries = tuple(text.split(DELIMITER))
    if text.count(SIGN) != len(entries) - 1 or len(set(entries)) != len(entries):
        return None
    for entry in entries:
        if not entry or entry[0] in BLANKS or entry[-1] in BLANKS:
            return None
    return entries


def _stretches(text: str) -> Iterable[Part]:
    start, start_line = 0, 1
    offset = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if is_delimiter_line(line):
            yield _part(text, start, offset, start_line)
            start, start_line = offset + len(line) + 1, number + 1
        offset += len(line) + 1
    yield _part(text, start, len(text), start_line)


def _part(text: str, start: int, end: int, line: int) -> Part:
    stretch = text[start:end]
    trimmed = stretch.lstrip(BLANKS)
    skipped = len(stretch) - len(trimmed)
    return Part(trimmed.rstrip(BLANKS), start + skipped, line + stretch.count("\n", 0, skipped))


def _reason(content: bytes, error: UnicodeDecodeError) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the file looks like UTF-16"
    return f"byte 0x{content[error.start]:02x}, {error.reason}"

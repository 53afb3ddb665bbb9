"""JOURNEY.md: what happened, in dated segments, oldest first. It grows at its end."""

import re
from pathlib import Path

from msgspec import Struct

from silcrow.files import read_bytes
from silcrow.observational.file_names import JOURNEY_FILE
from silcrow.text import estimate_tokens

_HEADING = re.compile(r"^## (?P<date>\d{4}-\d{2}-\d{2}[^\r\n]*)$", re.ASCII | re.MULTILINE)
_READ_LIMIT = 4 << 20


class Segment(Struct, frozen=True):
    date: str
    """The heading: a date, often with more behind it."""
    text: str


def read_journey(folder: Path) -> str:
    """The journey as it is; empty when there is none. Bytes that are no UTF-8 become U+FFFD."""
    try:
        return read_bytes(folder / JOURNEY_FILE, limit=_READ_LIMIT).decode("utf-8", "replace")
    except OSError:
        return ""


def journey_tokens(folder: Path) -> int:
    """Estimated tokens of the whole journey, which every compaction carries."""
    return estimate_tokens(read_journey(folder))


def segments(text: str) -> tuple[Segment, ...]:
    """The dated segments; text before the first heading belongs to none."""
    headings = list(_HEADING.finditer(text))
    starts = [heading.start() for heading in headings] + [len(text)]
    return tuple(
        Segment(heading["date"].strip(), text[heading.end() : end].strip())
        for heading, end in zip(headings, starts[1:], strict=True)
    )


def append_segment(text: str, date: str, prose: str) -> str:
    """The journey with one more segment at its end; what stands there stays byte for byte, but for blank lines last."""
    kept = text.rstrip()
    between = "\n\n" if kept else ""
    return f"{kept}{between}## {date}\n\n{prose.strip()}\n"

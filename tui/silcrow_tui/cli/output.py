"""What the command line prints: one JSON document, or lines for people; never a raw control character of content."""

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

import click

from silcrow.text import display_text

# Characters that json leaves as they are and that a terminal could act on or hide: DEL, C1, joiners, bidi controls,
# separators, fillers, surrogates, private use and tags. They only occur inside strings, so \u escapes stay valid JSON.
_UNSHOWN = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\ue000-\uf8ff"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)


def _escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def json_text(document: Any, encoding: str) -> str:
    """One JSON document, indented; escaped where the console of that encoding can't show it."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    if not text.isascii():
        text = _UNSHOWN.sub(_escape, text)
        try:
            text.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            text = json.dumps(document, ensure_ascii=True, indent=2)
    return text


def emit_json(document: Any) -> None:
    """Print exactly one JSON document on standard output."""
    _write(sys.stdout, json_text(document, sys.stdout.encoding or "ascii"))


def say(*lines: str, role: str | None = None) -> None:
    """Print lines for people on standard output. Content is made safe here, so callers pass it as it is.

    A role colours whole lines: ``ok``, ``wait``, ``bad`` or ``dim``; not when piped or with NO_COLOR.
    """
    style = _STYLES[role] if role and _has_colour(sys.stdout) else None
    for line in lines:
        shown = display_text(line, multiline=True)
        _write(sys.stdout, click.style(shown, **style) if style else shown)


def complain(*lines: str) -> None:
    """Print lines for people on standard error."""
    for line in lines:
        _write(sys.stderr, display_text(line, multiline=True))


_STYLES: dict[str, dict[str, Any]] = {
    "ok": {"fg": "green"},
    "wait": {"fg": "yellow"},
    "bad": {"fg": "red"},
    "dim": {"dim": True},
}


def _has_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def table(rows: Sequence[Sequence[str]], *, right: Iterable[int] = (), indent: str = "") -> list[str]:
    """Rows as aligned lines, two spaces between columns; columns in ``right`` hold numbers. The last one is ragged."""
    if not rows:
        return []
    to_right = set(right)
    cells = [[display_text(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines: list[str] = []
    for row in cells:
        parts = [
            cell.rjust(width) if i in to_right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((indent + "  ".join(parts)).rstrip())
    return lines


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text + "\n")
    except UnicodeEncodeError:
        encoding = stream.encoding or "ascii"
        stream.write(text.encode(encoding, "replace").decode(encoding) + "\n")

"""What the command line prints: one JSON document, or lines for people; never a raw control character of content.

A console that cannot show a character gets a stand-in, and a reader that has gone is no error.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

import click

from silcrow.text import cell_width, display_text
from silcrow.text import one_line as display_line
from silcrow_tui.signs import STAND_INS, Role

# Characters that json leaves as they are and that a terminal could act on or hide: DEL, C1, joiners, bidi controls,
# separators, fillers, surrogates, private use and tags. They only occur inside strings, so \u escapes stay valid JSON.
_UNSHOWN = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\ue000-\uf8ff"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_STAND_INS = {**STAND_INS, "—": "-", "≥": ">="}
_STYLES: dict[Role, dict[str, Any]] = {
    "ok": {"fg": "green"},
    "run": {"fg": "cyan"},
    "wait": {"fg": "yellow"},
    "bad": {"fg": "red"},
    "dim": {"dim": True},
}
_PIPE_COLUMNS = 100


def emit_json(document: Any) -> None:
    """Print exactly one JSON document on standard output."""
    _write(sys.stdout, json_text(document, _encoding(sys.stdout)))


def json_text(document: Any, encoding: str) -> str:
    """One JSON document, indented; escaped where the console of that encoding can't show it."""
    text = _UNSHOWN.sub(_escape, json.dumps(document, ensure_ascii=False, indent=2))
    return text if _shows(text, encoding) else _UNSHOWN.sub(_escape, json.dumps(document, indent=2))


def say(*lines: str, role: Role = "normal") -> None:
    """Print lines for people on standard output. Content is made safe here, so callers pass it as it is.

    A role colours whole lines; not when piped, on a dumb terminal or with NO_COLOR.
    """
    style = _STYLES.get(role) if _has_colour(sys.stdout) else None
    for line in lines:
        shown = display_text(line, multiline=True)
        _write(sys.stdout, click.style(shown, **style) if style else shown)


def complain(*lines: str) -> None:
    """Print lines for people on standard error, made safe like those of `say`."""
    for line in lines:
        _write(sys.stderr, display_text(line, multiline=True))


def table(rows: Sequence[Sequence[str]], *, right: Iterable[int] = (), indent: str = "") -> list[str]:
    """Rows as aligned lines, two spaces between columns; columns in ``right`` hold numbers. The last one is ragged."""
    if not rows:
        return []
    to_right = set(right)
    cells = [[display_text(cell) for cell in row] for row in rows]
    widths = [max(cell_width(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines: list[str] = []
    for row in cells:
        parts: list[str] = []
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            room = " " * (width - cell_width(cell))
            parts.append(room + cell if column in to_right else cell + room)
        lines.append((indent + "  ".join(parts)).rstrip())
    return lines


def one_line(text: str, *, beside: int = 0) -> str:
    """Text on one line, cut with a mark to what is left of the terminal's width; ``beside`` cells are taken already."""
    return display_line(text, max(20, _columns() - beside))


def flush() -> None:
    """Hand over everything that was printed. Raises OSError when the disk behind an output is full."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            let_go(stream)
        except OSError:
            let_go(stream)
            raise


def let_go(stream: TextIO) -> None:
    """Print into nothing from now on: the reader has gone, and Python would complain once more at its exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)


def in_encoding(text: str, encoding: str) -> str:
    """The text with a stand-in or an escape for each character that the encoding lacks."""
    if _shows(text, encoding):
        return text
    return "".join(character if _shows(character, encoding) else _stand_in(character) for character in text)


def _stand_in(character: str) -> str:
    return _STAND_INS.get(character) or character.encode("ascii", "backslashreplace").decode()


def _shows(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def _encoding(stream: TextIO) -> str:
    return stream.encoding or "ascii"


def _has_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return _PIPE_COLUMNS


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(in_encoding(text, _encoding(stream)) + "\n")
    except BrokenPipeError:
        let_go(stream)

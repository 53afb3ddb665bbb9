"""The form in which foreign text may be shown: nothing in it moves the cursor, hides or reorders.

Escape sequences, bidirectional overrides and invisible characters are content like any other and are shown as marks
that can be read. What writing systems and emoji need stays: joiners between letters that use them or inside an emoji
sequence, one variation selector behind a sign that has variants, flags. Stored text is never changed by this.
"""

import re

from silcrow.text.cells import cut_cells
from silcrow.text.invisible import FLAG, is_variation_selector, joiner_fits, selector_fits

_TAB_STOP = 4
_JOINERS = "\u200c\u200d"

_SUSPECTS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 14))
    + "\U000e0000-\U0010ffff]"
)
"""Every character that cannot be shown as it is, or only in a fitting place."""

_FLAG_OR_SUSPECT = f"{FLAG}|{_SUSPECTS.pattern}"


def display_text(text: str, *, multiline: bool = False) -> str:
    """The text with everything invisible or dangerous made visible, in linear time.

    In the result no character is a control (but line feeds, when ``multiline``), a surrogate or private; of the format
    characters only joiners in a fitting place and the tags of a well-formed flag are left. Controls become their
    pictures (``␛``), everything else ``<U+202E>``. Tabs become spaces up to the next multiple of four.
    """
    if text.isprintable() and text.isascii():
        return text
    if _SUSPECTS.search(text) is None:
        return text
    if multiline:
        return "\n".join(_display_line(line) for line in text.split("\n"))
    return _display_line(text)


def one_line(text: str, width: int | None = None) -> str:
    """Display form on one line, with ``↵`` for line breaks; cut to ``width`` terminal cells if given."""
    # What is cut off need not be made safe first: a hostile line may be a megabyte long.
    kept = text if width is None else text[: 8 * width + 64]
    shown = display_text(re.sub(r"\r\n|\r|\n", "↵", kept))
    if width is None:
        return shown
    return cut_cells(shown if len(kept) == len(text) else f"{shown}…", width)


def _display_line(line: str) -> str:
    parts: list[str] = []
    done = column = 0
    for match in re.finditer(_FLAG_OR_SUSPECT, line):
        if match.start() > done:
            parts.append(line[done : match.start()])
            column += match.start() - done
        done = match.end()
        shown = " " * (_TAB_STOP - column % _TAB_STOP) if match[0] == "\t" else _shown(line, match)
        parts.append(shown)
        column += len(shown)
    parts.append(line[done:])
    return "".join(parts)


def _shown(line: str, match: re.Match[str]) -> str:
    found = match[0]
    if len(found) > 1:
        return found
    code = ord(found)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if found in _JOINERS and joiner_fits(line, match.start()):
        return found
    if is_variation_selector(code) and selector_fits(line, match.start()):
        return found
    return f"<U+{code:04X}>"

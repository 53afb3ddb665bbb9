"""The form in which foreign text may be shown: nothing in it moves the cursor, hides or reorders.

Escape sequences, bidirectional overrides and invisible characters are content like any other and are shown as marks
that can be read. What writing systems and emoji need stays: joiners between letters that use them or inside an emoji
sequence, one variation selector behind a sign that has variants, flags. Stored text is never changed by this.
"""

import re
import unicodedata

from silcrow.text.cells import cut_cells

_TAB_STOP = 4

_SUSPECTS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 14))
    + "\U000e0000-\U0010ffff]"
)
"""Every character that cannot be shown as it is, or only in a fitting place."""

_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
_FLAG_OR_SUSPECT = f"{_FLAG}|{_SUSPECTS.pattern}"

# The patterns below are compiled at their first use: few texts need them, and one of them takes milliseconds.

_JOINERS = "\u200c\u200d"
_EMOJI_VARIATION = "\ufe0f"

_JOINING_LETTER = (
    "[\u0600-\u07ff\u0840-\u085f\u0860-\u08ff\u0900-\u0dff\u0f00-\u109f\u1700-\u18af\u1900-\u1cff\ua800-\uabff"
    "\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f]"
)
"""Scripts that use the joiners in their spelling, from Arabic over the Indic ones to Adlam."""

_PICTOGRAPH = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
)
_SKIN_TONE = "[\U0001f3fb-\U0001f3ff]"
_IDEOGRAPH = "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]"


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
    if found in _JOINERS and _joiner_fits(line, match.start()):
        return found
    if _is_variation_selector(code) and _selector_fits(line, match.start()):
        return found
    return f"<U+{code:04X}>"


def _joiner_fits(line: str, at: int) -> bool:
    before, after = line[at - 1 : at], line[at + 1 : at + 2]
    if not before or not after:
        return False
    if re.match(_JOINING_LETTER, before) and re.match(_JOINING_LETTER, after):
        return True
    return line[at] == "\u200d" and re.match(_PICTOGRAPH, after) is not None and _ends_in_emoji(line, at)


def _ends_in_emoji(line: str, end: int) -> bool:
    """Before ``end`` stands a pictograph, perhaps with one skin tone or the selector of its coloured form."""
    last = line[end - 1]
    if last == _EMOJI_VARIATION or re.match(_SKIN_TONE, last):
        last = line[end - 2 : end - 1]
    return re.match(_PICTOGRAPH, last) is not None


def _is_variation_selector(code: int) -> bool:
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


def _selector_fits(line: str, at: int) -> bool:
    base = line[at - 1 : at]
    if not base:
        return False
    if re.match(_IDEOGRAPH, base):
        return True
    # Only signs and digits have the sixteen small variants; behind a letter they carry nothing but hidden text.
    return ord(line[at]) <= 0xFE0F and (unicodedata.category(base)[0] in "SP" or base.isdecimal())

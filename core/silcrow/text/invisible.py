"""Characters that show nothing, judged where they stand: some spell a word or an emoji, others only hide something.

Writing systems and emoji need a few of them: joiners between letters of scripts that spell with them or inside an emoji
sequence, one variation selector behind a sign that has variants, the tags of a flag, direction marks beside words that
run from right to left. What stands anywhere else can't be seen by the person who approves a text, but is read by a
model.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

HiddenKind = Literal["tag", "bidi", "joiner", "space", "selector", "soft_hyphen", "filler", "control"]

FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
"""Pattern of a well-formed flag of a part of a country."""

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Inside of a character class: all that shows nothing and is no blank."""

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
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
_UNSPACED = "[\u0e00-\u0eff\u0f00-\u109f\u1780-\u17ff\u1980-\u19df\u3040-\u30ff\u3400-\u9fff]"
"""Scripts that put no blanks between words, where a zero-width space says where a line may break."""
_MONGOLIAN = "[\u1800-\u18af]"
_HANGUL = "[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3\uffa0-\uffdc]"


_LONG_RUN = 64


class Hidden(Struct, frozen=True):
    """A run of invisible characters of one kind where no script and no emoji needs them."""

    start: int
    end: int
    """Code points of the text."""
    kind: HiddenKind
    inside_word: bool
    """It stands between two letters or digits, where it can only be meant to break up a word."""
    overrides: bool
    """It changes the order in which other characters are shown, in a line that has no need for it."""

    @property
    def length(self) -> int:
        return self.end - self.start


def joiner_fits(text: str, at: int) -> bool:
    """Whether the joiner or non-joiner at this place belongs to the spelling of a word or to an emoji."""
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if not before:
        return False
    if re.match(_JOINING_LETTER, before) and (re.match(_JOINING_LETTER, after) or _ends_word(after)):
        return True
    return text[at] == "\u200d" and re.match(_PICTOGRAPH, after) is not None and _ends_in_emoji(text, at)


def _ends_word(after: str) -> bool:
    """At the end of a word a joiner shapes the last letter."""
    return not after or after.isspace() or unicodedata.category(after)[0] == "P"


def is_variation_selector(code: int) -> bool:
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


def selector_fits(text: str, at: int) -> bool:
    """Whether the variation selector at this place stands behind a character that has variants."""
    base = text[at - 1 : at] if at else ""
    if not base:
        return False
    if re.match(_IDEOGRAPH, base):
        return True
    # Only signs and digits have the sixteen small variants; behind a letter they carry nothing but hidden text.
    return ord(text[at]) <= 0xFE0F and (unicodedata.category(base)[0] in "SP" or base.isdecimal())


def hidden_runs(text: str) -> Iterator[Hidden]:
    """The misplaced invisible characters of a text, neighbours taken together, in order and in linear time."""
    if text.isascii():
        return
    for match in re.finditer(f"(?P<flag>{FLAG})|[{INVISIBLE}]+", text):
        if match["flag"] is None:
            yield from _misplaced(text, match.start(), match.end())


def _misplaced(text: str, start: int, end: int) -> Iterator[Hidden]:
    """The kinds of a run of invisible characters, in stretches of one kind that don't belong where they are."""
    if end - start > _LONG_RUN:
        # However it is mixed, no script and no emoji has that many in a row.
        yield Hidden(start, end, _kind(ord(text[start])), inside_word=False, overrides=False)
        return
    between = start > 0 and end < len(text) and _in_latin_word(text[start - 1]) and _in_latin_word(text[end])
    kinds: list[HiddenKind | None] = [
        None if _belongs(text, at, end - start) else _kind(ord(text[at])) for at in range(start, end)
    ]
    at = start
    while at < end:
        kind = kinds[at - start]
        stop = at + 1
        while stop < end and kinds[stop - start] == kind:
            stop += 1
        if kind is not None:
            overrides = kind == "bidi" and _overrides(text, at, stop)
            yield Hidden(at, stop, kind, between, overrides)
        at = stop


def _kind(code: int) -> HiddenKind:
    if is_variation_selector(code) or 0x180B <= code <= 0x180F:
        return "selector"
    if 0xE0000 <= code <= 0xE0FFF:
        return "tag"
    if code in (0x200E, 0x200F, 0x061C) or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069:
        return "bidi"
    if code in (0x200C, 0x200D):
        return "joiner"
    if code in (0x200B, 0x2060, 0xFEFF):
        return "space"
    if code == 0x00AD:
        return "soft_hyphen"
    return "filler" if unicodedata.category(chr(code)) != "Cf" else "control"


def _belongs(text: str, at: int, run: int) -> bool:
    character = text[at]
    code = ord(character)
    if character in _JOINERS:
        return joiner_fits(text, at)
    if is_variation_selector(code):
        return selector_fits(text, at)
    if code == 0xFEFF:
        return at == 0 and run == 1
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if code == 0x200B:
        return run == 1 and (_is(_UNSPACED, before) or _is(_UNSPACED, after))
    if code in (0x200E, 0x200F, 0x061C):
        return run == 1 and not (_in_latin_word(before) and _in_latin_word(after)) and _runs_both_ways(text, at)
    if 0x180B <= code <= 0x180F:
        return _is(_MONGOLIAN, before)
    if code in (0x115F, 0x1160, 0x3164, 0xFFA0):
        return run == 1 and (_is(_HANGUL, before) or _is(_HANGUL, after))
    if code in (0x17B4, 0x17B5):
        return _is("[\u1780-\u17ff]", before)
    return False


def _overrides(text: str, start: int, end: int) -> bool:
    if any(text[at] in "\u202d\u202e" for at in range(start, end)):
        return True
    marks = any(text[at] not in "\u200e\u200f\u061c" for at in range(start, end))
    return marks and not _runs_both_ways(text, start)


def _runs_both_ways(text: str, at: int) -> bool:
    """Whether letters that run from right to left stand near: within 80 code points on the same line."""
    near = text[max(0, at - 80) : at].rpartition("\n")[2] + text[at : at + 80].partition("\n")[0]
    return re.search(_RIGHT_TO_LEFT, near.replace("\u061c", "")) is not None


def _in_latin_word(character: str) -> bool:
    return character.isalnum() and (character.isascii() or character < "\u0530" or "\u1e00" <= character < "\u2000")


def _is(letters: str, character: str) -> bool:
    return bool(character) and re.match(letters, character) is not None


def _ends_in_emoji(text: str, end: int) -> bool:
    """Before ``end`` stands a pictograph, perhaps with one skin tone or the selector of its coloured form."""
    last = text[end - 1]
    if last == _EMOJI_VARIATION or re.match(_SKIN_TONE, last):
        last = text[end - 2 : end - 1]
    return re.match(_PICTOGRAPH, last) is not None

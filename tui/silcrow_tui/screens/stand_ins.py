"""Visible stand-ins for characters that must not reach a terminal, one for one, so that a cursor stays in step.

A text area draws its document as it is, control characters included. So what it gets is the text with each such
character replaced by one visible character that the text does not hold, and what it gives back is translated again:
nothing is lost, and nothing leaks.
"""

from collections.abc import Mapping

from msgspec import Struct

from silcrow.text import display_text

_POOL = "◊◇□▫◦※¤" + "".join(chr(0x2801 + n) for n in range(255))
_LINE_BREAKS = frozenset("\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
"""What Python's ``splitlines`` takes for a line end beside LF and CR: an editor would turn each into LF."""


def is_hidden(text: str, index: int) -> bool:
    """Whether the character there is one that a screen must not be sent as it is. A joiner inside an emoji is fine."""
    char = text[index]
    if char in "\n\t" or " " <= char <= "~":
        return False
    if char in _LINE_BREAKS:
        return True
    around = text[max(0, index - 8) : index + 9]
    return char not in display_text(around, multiline=True)


def without_hidden(text: str) -> str:
    """The text with line ends as LF and no hidden characters: for what is typed or pasted."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(char for index, char in enumerate(plain) if not is_hidden(plain, index))


class StandIns(Struct, frozen=True):
    """A one-to-one table from hidden characters to visible ones."""

    table: Mapping[str, str]

    @classmethod
    def for_text(cls, text: str) -> "StandIns":
        """A table for the hidden characters of a text; none of its stand-ins occurs in that text."""
        hidden = dict.fromkeys(text[index] for index in range(len(text)) if is_hidden(text, index))
        free = iter([char for char in _POOL if char not in text])
        table: dict[str, str] = {}
        for char in hidden:
            picture = chr(0x2400 + ord(char)) if ord(char) < 0x20 else "␡" if char == "\x7f" else ""
            table[char] = picture if picture and picture not in text else next(free)
        return cls(table)

    def show(self, text: str) -> str:
        """The text as it may be drawn. Only characters that are hidden where they stand are replaced."""
        if not self.table:
            return text
        return "".join(self.table.get(char, char) if is_hidden(text, at) else char for at, char in enumerate(text))

    def restore(self, shown: str) -> str:
        """The text that is meant."""
        back = {shown: char for char, shown in self.table.items()}
        return shown.translate(str.maketrans(back)) if back else shown

    @property
    def legend(self) -> str:
        """``␛ is U+001B, ◊ is U+202E``; empty when nothing is hidden."""
        first = [f"{shown} is U+{ord(char):04X}" for char, shown in list(self.table.items())[:4]]
        more = len(self.table) - len(first)
        return ", ".join(first) + (f" and {more} more" if more > 0 else "")

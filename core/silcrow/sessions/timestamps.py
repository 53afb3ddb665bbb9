"""The timestamps of all entries, packed: pi writes 24 characters each, and a Python string costs three times that."""

from collections.abc import Sequence

_WIDTH = 24
_BLANK = b" " * _WIDTH


class TimestampColumn:
    """Timestamps by row, as the file spells them; an entry without one has an empty text."""

    def __init__(self) -> None:
        self._packed = bytearray()
        self._odd: dict[int, str] = {}

    def extend(self, texts: Sequence[str]) -> None:
        """The timestamps of the next rows."""
        joined = "".join(texts)
        if joined.isascii() and all(map(_WIDTH.__eq__, map(len, texts))):
            self._packed += joined.encode()
            return
        for text in texts:
            if len(text) == _WIDTH and text.isascii():
                self._packed += text.encode()
            else:
                self._odd[len(self._packed) // _WIDTH] = text
                self._packed += _BLANK

    def __getitem__(self, row: int) -> str:
        odd = self._odd.get(row)
        if odd is not None:
            return odd
        return self._packed[row * _WIDTH : (row + 1) * _WIDTH].decode()

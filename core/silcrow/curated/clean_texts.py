"""Which texts the scanner found nothing in, so that a look at a folder need not load it.

For showing only: whatever lets a text into memory or into a prompt scans it again. The file may be lost at any time.
Each of its lines names the rules that judged, and then texts by their hashes.
"""

import hashlib
import os
from functools import cache
from pathlib import Path

from silcrow.files import append_line, read_bytes, replace_own

_KEPT = 2_000
_LARGEST = 200_000
"""Bytes from which the file is written anew with the newest texts alone."""
_SAVED_AT_ONCE = 16
"""A process that judges one text after the other writes them down in groups; its first one at once."""


class CleanTexts:
    """The clean texts of one memory folder, by their hashes, as the rules of today judge them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, None] | None = None
        self._unsaved: dict[str, None] = {}
        self._saved = False

    def knows(self, text: str) -> bool:
        """The scanner found nothing in this text."""
        return text in self._unsaved or _name(text) in self._all_known()

    def note(self, text: str) -> None:
        """The scanner found nothing in this text just now."""
        self._unsaved[text] = None

    def save_some(self) -> None:
        """Write down what was noted, if it is worth a write by now."""
        if self._unsaved and (not self._saved or len(self._unsaved) >= _SAVED_AT_ONCE):
            self.save()

    def save(self) -> None:
        """Write down what was noted, beside what other processes wrote. A folder that is not there is not made."""
        texts = list(self._unsaved)
        if not texts or not os.path.isdir(self.path.parent):  # noqa: PTH112 - runs after writes
            return
        names = [name for name in map(_name, texts) if self._known is None or name not in self._known]
        try:
            if names and append_line(self.path, _line(names)) > _LARGEST:
                replace_own(self.path, _line(list(self._read())[-_KEPT:]) + b"\n")
        except OSError:
            return
        self._saved = True
        if self._known is not None:
            self._known.update(dict.fromkeys(names))
        for text in texts:
            self._unsaved.pop(text, None)

    def _all_known(self) -> dict[str, None]:
        if self._known is None:
            self._known = self._read()
        return self._known

    def _read(self) -> dict[str, None]:
        try:
            lines = read_bytes(self.path).decode("ascii", "replace").split("\n")
        except OSError:
            return {}
        known: dict[str, None] = {}
        for rules, *names in map(str.split, filter(str.strip, lines)):
            if rules == rules_in_force():
                known |= dict.fromkeys(names)
        return known


@cache
def rules_in_force() -> str:
    """A name for the code that judges texts: other code may judge otherwise."""
    root = Path(__file__).parents[1]
    marks: list[str] = []
    for folder in (root / "threats", root / "threats" / "rules", root / "text"):
        with os.scandir(folder) as found:
            for entry in found:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    marks.append(f"{entry.name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(marks)).encode()).hexdigest()[:16]


def _line(names: list[str]) -> bytes:
    return " ".join((rules_in_force(), *names)).encode()


def _name(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

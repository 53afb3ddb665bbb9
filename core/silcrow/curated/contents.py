"""The bytes of memory files by their SHA-256, each content once: ``.silcrow/history/<SHA-256>``.

What a write leaves and what it replaces lie here, so that changes can be taken back and damage be told from honest
edits. Nothing here is synced to the disk; whatever is not whole counts as not there.
"""

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from silcrow.files import keep_new, read_bytes

_NAME_LENGTH = 64
_REMEMBERED = 256


@lru_cache(maxsize=8)
def content_hash(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def is_content_name(text: str) -> bool:
    """Whether this can be the name of a content."""
    return len(text) == _NAME_LENGTH and text.isascii() and text.isalnum()


class Contents:
    """The folder of them. Files in it are only ever added and removed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._beginning = f"{folder}{os.sep}"
        self._whole: set[str] = set()
        """Names under which this process put or found the whole content; no power cut came since."""

    def keep(self, content: bytes) -> str:
        """Keep a content; its name. Raises OSError."""
        name = content_hash(content)
        path = self._beginning + name
        if name not in self._whole or not os.access(path, os.F_OK):
            keep_new(path, content)
            if len(self._whole) >= _REMEMBERED:
                self._whole.clear()
            self._whole.add(name)
        return name

    def read(self, name: str) -> bytes | None:
        """The bytes with this name; None when they are not kept, or no longer whole."""
        if not is_content_name(name):
            return None
        try:
            found = read_bytes(self.folder / name)
        except OSError:
            return None
        return found if content_hash(found) == name else None

"""The yardstick: an add as one would write it in an afternoon, with a lock and the two flushes that make it last.

What any add has to do and nothing else: a lock file, the entries taken apart, a look for the same one, the limit, a
temporary file as ``tempfile`` makes it, a rename, an answer. No scan, no damage check, no history, no respect for other
programs' locks, no care for links and modes.
"""

import fcntl
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

DELIMITER = "\n§\n"


def plain_add(path: Path, text: str, limit: int) -> str:
    with open(f"{path}.plain-lock", "a") as lock:  # noqa: PTH123 - the plain way
        fcntl.flock(lock, fcntl.LOCK_EX)
        content = path.read_text(encoding="utf-8") if path.exists() else ""
        entries = [entry.strip() for entry in content.split(DELIMITER) if entry.strip()]
        if text in entries:
            return "already there"
        joined = DELIMITER.join([*entries, text])
        if len(joined) > limit:
            return "over the limit"
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as temp:
            temp.write(joined)
            temp.flush()
            os.fsync(temp.fileno())
        os.replace(temp.name, path)  # noqa: PTH105
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    return f"added, {len(joined):,}/{limit:,} chars"

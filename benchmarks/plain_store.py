"""The yardstick: an add as one would write it in an afternoon, with a lock and the two flushes that make it last.

A lock file, a temporary file as ``tempfile`` makes it, a rename. No scan, no limits, no damage check, no history, no
respect for other programs' locks, no care for links and modes.
"""

import fcntl
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

DELIMITER = "\n§\n"


def plain_add(path: Path, text: str) -> None:
    with open(f"{path}.plain-lock", "a") as lock:  # noqa: PTH123 - the plain way
        fcntl.flock(lock, fcntl.LOCK_EX)
        content = path.read_text(encoding="utf-8") if path.exists() else ""
        entries = content.split(DELIMITER) if content else []
        if text not in entries:
            entries.append(text)
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as temp:
            temp.write(DELIMITER.join(entries))
            temp.flush()
            os.fsync(temp.fileno())
        os.replace(temp.name, path)  # noqa: PTH105
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

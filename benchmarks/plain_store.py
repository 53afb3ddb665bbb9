"""The yardstick: an add as one would write it in an afternoon, with a lock and the two flushes that make it last.

No scan, no limits, no damage check, no history, no respect for other programs' locks, no care for links and modes.
"""

import fcntl
import os
from pathlib import Path

DELIMITER = "\n§\n"


def plain_add(path: Path, text: str) -> None:
    with open(f"{path}.plain-lock", "a") as lock:  # noqa: PTH123 - the plain way
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            content = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            content = ""
        entries = content.split(DELIMITER) if content else []
        if text not in entries:
            entries.append(text)
        temp = f"{path}.{os.getpid()}.tmp"
        with open(temp, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(DELIMITER.join(entries))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temp, path)  # noqa: PTH105
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

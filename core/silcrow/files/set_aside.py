"""Moving a file out of the way without losing it."""

import os
from pathlib import Path


def set_aside(path: Path) -> Path:
    """Rename a file that can't be used to ``<name>.broken``, ``<name>.broken-2`` ...; where it is now.

    Nothing that stands there is replaced. The lock that guards the file must be held. Raises OSError.
    """
    number = 1
    while True:
        suffix = ".broken" if number == 1 else f".broken-{number}"
        kept = path.with_name(f"{path.name}{suffix}")
        if not os.path.lexists(kept):
            return path.rename(kept)
        number += 1

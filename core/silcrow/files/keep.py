"""Keeping a content for good under a name of its own."""

import contextlib
import os
from pathlib import Path

from silcrow.files.atomic import replace_own
from silcrow.files.plain_file import make_private_folder, read_without_links


def keep_new(path: Path | str, content: bytes, *, same: Path | None = None) -> None:
    """Make a file with this content, 0600, unless one of that name holds it already.

    What has the name and holds something else, as after a power cut, is replaced; a folder there is an OSError.
    ``same`` names a file that holds the same bytes and is only ever replaced, never changed in place: where the file
    system can, it gets a second name instead of a copy. Not synced to the disk. Raises OSError.
    """
    there = os.access(path, os.F_OK)
    if _holds(path, content) if there else same is not None and _linked(same, path):
        return
    replace_own(path, content)


def _holds(path: Path | str, content: bytes) -> bool:
    try:
        return read_without_links(path) == content
    except OSError:
        return False


def _linked(same: Path, path: Path | str) -> bool:
    for _ in range(2):
        try:
            os.link(same, path, follow_symlinks=False)
        except FileExistsError:
            return False
        except FileNotFoundError:
            with contextlib.suppress(OSError):
                make_private_folder(Path(path).parent)
        except OSError:
            return False
        else:
            return True
    return False

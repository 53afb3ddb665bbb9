"""Keeping a content for good under a name of its own."""

import os

from silcrow.files.atomic import open_new, replace_own, write_whole
from silcrow.files.plain_file import read_without_links


def keep_new(path: str, content: bytes) -> None:
    """Make a file with this content, 0600, unless one of that name holds it already.

    What has the name and holds something else, as after a power cut or from a writer that was killed, is replaced; a
    folder there is an OSError. Not synced to the disk. Raises OSError.
    """
    try:
        descriptor = open_new(path)
    except FileExistsError:
        if not _holds(path, content):
            replace_own(path, content)
        return
    try:
        write_whole(descriptor, content)
    finally:
        os.close(descriptor)


def _holds(path: str, content: bytes) -> bool:
    try:
        return read_without_links(path) == content
    except OSError:
        return False

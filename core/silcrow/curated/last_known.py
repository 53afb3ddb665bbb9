"""The bytes that silcrow last wrote or accepted: ``.silcrow/last/<FILE>`` holds their name, `Contents` the bytes."""

import os

from silcrow.curated.contents import Contents, content_hash, is_content_name
from silcrow.curated.store_file import Content, FileRead, StoreFile
from silcrow.files import replace_own
from silcrow.files.plain_file import OPEN_SAFELY, read_without_links


def read_note(file: StoreFile) -> bytes | None:
    """What the note on the last bytes holds; None when there is none, or none that can be read.

    To be read before the file: who writes in between leaves a file that is newer than the note, as any editor does.
    """
    try:
        return read_without_links(file.last_path)
    except OSError:
        return None


def last_bytes(file: StoreFile, note: bytes | None, read: FileRead | None = None) -> bytes | None:
    """The last known bytes by the note; ``read`` spares looking them up where the file still holds them.

    None when nothing is known, or the bytes are not there any more.
    """
    if note is None:
        return None
    if isinstance(read, Content) and content_hash(read.data).encode() == note:
        return read.data
    name = note.decode("ascii", "replace")
    # In an earlier form the note held the bytes themselves.
    return Contents(file.contents).read(name) if is_content_name(name) else note


def read_last(file: StoreFile) -> bytes | None:
    """The last known bytes; None when there are none, or none that can be read."""
    return last_bytes(file, read_note(file))


def write_note(file: StoreFile, name: str) -> None:
    """Note which bytes are the last ones; they have to be kept already. Raises OSError."""
    path, note = os.fspath(file.last_path), name.encode()
    if not _written_over(path, note):
        replace_own(path, note)


def _written_over(path: str, note: bytes) -> bool:
    """One name for another in place, which no crash can tear; False where no such note stands."""
    try:
        descriptor = os.open(path, os.O_WRONLY | OPEN_SAFELY)
    except OSError:
        return False
    try:
        found = os.fstat(descriptor)
        # The bytes of the earlier form may be a second name of a kept content.
        if found.st_size != len(note) or found.st_nlink != 1:
            return False
        return os.pwrite(descriptor, note, 0) == len(note)
    finally:
        os.close(descriptor)

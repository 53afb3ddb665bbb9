"""One target of a store on disk: its names, its side files, and reading it without ever raising."""

import os
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from silcrow.curated.results import FILE_NAMES, Target
from silcrow.files import UnsafePath, read_bytes, resolve_plain_file
from silcrow.files.plain_file import in_real_folder, read_without_links

SIDE_FOLDER = ".silcrow"
CONTENTS = "history"
LAST = "last"
RESOLVED_FOLDER = f"{SIDE_FOLDER}/resolved"
"""Where backups go once everything in them has been decided."""


class StoreFile(Struct, frozen=True, dict=True):
    """Where a target lives, and how many code points it may hold."""

    target: Target
    folder: Path
    limit: int
    hermes_home: bool = False
    """The folder belongs to hermes, which expects a lock *file* beside its files."""

    @cached_property
    def name(self) -> str:
        return FILE_NAMES[self.target]

    @cached_property
    def path(self) -> Path:
        """The named path, which may be a link."""
        return self.folder / self.name

    @cached_property
    def lock_path(self) -> Path:
        return self.folder / SIDE_FOLDER / f"{self.name}.lock"

    @cached_property
    def pins_path(self) -> Path:
        """Which entries only a person may change through silcrow."""
        return self.folder / SIDE_FOLDER / f"{self.name}.pins.json"

    @cached_property
    def contents(self) -> Path:
        """Where the bytes of all states are kept."""
        return self.folder / SIDE_FOLDER / CONTENTS

    @cached_property
    def last_path(self) -> Path:
        """The note on the bytes that silcrow last wrote or accepted."""
        return self.folder / SIDE_FOLDER / LAST / self.name


class Content(Struct, frozen=True):
    """The bytes of a file, and the real path that they came from."""

    real: Path
    data: bytes


class Missing(Struct, frozen=True):
    """No file there, which is an empty store."""

    real: Path
    """Where it would be made."""


class Unreadable(Struct, frozen=True):
    """Something is there that can't be read. Not the same as empty."""

    why: str


FileRead = Content | Missing | Unreadable


def read_store_file(path: Path) -> FileRead:
    """Read a memory file in one go, through a link to a plain file of the same owner. Never raises."""
    try:
        data = read_without_links(path)
        if data is not None:
            return Content(in_real_folder(path), data)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except UnsafePath as unsafe:
        return Unreadable(f"it {unsafe.reason}")
    except OSError as error:
        return Unreadable(os_words(error))
    return _read_the_long_way(path)


def _read_the_long_way(path: Path) -> FileRead:
    """For a link, and for what is not there, which may still be something."""
    try:
        real = resolve_plain_file(path)
        return Content(real, read_bytes(real)) if os.path.lexists(real) else Missing(real)
    except FileNotFoundError:
        # Gone between the two calls.
        return Missing(path)
    except UnsafePath as unsafe:
        return Unreadable(f"it {unsafe.reason}")
    except OSError as error:
        return Unreadable(os_words(error))


def os_words(error: OSError) -> str:
    """The operating system's reason, with the path it is about where it names one."""
    words = error.strerror or str(error) or type(error).__name__
    return f"{words}: {error.filename}" if error.filename else words

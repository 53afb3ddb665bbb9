"""pi's settings files, changed under the lock that pi takes on them."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from silcrow.files import UnsafePath, make_private_folder, read_bytes, resolve_plain_file, write_atomic
from silcrow.files.folder_lock import FolderLockBusy, hold_folder_lock
from silcrow.settings.json_text import BadJson

_LARGEST = 1 << 20


class SettingsRefused(Exception):  # noqa: N818 - what a person is told
    """The file was not changed; ``code`` is ``busy``, ``unreadable`` or ``io``."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


def read_text(path: Path) -> str | None:
    """The whole text, a byte order mark included; None for a missing file. Raises SettingsRefused."""
    try:
        content = read_bytes(path, limit=_LARGEST + 1)
        if len(content) > _LARGEST:
            raise SettingsRefused("unreadable", f"{path} is larger than 1 MiB.")
        return content.decode()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError:
        raise SettingsRefused("unreadable", f"{path} is no UTF-8; nothing in it applies to pi either.") from None
    except OSError as error:
        raise SettingsRefused("unreadable", f"{path} can't be read: {words_of(error)}.") from None


def change_settings(path: Path, change: Callable[[str | None], str | None]) -> None:
    """Read, change and replace a settings file in one go; ``change`` gets and gives None for a missing file.

    Nothing is written where nothing changes. What ``change`` raises as BadJson, a lock that stays busy and a failing
    disk come as SettingsRefused, and the file is then as it was.
    """
    try:
        real = resolve_plain_file(path)
        make_private_folder(real.parent)
        with hold_folder_lock(real):
            before = read_text(real)
            after = change(before)
            if after == before:
                return
            if after is None:
                real.unlink()
            else:
                write_atomic(real, after.encode())
    except BadJson as error:
        raise SettingsRefused("unreadable", f"{path} is no JSON: {error}. Mend it first.") from None
    except FolderLockBusy:
        raise SettingsRefused("busy", f"{path} is being written by another program; try again.") from None
    except OSError as error:
        raise SettingsRefused("io", f"{path} can't be changed: {words_of(error)}.") from None


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def words_of(error: OSError) -> str:
    return error.reason if isinstance(error, UnsafePath) else error.strerror or str(error)

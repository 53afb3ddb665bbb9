"""What an installation in pi wrote and changed, kept beside it so that it can be taken back."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from silcrow.files import UnsafePath, read_bytes, write_atomic
from silcrow.hosts.pi.scope import Scope

Mode = Literal["alone", "replace", "beside"]
"""``replace``: other memory extensions were switched off. ``beside``: ours only takes commands."""
_LARGEST = 8 << 20


class SwitchedOff(Struct, frozen=True, rename="camel"):
    """One change of an array in a settings file."""

    key: Literal["packages", "extensions"]
    after: str
    """The element as it was written, in its own source."""
    before: str | None = None
    """The source that it stands in the place of; None where it was appended."""
    made_array: bool = False
    """The array came with it."""


class ChangedSettings(Struct, frozen=True, rename="camel"):
    """A settings file that was changed."""

    path: str
    before: str | None
    """The whole text as it was; None where there was no file."""
    after_hash: str
    """SHA-256 of the bytes that were written, in hexadecimal."""
    changes: tuple[SwitchedOff, ...]


class InstallRecord(Struct, frozen=True, rename="camel"):
    """``silcrow.json``; the extension reads ``command``, ``extension`` and ``mode``."""

    command: tuple[str, ...]
    """The program that is silcrow, with its first arguments."""
    extension: str
    """The extension in the installed package."""
    mode: Mode
    version: int = 1
    made_folder: bool = False
    """The folder of extensions came with it."""
    changed: tuple[ChangedSettings, ...] = ()


class RecordUnreadable(Exception):  # noqa: N818 - the state of the file
    """The record is there and can't be read."""


def read_record(scope: Scope) -> InstallRecord | None:
    """The record of a place; None where nothing was installed. Raises RecordUnreadable."""
    try:
        return msgspec.json.decode(read_bytes(scope.record, limit=_LARGEST), type=InstallRecord)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordUnreadable(f"{scope.record} can't be understood") from None
    except UnsafePath as error:
        raise RecordUnreadable(str(error)) from None
    except OSError as error:
        raise RecordUnreadable(f"{scope.record} can't be read: {error.strerror}") from None


def write_record(scope: Scope, record: InstallRecord) -> None:
    """Write it, for this user only. Raises OSError."""
    write_atomic(scope.record, msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n", follow_links=False)


def packaged(name: str) -> Path:
    """A file of the extension as it comes with silcrow."""
    return Path(__file__).with_name(name)

"""The only code that touches the disk: atomic writes, one-write appends, locks, tails, watching."""

from typing import TYPE_CHECKING, Any

from silcrow.files.append import append_line
from silcrow.files.atomic import StagedWrite, replace_own, stage_write, write_atomic
from silcrow.files.keep import keep_new
from silcrow.files.locks import HeldLock, Holder, LockBusy, hold_lock, lock_holder
from silcrow.files.plain_file import UnsafePath, make_private_folder, read_bytes, resolve_plain_file
from silcrow.files.set_aside import set_aside
from silcrow.files.tail import TailLine, TailRead, TailReader
from silcrow.files.temp_files import is_temp_name, sweep_temp_files

if TYPE_CHECKING:
    from silcrow.files.change_feed import ChangeFeed
    from silcrow.files.watched import Change, Watched

__all__ = [
    "Change",
    "ChangeFeed",
    "HeldLock",
    "Holder",
    "LockBusy",
    "StagedWrite",
    "TailLine",
    "TailRead",
    "TailReader",
    "UnsafePath",
    "Watched",
    "append_line",
    "hold_lock",
    "is_temp_name",
    "keep_new",
    "lock_holder",
    "make_private_folder",
    "read_bytes",
    "replace_own",
    "resolve_plain_file",
    "set_aside",
    "stage_write",
    "sweep_temp_files",
    "write_atomic",
]


def __getattr__(name: str) -> Any:
    # The feed needs asyncio, which quick commands should not pay for.
    if name == "ChangeFeed":
        from silcrow.files.change_feed import ChangeFeed

        return ChangeFeed
    if name in ("Change", "Watched"):
        from silcrow.files import watched

        return getattr(watched, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

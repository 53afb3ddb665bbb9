"""Which process is meant: a number alone is given out again, with its start time it is not."""

import os
from pathlib import Path

import psutil
from msgspec import Struct

_SAME_START_SECONDS = 1.5
"""The system counts starts from a boot time in whole seconds, which two readers may see one second apart. No system
gives out a process number twice within that time."""


class ProcessIdentity(Struct, frozen=True):
    pid: int
    started: float
    """Start of the process in unix seconds, as the system tells it."""


def identity_of(pid: int) -> ProcessIdentity | None:
    """The process that has this number now, a zombie included; None if there is none."""
    try:
        return ProcessIdentity(pid, psutil.Process(pid).create_time())
    except (psutil.Error, OverflowError, ValueError):
        return None


def own_identity() -> ProcessIdentity:
    """This process."""
    pid = os.getpid()
    return ProcessIdentity(pid, psutil.Process(pid).create_time())


def is_same(one: ProcessIdentity, other: ProcessIdentity) -> bool:
    """Whether both name one process."""
    return one.pid == other.pid and abs(one.started - other.started) <= _SAME_START_SECONDS


def exists(identity: ProcessIdentity) -> bool:
    """Whether the process has its number still, be it as a zombie that waits for its parent."""
    now = identity_of(identity.pid)
    return now is not None and is_same(now, identity)


def is_alive(identity: ProcessIdentity) -> bool:
    """Whether the process still runs or is stopped. A zombie is dead, a stranger with its number is somebody else."""
    return exists(identity) and not is_zombie(identity.pid)


def is_zombie(pid: int) -> bool:
    """Whether nothing but an entry in the table of processes is left; True also when that is gone."""
    try:
        return psutil.Process(pid).status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.AccessDenied:
        return False
    except psutil.Error:
        return True


def live_pi_in(cwd: Path) -> tuple[int, ...]:
    """Numbers of the pi coding agents that run in this folder.

    pi renames its process to ``pi`` and keeps no session file open, so name and folder are all that tells it. Where the
    system hides the folder of a process, it is left out.
    """
    wanted = os.path.realpath(cwd)
    found: list[int] = []
    for process in psutil.process_iter():
        try:
            if process.name() == "pi" and os.path.realpath(process.cwd()) == wanted:
                found.append(process.pid)
        except psutil.Error:
            continue
    return tuple(sorted(found))

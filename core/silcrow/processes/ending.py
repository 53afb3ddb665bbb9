"""Ending a worker with everything that it started."""

import contextlib
import os
import signal
import time
from collections.abc import Generator

import psutil

from silcrow.processes.identity import ProcessIdentity, exists, identity_of, is_alive, is_zombie

_POLL_SECONDS = 0.02
_KILL_SECONDS = 3.0
"""How long the system may take to clear away what was killed."""


async def end_group(identity: ProcessIdentity, *, grace: float = 3.0, mark: str = "") -> bool:
    """End a process that leads its own group, its group, and its other descendants; True when all of them are gone.

    False if something outlived even the kill, or if the process is the caller or leads the caller's group.

    They are asked first (SIGTERM; stopped ones are woken for it) and killed after ``grace`` seconds. A process that has
    the number but another start time is a stranger and gets no signal. If the leader is gone, what is left of its group
    is ended only where it can be its offspring: own user, started after it, and since the last boot. ``mark``, as
    ``NAME=value``, then also has to be in their environment; give it when long after the leader's end its number may
    have been used again.
    """
    import asyncio

    steps = _ending(identity, grace, mark)
    while True:
        try:
            pause = next(steps)
        except StopIteration as end:
            return end.value
        await asyncio.sleep(pause)


def end_group_now(identity: ProcessIdentity, *, grace: float = 3.0, mark: str = "") -> bool:
    """The same for callers without an event loop."""
    steps = _ending(identity, grace, mark)
    while True:
        try:
            pause = next(steps)
        except StopIteration as end:
            return end.value
        time.sleep(pause)


def group_members(pgid: int) -> tuple[int, ...]:
    """Numbers of the live processes of a group, zombies left out."""
    found: list[int] = []
    for pid in psutil.pids():
        with contextlib.suppress(OSError):
            if os.getpgid(pid) == pgid and not is_zombie(pid):
                found.append(pid)
    return tuple(found)


def _ending(identity: ProcessIdentity, grace: float, mark: str) -> Generator[float, None, bool]:
    """The steps of an ending: yields seconds to wait, returns whether everything is gone."""
    if identity.pid in (os.getpid(), os.getpgid(0)):
        # Whatever a record on disk says: nobody ends themselves, or the group they run in, as somebody's worker.
        return False
    targets = _targets(identity, mark)
    # Asked once; what starts while we wait is killed with the rest.
    _signal(targets, signal.SIGTERM)
    _signal(targets, signal.SIGCONT)
    deadline = time.monotonic() + grace
    while targets and time.monotonic() < deadline:
        yield min(_POLL_SECONDS, max(grace, 0.0))
        targets = _still_there(identity, targets, mark)
    deadline = time.monotonic() + _KILL_SECONDS
    while targets:
        _signal(targets, signal.SIGKILL)
        if time.monotonic() >= deadline:
            return False
        yield _POLL_SECONDS
        targets = _still_there(identity, targets, mark)
    return True


def _targets(identity: ProcessIdentity, mark: str) -> frozenset[ProcessIdentity]:
    """Everything that belongs to the process: its group, and descendants that have made groups of their own."""
    found: set[ProcessIdentity] = set()
    if exists(identity):
        if is_alive(identity):
            found.add(identity)
        found.update(_descendants(identity))
        found.update(_group_of(identity))
    elif identity_of(identity.pid) is None:
        found.update(each for each in _group_of(identity) if _can_be_offspring(each, identity, mark))
    return frozenset(each for each in found if each.pid != os.getpid())


def _still_there(identity: ProcessIdentity, known: frozenset[ProcessIdentity], mark: str) -> frozenset[ProcessIdentity]:
    return _targets(identity, mark) | {each for each in known if is_alive(each)}


def _group_of(identity: ProcessIdentity) -> set[ProcessIdentity]:
    """The group that the process leads; nothing if it is a member of somebody else's."""
    with contextlib.suppress(ProcessLookupError):
        if os.getpgid(identity.pid) != identity.pid:
            return set()
    members = map(identity_of, group_members(identity.pid))
    return {member for member in members if member is not None}


def _descendants(identity: ProcessIdentity) -> set[ProcessIdentity]:
    try:
        children = psutil.Process(identity.pid).children(recursive=True)
    except psutil.Error:
        return set()
    return {found for child in children if (found := identity_of(child.pid)) is not None and is_alive(found)}


def _can_be_offspring(member: ProcessIdentity, leader: ProcessIdentity, mark: str) -> bool:
    slack = 1.5
    if member.started + slack < leader.started or leader.started + slack < psutil.boot_time():
        return False
    try:
        process = psutil.Process(member.pid)
        if process.uids().real != os.getuid():
            return False
        if not mark:
            return True
        name, _, value = mark.partition("=")
        return process.environ().get(name) == value
    except psutil.Error:
        return False


def _signal(targets: frozenset[ProcessIdentity], number: signal.Signals) -> None:
    for target in targets:
        # Looked at again just before: a number may have changed hands since the list was made.
        if is_alive(target):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(target.pid, number)

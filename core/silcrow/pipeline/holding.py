"""Holding a session for the moment of one change, without its clocks."""

from collections.abc import Generator
from contextlib import contextmanager

from silcrow.files import HeldLock, LockBusy
from silcrow.observational import RETRY_DELAYS
from silcrow.pipeline.recovery import recover
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.pipeline.spend import SpendLog


@contextmanager
def hold_session(
    memory: SessionMemory, *, purpose: str, now: float, spend: SpendLog | None = None
) -> Generator[LockBusy | None]:
    """Be the driver over a block; what earlier drivers left is settled first.

    Gives the ``LockBusy`` that names the present driver when there is one: nothing is held and nothing changed then.
    """
    lock = HeldLock(memory.lock_path, purpose=purpose)
    memory.make_folder()
    try:
        lock.acquire(timeout=0.0)
    except LockBusy as busy:
        yield busy
        return
    try:
        memory.refresh()
        recover(memory, now, retries=len(RETRY_DELAYS), spend=spend)
        yield None
    finally:
        lock.release()

"""Waiting for a condition instead of for a time."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")
_DEADLINE = 30.0
"""Seconds after which a condition counts as never coming true, on a slow and busy machine."""
_PAUSE = 0.005


async def until(condition: Callable[[], _T]) -> _T:
    """Let the loop run until the condition holds, and give what it gave; fails when it never does."""
    end = time.monotonic() + _DEADLINE
    while not (value := condition()):
        assert time.monotonic() < end, "the condition never came true"
        await asyncio.sleep(_PAUSE)
    return value


def wait_until(condition: Callable[[], _T]) -> _T:
    """The same outside an event loop."""
    end = time.monotonic() + _DEADLINE
    while not (value := condition()):
        assert time.monotonic() < end, "the condition never came true"
        time.sleep(_PAUSE)
    return value

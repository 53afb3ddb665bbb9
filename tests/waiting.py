"""Waiting for a condition instead of for a time."""

import asyncio
import time
from collections.abc import Callable

DEADLINE = 20.0
"""Seconds after which a condition counts as never coming true."""


async def until(condition: Callable[[], object]) -> None:
    """Let the loop run until the condition holds; fails when it never does."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "the condition never came true"
        await asyncio.sleep(0.005)

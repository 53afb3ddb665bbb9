"""Playing the recording: each line is appended as pi would, and the agent saves two entries on the way."""

import asyncio
from typing import Final

from silcrow.curated import MemoryStore, Result
from silcrow.files import append_line
from silcrow_tui.demo.stage import Stage

_FASTER: Final = 400.0
"""A working day becomes about a minute and a half at speed 1."""
_SHORTEST, _LONGEST = 0.08, 1.2
"""Seconds between two lines at speed 1."""
_SAVES: Final = (
    (0.25, "user", "Times that people read carry their zone, like 14:20 GMT; everything inside is UTC."),
    (0.45, "memory", "Tide tables are data/tides-YYYY-MM.csv, one per month, on the office's clock."),
)
"""At which part of the recording the agent saves what. MEMORY.md is damaged, so that save is refused, with a backup."""


async def play(stage: Stage, store: MemoryStore, *, speed: float | None) -> tuple[Result, ...]:
    """Write the whole recording; at ``speed`` 1 as fast as it is pleasant to watch, with None without pauses.

    The answers to the agent's saves come back.
    """
    lines = stage.recording.lines
    saves = {round(len(lines) * part): (target, text) for part, target, text in _SAVES}
    answers: list[Result] = []
    for number, (line, gap) in enumerate(zip(lines, stage.recording.gaps, strict=True)):
        await asyncio.sleep(min(max(gap / _FASTER, _SHORTEST), _LONGEST) / speed if speed else 0)
        append_line(stage.session, line)
        if number in saves:
            target, text = saves[number]
            answers.append(await asyncio.to_thread(store.add, target, text))
    return tuple(answers)

"""The dream that the start of a session may bring: in the background, and only told when something came of it."""

import asyncio
from collections.abc import Mapping

from silcrow.hosts.voice import Voice
from silcrow.pipeline.answers import NotDone
from silcrow.workspace.reading import PlaceReader

_WORTH_TELLING = frozenset({"io", "budget"})
"""Why there was no dream, where a person can do something about it."""


def dream_if_due(reader: PlaceReader, environ: Mapping[str, str], purpose: str, voice: Voice) -> "asyncio.Task[None]":
    """Dream if it is due. Cancelled, the worker is ended and nothing is changed."""
    return asyncio.create_task(_dream(reader, environ, purpose, voice), name="dream")


async def _dream(reader: PlaceReader, environ: Mapping[str, str], purpose: str, voice: Voice) -> None:
    if not reader.settings.memory.dreaming.enabled:
        return
    # Where dreaming is off, nobody should pay for it.
    from silcrow.dreaming import dream, open_dream_place

    where = reader.where
    place = open_dream_place(
        lambda: reader.settings,
        agent_dir=where.agent_dir,
        sessions_dir=where.sessions_dir,
        project=where.project,
        environ=environ,
        store=reader.store,
    )
    told = await dream(place, purpose=purpose)
    if isinstance(told, NotDone):
        if told.code in _WORTH_TELLING:
            voice.say("warning", f"No dream: {told.words}")
    elif told.outcome == "failed":
        voice.say("warning", "A dream over recent sessions failed; `silcrow dream report` tells why.")
    elif told.outcome != "nothing":
        made = f"{len(told.taken):,} changes made" if told.taken else ""
        held = f"{len(told.held):,} waiting for review" if told.held else ""
        what = ", ".join(part for part in (made, held) if part)
        voice.say("info", f"Dreamed over {told.turns:,} turns: {what}. `silcrow dream report` tells of all.")

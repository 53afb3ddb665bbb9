"""The dream that the start of a session may bring: in the background, and only told when something came of it."""

import asyncio
from collections.abc import Mapping
from typing import Final

from silcrow.hosts.voice import Voice
from silcrow.pipeline.answers import NotDone
from silcrow.workspace.reading import PlaceReader

_WORTH_TELLING = frozenset({"io", "budget"})
"""Why there was no dream, where a person can do something about it."""

_STAYS_SECONDS: Final = 20.0
"""A session that is over sooner would end a dream half-way, for which a model is paid all the same."""


def dream_if_due(reader: PlaceReader, environ: Mapping[str, str], purpose: str, voice: Voice) -> "asyncio.Task[None]":
    """Dream if it is due. Cancelled, the worker is ended and nothing is changed."""
    return asyncio.create_task(_dream(reader, environ, purpose, voice), name="dream")


async def _dream(reader: PlaceReader, environ: Mapping[str, str], purpose: str, voice: Voice) -> None:
    if not reader.settings.memory.dreaming.enabled:
        return
    if not reader.settings.memory.dreaming.model.builtin:
        await asyncio.sleep(_STAYS_SECONDS)
    # Where dreaming is off, nobody should pay for it.
    from silcrow.dreaming import dream, open_dream_place
    from silcrow.dreaming.report import report_words

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
    elif told.outcome != "nothing":
        level = "warning" if told.outcome == "failed" else "info"
        voice.say(level, f"Dreamed over recent sessions. {report_words(told)}")

"""The short way for the lines that make up nearly all of a long ledger: records of observations as silcrow writes them.

`record_parsing` says what a line means. Here is the same answer for lines without anything unusual, at a third of the
cost, and none at all for the others.
"""

from itertools import repeat
from typing import Final

import msgspec

from silcrow.observational.observation import ChunkRange, Observation
from silcrow.observational.records import Recorded
from silcrow.text import estimate_tokens

_KIND: Final = "om.observations.recorded"
_MARK: Final = b'"om.observations.recorded"'
_BETWEEN: Final = len("  ")
"""Between id and content in the line that a model is shown."""


class _Item(msgspec.Struct, gc=False):
    timestamp: str
    content: str
    sources: tuple[str, ...] = ()
    id: msgspec.UnsetType = msgspec.UNSET
    """None may be there: an observation with an id of its own is another extension's."""


class _Ends(msgspec.Struct, gc=False, rename="camel"):
    from_id: str
    to_id: str


class _Body(msgspec.Struct, rename="camel"):
    observations: list[_Item]
    chunk: _Ends
    run_id: str
    covers_up_to_id: str = ""
    attempt: int = 1
    reflections: msgspec.UnsetType = msgspec.UNSET
    observation_ids: msgspec.UnsetType = msgspec.UNSET
    record_id: msgspec.UnsetType = msgspec.UNSET


class _Line(msgspec.Struct, rename="camel"):
    id: str
    timestamp: str
    custom_type: str
    data: _Body
    type: str = "custom"
    parent_id: str | None = None


_decode = msgspec.json.Decoder(_Line).decode


def plain_recorded(raw: bytes) -> Recorded | None:
    """The record of a line of the ledger file; None for any other line, and for one that needs a closer look."""
    if _MARK not in raw:
        return None
    try:
        line = _decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    body = line.data
    chunk = ChunkRange(body.chunk.from_id, body.chunk.to_id)
    if not (line.id and chunk.from_id and chunk.to_id and body.run_id) or body.attempt < 1:
        return None
    if line.custom_type != _KIND or line.type != "custom":
        return None
    observations = _observations(body.observations, body.run_id)
    if observations is None:
        return None
    return Recorded(
        id=line.id,
        timestamp=line.timestamp,
        parent_id=line.parent_id or None,
        observations=observations,
        chunk=chunk,
        covers_up_to=body.covers_up_to_id or chunk.to_id,
        run_id=body.run_id,
        attempt=body.attempt,
    )


def _observations(items: list[_Item], run_id: str) -> tuple[Observation, ...] | None:
    """All of a record at once, since that is how they are written; None when one of them is not plain."""
    timestamps, contents = [item.timestamp for item in items], [item.content for item in items]
    all_timestamps, all_contents = "".join(timestamps), "".join(contents)
    if not (all_timestamps.isascii() and all_timestamps.isprintable() and all_contents.isprintable()):
        return None
    if " " in all_timestamps or not all(timestamps) or not all(map(str.strip, contents)):
        return None
    if not all(all(item.sources) for item in items):
        return None
    if all_contents.isascii():
        tokens = [-(-(len(item.timestamp) + _BETWEEN + len(item.content)) // 4) for item in items]
    else:
        tokens = [estimate_tokens(f"{item.timestamp}  {item.content}") for item in items]
    sources = _shared([item.sources for item in items])
    return tuple(map(Observation, timestamps, contents, tokens, sources, repeat(run_id)))


def _shared(sources: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The same, each id and sequence just once in memory: the observations of a chunk rest on few entries."""
    ids, sequences = dict[str, str](), dict[tuple[str, ...], tuple[str, ...]]()
    for each in sources:
        if each not in sequences:
            sequences[each] = tuple(map(ids.setdefault, each, each))
    return [sequences[each] for each in sources]

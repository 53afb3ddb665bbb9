"""The short way for the lines that make up nearly all of a long ledger: records of observations as silcrow writes them.

`record_parsing` says what a line means. Here is the same answer for lines without anything unusual, at a third of the
cost, and none at all for the others.
"""

from typing import Final

import msgspec

from silcrow.observational.observation import ChunkRange, Observation
from silcrow.observational.records import Recorded
from silcrow.text import estimate_tokens

_KIND: Final = "om.observations.recorded"
_MARK: Final = b'"om.observations.recorded"'
_SEPARATOR: Final = 2
"""Blanks between id and content in the line that a model is shown."""


class _Item(msgspec.Struct, gc=False):
    timestamp: str
    content: str
    sources: tuple[str, ...] = ()
    id: object = msgspec.UNSET


class _Ends(msgspec.Struct, gc=False, rename="camel"):
    from_id: str
    to_id: str


class _Body(msgspec.Struct, rename="camel"):
    observations: list[_Item]
    chunk: _Ends
    run_id: str
    covers_up_to_id: str = ""
    attempt: int = 1
    reflections: object = msgspec.UNSET
    observation_ids: object = msgspec.UNSET


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
    if line.custom_type != _KIND or line.type != "custom" or _is_foreign(body):
        return None
    observations = [_observation(item, body.run_id) for item in body.observations]
    if not all(observations):
        return None
    return Recorded(
        id=line.id,
        timestamp=line.timestamp,
        parent_id=line.parent_id or None,
        observations=tuple([each for each in observations if each is not None]),
        chunk=chunk,
        covers_up_to=body.covers_up_to_id or chunk.to_id,
        run_id=body.run_id,
        attempt=body.attempt,
    )


def _is_foreign(body: _Body) -> bool:
    unset = msgspec.UNSET
    return (
        body.reflections is not unset
        or body.observation_ids is not unset
        or any(item.id is not unset for item in body.observations)
    )


def _observation(item: _Item, run_id: str) -> Observation | None:
    timestamp, content = item.timestamp, item.content
    if not timestamp.isascii() or not timestamp.isprintable() or " " in timestamp or not timestamp:
        return None
    if not content.isprintable() or content.isspace() or not content or not all(item.sources):
        return None
    if content.isascii():
        tokens = -(-(len(timestamp) + _SEPARATOR + len(content)) // 4)
    else:
        tokens = estimate_tokens(f"{timestamp}  {content}")
    return Observation(timestamp, content, tokens, item.sources, run_id)

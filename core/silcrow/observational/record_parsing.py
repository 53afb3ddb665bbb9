"""From the JSON object of one line to a record.

Content comes from other programs and from models: any shape may turn up, and a wrong one costs just itself.
"""

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, cast

from silcrow.observational.handed import RECORD_ID
from silcrow.observational.observation import ChunkRange, Observation
from silcrow.observational.records import (
    CHUNK_OUTCOMES,
    ChunkNote,
    ChunkOutcome,
    CostNote,
    Dropped,
    Enabled,
    Foreign,
    Paused,
    Record,
    Recorded,
    Reverted,
    Seeded,
    SessionNote,
)
from silcrow.text import estimate_tokens

Json = Mapping[str, Any]
_DAY = 24 * 60 * 60


class _Line(TypedDict):
    id: str
    timestamp: str
    parent_id: str | None
    in_file: bool


def parse_record(line: Json, *, in_file: bool = False) -> Record | Foreign | None:
    """The record of a ``custom`` entry; None for entries of other kinds and for records without usable content.

    A record that a host wrote for us is known by the id in its data. One that has no id at all gets one from its
    content, so that the same line twice still counts once.
    """
    custom_type, data = line.get("customType"), line.get("data")
    if line.get("type", "custom") != "custom" or not isinstance(custom_type, str) or not isinstance(data, Mapping):
        return None
    body = cast(Json, data)
    is_foreign = custom_type.startswith("om.") and _is_foreign(custom_type, body)
    parser = _PARSERS.get(custom_type)
    if parser is None and not is_foreign:
        return None
    head = _Line(
        id=_text(body.get(RECORD_ID)) or _text(line.get("id")) or _content_id(custom_type, line),
        timestamp=_text(line.get("timestamp")) or "",
        parent_id=_text(line.get("parentId")),
        in_file=in_file,
    )
    if is_foreign or parser is None:
        return Foreign(**head)
    return parser(head, body)


def _is_foreign(custom_type: str, data: Json) -> bool:
    if "reflection" in custom_type or "reflections" in data or "observationIds" in data:
        return True
    items = data.get("observations")
    return _is_list(items) and any(isinstance(item, dict) and "id" in item for item in cast(Sequence[Any], items))


def _recorded(head: _Line, data: Json) -> Recorded | None:
    items = data.get("observations")
    if not _is_list(items):
        return None
    run_id = _text(data.get("runId"))
    read = [_observation(item, run_id) for item in cast(Sequence[Any], items)]
    observations = tuple(each for each in read if each is not None)
    chunk = _chunk(data.get("chunk"))
    covers_up_to = _text(data.get("coversUpToId")) or (chunk.to_id if chunk else None)
    if read and not observations:
        # Nothing of it can be used, so its text must not count as observed.
        return None
    return Recorded(
        **head,
        observations=observations,
        chunk=chunk,
        covers_up_to=covers_up_to,
        run_id=run_id,
        attempt=_attempt(data),
        skipped=len(read) - len(observations),
    )


def _observation(item: object, run_id: str | None) -> Observation | None:
    if not isinstance(item, dict):
        return None
    fields = cast(Json, item)
    timestamp, content = fields.get("timestamp"), fields.get("content")
    if not isinstance(timestamp, str) or not isinstance(content, str):
        return None
    if not timestamp or len(timestamp.split()) != 1 or not content or content.isspace():
        return None
    if "\n" in content or "\r" in content:
        return None
    # Another writer's count may leave the id out: what counts is the line as it is shown to a model.
    tokens = estimate_tokens(f"{timestamp}  {content}")
    sources = fields.get("sources")
    return Observation(timestamp, content, tokens, _texts(sources) if sources else (), run_id)


def _chunk_note(head: _Line, data: Json) -> ChunkNote | None:
    chunk, outcome = _chunk(data), data.get("outcome")
    if chunk is None or not isinstance(outcome, str) or outcome not in CHUNK_OUTCOMES:
        return None
    return ChunkNote(
        **head,
        chunk=chunk,
        outcome=cast(ChunkOutcome, outcome),
        attempt=_attempt(data),
        error=_error(data.get("error")),
        run_id=_text(data.get("runId")),
    )


def _dropped(head: _Line, data: Json) -> Dropped | None:
    timestamps, hashes = data.get("observationTimestamps"), data.get("hashes")
    if not _is_list(timestamps) or not timestamps:
        return None
    named = cast(Sequence[Any], timestamps)
    if not all(isinstance(each, str) for each in named):
        return None
    by_content = _texts(hashes) if _is_list(hashes) else None
    if by_content is not None and len(by_content) != len(named):
        # Which hash belongs to which id can't be told: better a fact twice than the wrong one gone.
        return None
    return Dropped(
        **head,
        timestamps=tuple(named),
        hashes=by_content,
        covers_up_to=_text(data.get("coversUpToId")),
        run_id=_text(data.get("runId")),
        session_id=_text(data.get("sessionId")),
    )


def _reverted(head: _Line, data: Json) -> Reverted | None:
    one = _text(data.get("runId"))
    run_ids = _texts(data.get("runIds")) or ((one,) if one else ())
    return Reverted(**head, run_ids=run_ids, session_id=_text(data.get("sessionId"))) if run_ids else None


def _enabled(head: _Line, data: Json) -> Enabled | None:
    enabled = data.get("enabled")
    return Enabled(**head, enabled=enabled) if isinstance(enabled, bool) else None


def _paused(head: _Line, data: Json) -> Paused | None:
    role, reason = _text(data.get("role")), data.get("reason")
    if role is None or not (reason is None or isinstance(reason, str)):
        return None
    return Paused(**head, role=role, reason=reason)


def _cost(head: _Line, data: Json) -> CostNote | None:
    run_id = _text(data.get("runId"))
    if run_id is None:
        return None
    return CostNote(
        **head,
        usd=_usd(data.get("costUsd")),
        run_id=run_id,
        role=_text(data.get("role")) or "unknown",
        model=_text(data.get("model")),
        session_id=_text(data.get("sessionId")),
        partial=data.get("partial") is True,
    )


def _seeded(head: _Line, data: Json) -> Seeded | None:
    session_id = _text(data.get("sessionId"))
    return Seeded(**head, session_id=session_id, runs=_texts(data.get("runs"))) if session_id else None


def _session_note(head: _Line, data: Json) -> SessionNote | None:
    offset = data.get("utcOffset")
    if isinstance(offset, bool) or not isinstance(offset, int) or abs(offset) >= _DAY:
        return None
    return SessionNote(**head, utc_offset=offset)


_PARSERS: Mapping[str, Callable[[_Line, Json], Record | None]] = {
    "om.observations.recorded": _recorded,
    "om.chunk": _chunk_note,
    "om.observations.dropped": _dropped,
    "om.run.reverted": _reverted,
    "om.reverted": _reverted,
    "om.enabled": _enabled,
    "om.paused": _paused,
    "om.cost": _cost,
    "om.seeded": _seeded,
    "om.session": _session_note,
}


def _content_id(custom_type: str, line: Json) -> str:
    seen = repr((custom_type, line.get("timestamp"), line.get("data")))
    return "?" + hashlib.sha256(seen.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _texts(value: object) -> tuple[str, ...]:
    if not _is_list(value):
        return ()
    return tuple([each for each in cast(Sequence[Any], value) if isinstance(each, str) and each])


def _chunk(value: object) -> ChunkRange | None:
    if not isinstance(value, Mapping):
        return None
    ends = cast(Json, value)
    from_id, to_id = _text(ends.get("fromId")), _text(ends.get("toId"))
    return ChunkRange(from_id, to_id) if from_id and to_id else None


def _attempt(data: Json) -> int:
    attempt = data.get("attempt")
    return attempt if isinstance(attempt, int) and not isinstance(attempt, bool) and attempt > 0 else 1


def _error(value: object) -> str | None:
    if isinstance(value, Mapping):
        parts = cast(Json, value)
        return ": ".join(each for each in (_text(parts.get("kind")), _text(parts.get("words"))) if each) or None
    return _text(value)


def _usd(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        usd = float(value)
    except OverflowError:
        return None
    return usd if math.isfinite(usd) and usd >= 0 else None

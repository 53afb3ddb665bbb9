"""archive.jsonl: what left the pool, with the reason. It only grows, and stays in search."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, cast, get_args

from msgspec import Struct

from silcrow.files import append_line, read_bytes
from silcrow.observational.file_names import ARCHIVE_FILE
from silcrow.observational.observation import Observation
from silcrow.text import estimate_tokens
from silcrow.text.json_line import json_line, parse_json_line

How = Literal["filed", "merged", "discarded", "dropped"]
"""``dropped`` is the user's own doing."""


class Archived(Struct, frozen=True):
    """An observation that left the pool."""

    observation: Observation
    run_id: str
    """The run that took it out."""
    how: How
    archived_at: str
    """ISO 8601, UTC."""
    topic: str | None = None
    """File name, for ``filed`` and ``merged``."""
    reason: str | None = None

    @property
    def text(self) -> str:
        """What can be found of it: the content, and why it was taken out."""
        return "\n".join(part for part in (self.observation.content, self.reason) if part)


def archive_lines(archived: Iterable[Archived]) -> tuple[bytes, ...]:
    """One JSON line each, without the line feed; the same values give the same bytes."""
    return tuple(json_line(_document(each)) for each in archived)


def append_archive(folder: Path, lines: Sequence[bytes]) -> None:
    """Add the lines and see them safely on disk before returning: only then may their observations be dropped."""
    path = folder / ARCHIVE_FILE
    for index, line in enumerate(lines, 1):
        append_line(path, line, durable=index == len(lines))


def read_archive(folder: Path) -> tuple[Archived, ...]:
    """All that was archived, in file order; lines that can't be read are left out, repeats of a run count once.

    A run that died between its archive lines and its drop record writes them again when it is finished.
    """
    try:
        content = read_bytes(folder / ARCHIVE_FILE)
    except OSError:
        return ()
    found: dict[tuple[str, str, str], Archived] = {}
    for line in content.split(b"\n"):
        archived = _parse(line)
        if archived is not None:
            found.setdefault((*archived.observation.key, archived.run_id), archived)
    return tuple(found.values())


def _document(archived: Archived) -> dict[str, Any]:
    observation = archived.observation
    document: dict[str, Any] = {
        "timestamp": observation.timestamp,
        "content": observation.content,
        "sources": list(observation.sources),
        "observedBy": observation.run_id,
        "runId": archived.run_id,
        "how": archived.how,
        "archivedAt": archived.archived_at,
    }
    if archived.topic is not None:
        document["topic"] = archived.topic
    if archived.reason is not None:
        document["reason"] = archived.reason
    return document


def _parse(line: bytes) -> Archived | None:
    fields = parse_json_line(line)
    if fields is None:
        return None
    timestamp, content, run_id = fields.get("timestamp"), fields.get("content"), fields.get("runId")
    how = fields.get("how")
    if not (isinstance(timestamp, str) and isinstance(content, str) and isinstance(run_id, str)):
        return None
    if how not in get_args(How):
        return None
    sources = fields.get("sources")
    named = cast(Sequence[Any], sources) if isinstance(sources, list) else ()
    observation = Observation(
        timestamp,
        content,
        estimate_tokens(f"{timestamp}  {content}"),
        tuple(each for each in named if isinstance(each, str)),
        _text(fields.get("observedBy")),
    )
    return Archived(
        observation,
        run_id,
        cast(How, how),
        _text(fields.get("archivedAt")) or "",
        _text(fields.get("topic")),
        _text(fields.get("reason")),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None

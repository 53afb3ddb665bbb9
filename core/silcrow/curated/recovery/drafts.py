"""A plan that is left for later: its document in the side folder, and a copy of the source beside the file.

With the copy the plan can be taken up again even after the file has changed: decisions are kept, what is new is
undecided.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from silcrow.curated.backups import keep_backup, list_backups
from silcrow.curated.contents import content_hash
from silcrow.curated.file_refusals import io_failed
from silcrow.curated.recovery.asking import plan_from
from silcrow.curated.recovery.document import decided_as, plan_document
from silcrow.curated.recovery.judging import BaseEntry
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.recovery.planning import carry_over
from silcrow.curated.results import Failure, Target
from silcrow.curated.store_file import SIDE_FOLDER, Content, StoreFile, read_store_file
from silcrow.files import make_private_folder, read_bytes, write_atomic

if TYPE_CHECKING:
    from silcrow.curated.store import MemoryStore

_HASH_SHOWN = 12


def save_draft(store: "MemoryStore", plan: RecoveryPlan, *, now: float) -> Path | Failure:
    """Leave a plan for later, one draft for each source. ``now`` is Unix seconds."""
    file = store.folder.file(plan.target)
    if file is None:
        raise ValueError(f"the plan is for {plan.target!r}")
    path = _draft_path(file, plan.stand.source_sha256)
    document = plan_document(plan)
    try:
        if plan.stand.source == file.path and plan.source_content:
            document["copy"] = keep_backup(file.path, plan.source_content, now).path
        make_private_folder(path.parent)
        write_atomic(path, json.dumps(document, ensure_ascii=False, indent=1).encode("utf-8"), durable=False)
    except OSError as error:
        return io_failed(file, error)
    return path


def load_draft(store: "MemoryStore", target: Target, source: Path | None = None) -> RecoveryPlan | None:
    """The draft for a backup, or for the live file, on the files as they are now; None when there is none to use."""
    file = store.folder.file(target)
    if file is None:
        return None
    for fields in _drafts_for(file, source):
        content = _content_for(file, fields)
        if content is not None:
            path = Path(str(fields.get("copy") or fields.get("source")))
            fresh = plan_from(store, file, _still_live(file, content) or path, content)
            if not isinstance(fresh, Failure):
                plan = _taken_up(fresh, fields)
                if plan is not None:
                    return plan
    return None


def discard_draft(store: "MemoryStore", plan: RecoveryPlan) -> None:
    """Forget the draft of this source; no error when there is none."""
    file = store.folder.file(plan.target)
    if file is not None:
        with contextlib.suppress(OSError):
            _draft_path(file, plan.stand.source_sha256).unlink(missing_ok=True)


def _taken_up(fresh: RecoveryPlan, fields: Mapping[str, Any]) -> RecoveryPlan | None:
    """The document's pieces and decisions on a fresh plan; entries in it have their numbers of then."""
    if fresh.stand.live_sha256 == fields.get("liveHash"):
        plan = decided_as(fresh, fields)
        return None if isinstance(plan, Failure) else plan
    then = replace(fresh, judge=replace(fresh.judge, base=tuple(_entries_then(fields))))
    old = decided_as(then, {**fields, "pieces": list(_rows_there(fresh, fields))})
    return None if isinstance(old, Failure) else carry_over(old, fresh)


def _entries_then(fields: Mapping[str, Any]) -> Iterator[BaseEntry]:
    for row in _rows(fields, "entries"):
        number, text = row.get("number"), row.get("text")
        if isinstance(number, int) and isinstance(text, str):
            yield BaseEntry(number, text)


def _rows_there(fresh: RecoveryPlan, fields: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Pieces of the source as they are; others where their text stands in the fresh plan."""
    places = {(piece.origin, piece.text): (piece.start, piece.end) for piece in fresh.pieces}
    for row in _rows(fields, "pieces"):
        if row.get("origin") == "source":
            yield row
            continue
        span = places.get((cast("Any", row.get("origin")), str(row.get("text"))))
        if span is not None:
            yield {**row, "start": span[0], "end": span[1]}


def _rows(fields: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    rows = fields.get(name)
    if not isinstance(rows, list):
        return []
    return [cast("dict[str, Any]", row) for row in cast("list[object]", rows) if isinstance(row, dict)]


def _drafts_for(file: StoreFile, source: Path | None) -> Iterator[Mapping[str, Any]]:
    """The draft made from exactly these bytes first; for the live file then those made from earlier bytes of it."""
    content = _read(source if source is not None else file.path)
    if content is not None:
        fields = _document_at(_draft_path(file, content_hash(content)))
        if fields is not None:
            yield fields
    if source is not None:
        return
    with contextlib.suppress(OSError):
        paths = sorted(_draft_path(file, "").parent.glob(f"{file.name}.*.json"), key=_mtime, reverse=True)
        for path in paths:
            fields = _document_at(path)
            if fields is not None and fields.get("source") == str(file.path):
                yield fields


def _content_for(file: StoreFile, fields: Mapping[str, Any]) -> bytes | None:
    wanted = fields.get("sourceHash")
    named = (Path(str(fields[name])) for name in ("source", "copy", "backup") if fields.get(name))
    for path in (*named, *(backup.path for backup in list_backups(file.folder, file.name))):
        content = _read(path)
        if content is not None and content_hash(content) == wanted:
            return content
    return None


def _still_live(file: StoreFile, content: bytes) -> Path | None:
    live = read_store_file(file.path)
    return file.path if isinstance(live, Content) and live.data == content else None


def _draft_path(file: StoreFile, source_sha256: str) -> Path:
    return file.folder / SIDE_FOLDER / "drafts" / f"{file.name}.{source_sha256[:_HASH_SHOWN]}.json"


def _document_at(path: Path) -> Mapping[str, Any] | None:
    content = _read(path)
    if content is None:
        return None
    try:
        document: object = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return cast("Mapping[str, Any]", document) if isinstance(document, dict) else None


def _read(path: Path) -> bytes | None:
    try:
        return read_bytes(path)
    except OSError:
        return None


def _mtime(path: Path) -> float:
    return path.stat().st_mtime

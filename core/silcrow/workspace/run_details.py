"""Everything that is kept of a run, and what an observation rests on, as text for a reader."""

import os
from pathlib import Path

from silcrow.files import read_bytes
from silcrow.files.plain_file import open_plain
from silcrow.observational import Observation
from silcrow.observational.archive import read_archive
from silcrow.pipeline import SessionMemory
from silcrow.workers import RunPaths
from silcrow.workers.chunk_entry import ChunkEntry, chunk_entry
from silcrow.workspace.place import FileChange, RunDetail, SourceText

PREVIEW_LIMIT = 64 << 10
"""Bytes of a file that are shown; what is longer ends in a mark."""


def run_detail(memory: SessionMemory, run_id: str) -> RunDetail | None:
    """The run with its files and what became of it; None when it is gone."""
    run = memory.runs.read(run_id)
    if run is None:
        return None
    paths = memory.runs.paths(run_id)
    if run.role == "observer":
        recorded = (each.observations for each in memory.ledger.session_fold().recorded if each.run_id == run_id)
        observations = tuple(observation for group in recorded for observation in group)
    else:
        observations = tuple(each.observation for each in read_archive(memory.folder) if each.run_id == run_id)
    return RunDetail(
        run=run,
        prompt=preview(paths.prompt),
        output=preview(paths.result),
        log=preview_end(paths.log),
        observations=observations,
        changes=file_changes(paths),
    )


def file_changes(paths: RunPaths) -> tuple[FileChange, ...]:
    """What a consolidation changed, from the copy it was given and the copy it left; by name."""
    names = sorted({path.name for folder in (paths.base, paths.work) for path in folder.glob("*.md")})
    changes = (FileChange(name, preview(paths.base / name), preview(paths.work / name)) for name in names)
    return tuple(change for change in changes if change.before != change.after)


def source_texts(memory: SessionMemory, observation: Observation) -> tuple[SourceText, ...]:
    """The source entries that an observation names and that the session still holds."""
    offset = memory.view().utc_offset or 0
    found = [entry_id for entry_id in observation.sources if entry_id in memory.session]
    entries = [chunk_entry(memory.session.entry(entry_id), offset, text_limit=PREVIEW_LIMIT) for entry_id in found]
    return tuple(SourceText(entry.id, entry.role, entry.local_time, _text_of(entry)) for entry in entries)


def preview(path: Path) -> str:
    """A file's text, at most 64 KiB of it; empty when there is none."""
    try:
        raw = read_bytes(path, limit=PREVIEW_LIMIT + 1)
    except OSError:
        return ""
    text = raw[:PREVIEW_LIMIT].decode("utf-8", "replace")
    return f"{text}\n… cut at 64 KiB, the file is {path}" if len(raw) > PREVIEW_LIMIT else text


def preview_end(path: Path) -> str:
    """The end of a file that grows, at most 64 KiB of whole lines; empty when there is none."""
    try:
        with os.fdopen(open_plain(path, os.O_RDONLY), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - PREVIEW_LIMIT))
            end = file.read(PREVIEW_LIMIT)
    except OSError:
        return ""
    if size <= PREVIEW_LIMIT:
        return end.decode("utf-8", "replace")
    end = end[end.find(b"\n") + 1 :]
    return f"… {size - len(end):,} bytes before this, the file is {path}\n{end.decode('utf-8', 'replace')}"


def _text_of(entry: ChunkEntry) -> str:
    calls = [
        f"[calls {call.name}: {', '.join(f'{name}={value}' for name, value in call.arguments.items())}]"
        for call in entry.calls
    ]
    return "\n".join([entry.text, *calls] if entry.text else calls)

"""What a person asks of a place beyond its state: what a run did, what an observation rests on,
where something is remembered, what a compaction would do."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from silcrow.observational import Observation
from silcrow.pipeline.debug_log import DEBUG_FILE
from silcrow.sessions import SessionSummary
from silcrow.workspace.place import Answer, RunDetail, SourceText
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.run_details import preview, preview_end, run_detail, source_texts
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.where import Where

if TYPE_CHECKING:
    from silcrow.observational.compaction import CompactionPreview
    from silcrow.workspace.finding import WholeHit
    from silcrow.workspace.search import Findings, Hit
    from silcrow.workspace.search_query import BadQuery
    from silcrow.workspace.usual_places import UsualPlace


class Inquiry:
    """Only reads. What takes long runs in a thread, on a reader of its own."""

    def __init__(
        self, reader: PlaceReader, where: Where, environ: Mapping[str, str], read: Callable[[], WorkspaceState]
    ) -> None:
        self._reader = reader
        self._where = where
        self._environ = environ
        self._read = read

    async def run_detail(self, run_id: str) -> RunDetail | None:
        memory = self._reader.memory
        return run_detail(memory, run_id) if memory else None

    async def sources_of(self, observation: Observation) -> tuple[SourceText, ...]:
        memory = self._reader.memory
        return source_texts(memory, observation) if memory else ()

    async def topic_of(self, observation: Observation) -> str | None:
        from silcrow.workspace.recall import topic_of

        memory = self._reader.memory
        return await asyncio.to_thread(topic_of, memory.folder, observation) if memory else None

    async def topic_text(self, name: str) -> str | None:
        memory = self._reader.memory
        if memory is None or Path(name).name != name or not (memory.folder / name).is_file():
            return None
        return preview(memory.folder / name)

    async def compaction_preview(self) -> "CompactionPreview | Answer":
        from silcrow.workspace.compacting import look_ahead

        return look_ahead(self._reader, self._read())

    async def find(self, text: str) -> "Findings | BadQuery":
        from silcrow.workspace.finding import find_everywhere

        summary = self._reader.summary
        return await asyncio.to_thread(lambda: find_everywhere(self._beside(summary), text))

    async def whole_hit(self, hit: "Hit") -> "WholeHit | None":
        from silcrow.workspace.finding import whole_hit

        summary = self._reader.summary
        return await asyncio.to_thread(lambda: whole_hit(self._beside(summary), hit))

    async def usual_places(self) -> "tuple[UsualPlace, ...]":
        from silcrow.workspace.usual_places import usual_places

        return await asyncio.to_thread(usual_places, self._where, self._environ)

    async def decisions(self) -> str | None:
        memory = self._reader.memory
        path = memory.folder / ".runs" / DEBUG_FILE if memory is not None else None
        return preview_end(path) if path is not None and path.is_file() else None

    def _beside(self, summary: SessionSummary | None) -> PlaceReader:
        from silcrow.workspace.finding import reader_of_its_own

        return reader_of_its_own(self._where, self._reader.project, summary, self._environ)

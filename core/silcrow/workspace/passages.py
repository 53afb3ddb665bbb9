"""Everything of a place that can be searched, text by text: the store, its past, observations, topics, the session."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from silcrow.curated import FILE_NAMES, TARGETS, CuratedState, MemoryStore, Target
from silcrow.curated.prompt_saved import NotABlock, read_saved
from silcrow.curated.snapshot import resume
from silcrow.files import read_bytes
from silcrow.observational import read_journey, segments
from silcrow.observational.file_names import JOURNEY_FILE
from silcrow.observational.topics import TOPIC_LIMIT, topic_paths
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.sessions import SessionFile
from silcrow.text.instants import unix_seconds
from silcrow.workspace.entry_words import entry_role, entry_words
from silcrow.workspace.in_context import InContext, in_context
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.recall import Remembered, remembered
from silcrow.workspace.search import Passage, Standing
from silcrow.workspace.stored_snapshots import stored_snapshot

Wanted = Callable[[str], bool]


def passages(place: PlaceReader, wanted: Wanted = lambda _: True) -> Iterator[Passage]:
    """All passages of a place, of memory first and of the session last. Only reads.

    Observations are many: those whose text is not ``wanted`` may be left out.
    The session file is read entry by entry while this is gone through.
    """
    session, memory = place.session, place.memory
    if session is not None:
        session.refresh()
    if memory is not None:
        memory.refresh()
    context = in_context(session) if session is not None else InContext()
    yield from curated_passages(place.store, session, memory)
    if memory is not None:
        yield from observation_passages(memory, context, wanted)
        yield from topic_passages(memory.folder)
        yield from journey_passages(memory, context)
    if session is not None:
        yield from session_passages(session, context)


def curated_passages(
    store: MemoryStore, session: SessionFile | None = None, memory: SessionMemory | None = None
) -> Iterator[Passage]:
    """Entries, proposals, the frozen block where it says what no entry says any more, and history.

    An entry is in context when the block of the session holds it: the frozen one, else the one that the files make.
    """
    state = store.state()
    frozen = _frozen_block(store, session, memory) if session is not None and memory is not None else None
    shown = _parts(store.current_block().text if frozen is None else frozen[0])
    current: dict[tuple[Target, str], Standing] = {}
    for target in TARGETS:
        file = state.file(target)
        for entry in file.entries:
            standing: Standing = "in context now" if (target, entry.text) in shown else "in memory"
            current[target, entry.text] = standing
            where = f"{FILE_NAMES[target]} entry {entry.number}"
            time = file.mtime if entry.changed_at is None else entry.changed_at
            yield Passage("entry", f"{target} {entry.number}", where, time, standing, entry.text)
    if frozen is not None:
        for target, part in sorted(shown - current.keys()):
            where = f"frozen block, {FILE_NAMES[target]}"
            yield Passage("prompt block", frozen[1], where, unix_seconds(frozen[2]), "in context now", part)
    yield from _proposals(state)
    yield from _history(store, current)


def _frozen_block(store: MemoryStore, session: SessionFile, memory: SessionMemory) -> tuple[str, str, str] | None:
    """Text, record id and time of the block that the session holds; None where a fresh one would take its place."""
    try:
        record = stored_snapshot(session, memory.folder, memory.leaf)
    except OSError:
        return None
    if record is None:
        return None
    block = resume(session.session_id, record, store.judge()).block
    return None if block is None else (block, record.id, record.timestamp)


def _parts(block: str) -> set[tuple[Target, str]]:
    sections = read_saved(block)
    if isinstance(sections, NotABlock):
        return set()
    return {(section.target, part) for section in sections for part in section.parts}


def _proposals(state: CuratedState) -> Iterator[Passage]:
    for each in state.proposals:
        text = "\n".join(part for part in (each.old, each.new, each.evidence) if part)
        where = f"waits for review: {each.op} in {FILE_NAMES[each.target]}"
        yield Passage("proposal", each.id, where, each.time, "in memory", text)


def _history(store: MemoryStore, current: dict[tuple[Target, str], Standing]) -> Iterator[Passage]:
    """Each text that a change took away or brought; one that is an entry now stands where that entry does."""
    for change in store.history():
        for verb, texts in (("removed by", change.old), ("written by", change.new)):
            where = f"{FILE_NAMES[change.target]}, {verb} {change.operation} ({change.actor})"
            for text in texts:
                standing = current.get((change.target, text), "past")
                yield Passage("history", change.id, where, change.time, standing, text)


def observation_passages(
    memory: SessionMemory, context: InContext, wanted: Wanted = lambda _: True
) -> Iterator[Passage]:
    """Observations: of the pool, of the archive with their reasons, and of other branches; those that are wanted."""
    offset = memory.view().utc_offset or 0
    for each in remembered(memory, context, wanted):
        observation, archived, where = each.observation, each.archived, _where(each)
        if archived is None:
            time = _local(each, offset)
            yield Passage("observation", observation.timestamp, where, time, each.standing, observation.content)
        else:
            time = unix_seconds(archived.archived_at)
            yield Passage("archive", observation.timestamp, where, time, each.standing, archived.text)


def _where(each: Remembered) -> str:
    match each.fate:
        case "active":
            return "pool"
        case "filed" | "merged" if each.archived is not None and each.archived.topic:
            return f"archive, {each.fate} into {each.archived.topic}"
        case "filed" | "merged" | "discarded" | "dropped":
            return f"archive, {each.fate}"
        case fate:
            return f"observation, {fate}"


def _local(each: Remembered, utc_offset: int) -> float | None:
    """Ids are local times at the session's fixed offset."""
    timestamp = each.observation.timestamp
    minute = _minute(timestamp[:16])
    try:
        return None if minute is None else minute + float(timestamp[17:] or 0) - utc_offset
    except ValueError:
        return None


@lru_cache(4_096)
def _minute(text: str) -> float | None:
    """Ids of one minute stand together, and reading a date costs more than all the rest."""
    return unix_seconds(text)


def topic_passages(folder: Path) -> Iterator[Passage]:
    """Topic files, front matter and all, whatever they hold; of a very long one its beginning."""
    for path in topic_paths(folder):
        try:
            content, changed = read_bytes(path, limit=TOPIC_LIMIT), path.stat().st_mtime
        except OSError:
            continue
        text = content.decode("utf-8", "replace")
        yield Passage("topic", path.name, f"topic {path.name}", changed, "in memory", text)


def journey_passages(memory: SessionMemory, context: InContext) -> Iterator[Passage]:
    """The segments of the journey. One that the compaction block in the context carries is in context."""
    text = read_journey(memory.folder)
    offset = memory.view().utc_offset or 0
    dated = segments(text)
    for segment in dated:
        standing: Standing = "in context now" if context.shows(segment.text) else "in memory"
        moment = unix_seconds(segment.date[:10])
        time = None if moment is None else moment - offset
        where = f"{JOURNEY_FILE}, {segment.date}"
        yield Passage("journey", segment.date, where, time, standing, f"{segment.date}\n{segment.text}")
    before = (text[: text.find(f"## {dated[0].date}")] if dated else text).strip()
    if before:
        standing = "in context now" if context.shows(before) else "in memory"
        yield Passage("journey", "", JOURNEY_FILE, None, standing, before)


def session_passages(session: SessionFile, context: InContext) -> Iterator[Passage]:
    """All talk of the session file on all branches, newest line last; summaries of compactions are blocks."""
    for payload in session.entries():
        text = entry_words(payload)
        if not text:
            continue
        own = payload.get("id")
        entry_id = own if isinstance(own, str) else ""
        standing: Standing = "in context now" if entry_id in context.entry_ids else "past"
        time = unix_seconds(str(payload.get("timestamp")))
        if payload.get("type") == "compaction":
            yield Passage("compaction block", entry_id, "compaction block", time, standing, text)
        else:
            yield Passage("session", entry_id, f"session, {entry_role(payload)}", time, standing, text)

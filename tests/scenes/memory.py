"""Memory files, sessions and settings of the scenes."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from silcrow.curated.results import FILE_NAMES, Target, Usage
from silcrow.curated.states import Backup, CuratedState, Drift, Entry, MemoryFile
from silcrow.sessions.entries import SessionSummary
from silcrow.settings import MemorySettings, ObservationalSettings, Origin, Settings, SettingsProblem, WorkerModel
from silcrow.settings.effective import raw_values
from silcrow.workspace.state import SessionState
from tests.scenes import texts

NOW = datetime(2026, 11, 16, 19, 58, tzinfo=UTC).timestamp()
MINUTE, HOUR, DAY = 60.0, 3_600.0, 86_400.0
HOME = Path("/home/user")
AGENT_DIR = HOME / ".pi" / "agent"
FOLDER = AGENT_DIR / "memories"
PROJECT = HOME / "code" / "tidewatch"
SESSION_ID = "4f0b7c1e-6d2a-4a51-9a7e-2f6a51b0c9d3"
SESSIONS_DIR = AGENT_DIR / "sessions"
SESSION_PATH = SESSIONS_DIR / "--home-user-code-tidewatch--" / f"2026-11-16T13-58-02-114Z_{SESSION_ID}.jsonl"
MODEL = WorkerModel("acme", "large-4")


def used(entries: Sequence[str]) -> int:
    """Code points of the joined text."""
    return len("\n§\n".join(entries))


def memory_file(target: Target, entries: Sequence[str], limit: int, **more: Any) -> MemoryFile:
    """A file with these entries, read cleanly unless ``more`` says otherwise."""
    path = FOLDER / FILE_NAMES[target]
    rows = tuple(Entry(number, text, _similar_to(entries, number)) for number, text in enumerate(entries, 1))
    shape: dict[str, Any] = {"exists": bool(entries), "mtime": NOW - 4 * MINUTE if entries else None, **more}
    digest = hashlib.sha256("\n§\n".join(entries).encode("utf-8", "surrogatepass")).hexdigest() if entries else None
    return MemoryFile(target, path, path, usage=Usage(used(entries), limit), entries=rows, sha256=digest, **shape)


def _similar_to(entries: Sequence[str], number: int) -> int | None:
    if "just verify" not in entries[number - 1]:
        return None
    return next((n for n, text in enumerate(entries[: number - 1], 1) if "just verify" in text), None)


def curated(memory: MemoryFile, user: MemoryFile, backups: Sequence[Backup] = (), exists: bool = True) -> CuratedState:
    return CuratedState(FOLDER, exists, memory, user, tuple(backups))


def drifted_user() -> MemoryFile:
    entries = (*texts.USER_ENTRIES, texts.USER_DRIFT_NOTES.strip())
    length = len(entries[-1])
    drift = Drift(
        check="oversize",
        message=f"entry {len(entries)} has {length:,} chars, the file may have 1,375",
        entry=len(entries),
        length=length,
        limit=1_375,
        offset=used(texts.USER_ENTRIES) + 3,
        line=12,
    )
    return memory_file("user", entries, 1_375, drift=drift)


def backups() -> tuple[Backup, ...]:
    def kept(name: str, target: Target, age: float, size: int, missing: int, **more: Any) -> Backup:
        stamp = int(NOW - age)
        shape: dict[str, Any] = {"check": None, **more}
        path = FOLDER / f"{name}.bak.{stamp}"
        return Backup(path, target, float(stamp), size, contained=missing == 0, missing_lines=missing, **shape)

    return (
        kept("USER.md", "user", 3 * MINUTE, 2_304, 13, check="oversize"),
        kept("MEMORY.md", "memory", 9 * DAY, 1_912, 0, resolved=True),
        kept("MEMORY.md", "memory", 31 * DAY, 4_021, 2),
    )


def session_summary(
    session_id: str, cwd: Path, age: float, size: int, name: str | None = None, worker: bool = False
) -> SessionSummary:
    started = datetime.fromtimestamp(NOW - age, UTC)
    folder = "--" + str(cwd).strip("/").replace("/", "-") + "--"
    path = SESSIONS_DIR / folder / f"{started:%Y-%m-%dT%H-%M-%S}-000Z_{session_id}.jsonl"
    return SessionSummary(path, session_id, str(cwd), started.isoformat(), NOW - age, size, name, worker)


def sessions() -> tuple[SessionSummary, ...]:
    code = HOME / "code"
    return (
        SessionSummary(
            SESSION_PATH, SESSION_ID, str(PROJECT), "2026-11-16T13:58:02.114Z", NOW - 3, 412_844, "feed limits"
        ),
        session_summary("9a41d2c0-1f7b-4c36-8a02-77d0be1c5501", PROJECT, 1.2 * DAY, 1_204_331, "gap filling"),
        session_summary("0c5be3f7-88a4-4f0e-b7de-3a2b1c0d9e8f", code / "harbour-map", 2 * DAY, 88_120, "tile sizes"),
        session_summary("6f3a9a10-0d1c-4bb0-90a1-5e5f5a5b5c5d", PROJECT, 3 * DAY, 640_002),
        session_summary("b2d7c1aa-4e0f-4f9b-8c6d-000f1e2d3c4b", code / "notes", 9 * DAY, 4_100, "reading list"),
        session_summary("d41d8cd9-8f00-4204-a980-0998ecf8427e", HOME, 40 * DAY, 22_871),
    )


def session_state(**changes: Any) -> SessionState:
    state = SessionState(
        summary=sessions()[0],
        name="feed limits",
        entry_count=311,
        leaf_id="e0263",
        branch_length=264,
        context_tokens=61_204,
        projected_tokens=66_900,
        bad_lines=0,
        pi_open=True,
    )
    return replace(state, **changes)


def settings(problems: Sequence[SettingsProblem] = ()) -> Settings:
    observing = ObservationalSettings(observer_model=MODEL, consolidator_model=MODEL)
    memory = MemorySettings(FOLDER)
    path = AGENT_DIR / "settings.json"
    halves = [(role, half) for role in ("observer", "consolidator") for half in ("provider", "id")]
    models = [f"observational-memory.models.{role}.{half}" for role, half in halves]
    origins = {key: Origin("global", path, line) for line, key in enumerate(models, 11)}
    return Settings(memory, observing, origins, tuple(problems), raw_values(memory, observing))


def typo() -> SettingsProblem:
    words = "observational-memory.chunkToken = 5000 is no known key; it is left out. Nearest key: chunkTokens"
    return SettingsProblem(AGENT_DIR / "settings.json", "observational-memory.chunkToken", words, 7)

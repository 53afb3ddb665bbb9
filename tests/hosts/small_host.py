"""A host as small as one can be: it writes its session itself, and has no model."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from silcrow.hosts.host import MemoryHost
from silcrow.hosts.lifecycle import Reason
from silcrow.hosts.opening import HostPlace, Opening
from silcrow.hosts.status_line import HostStatus
from silcrow.pipeline import Pace, SessionMemory
from silcrow.sessions import SessionFile, SessionWriter

SMALL = {
    "chunkTokens": 400,
    "poolTargetTokens": 60,
    "consolidateAtPoolTokens": 200,
    "compactAtContextTokens": 1_500,
    "tailTokens": 500,
}
PADDING = "The function reads one block after the other and keeps what it has not used yet. " * 5


def write_settings(agent_dir: Path, *, curated: Mapping[str, Any] | None = None, **observational: Any) -> None:
    """The settings of the agent: small sizes, so that little talk is enough."""
    agent_dir.mkdir(parents=True, exist_ok=True)
    document = {
        "observational-memory": {**SMALL, **observational},
        "pi-memory": {"dreaming": {"enabled": False}, **(curated or {})},
    }
    (agent_dir / "settings.json").write_text(json.dumps(document))


class SmallHost:
    """A session with its memory. What silcrow says is kept; what it wants to be written is written at once."""

    def __init__(self, folder: Path, session_id: str = "s-1", *, parent: Path | None = None, **place: Any) -> None:
        self.project, self.agent_dir = folder / "project", folder / "agent"
        self.project.mkdir(parents=True, exist_ok=True)
        if not (self.agent_dir / "settings.json").exists():
            write_settings(self.agent_dir)
        self.memory_dir = self.agent_dir / "memories"
        sessions = self.agent_dir / "sessions"
        self.writer = SessionWriter.create(sessions, session_id, self.project.resolve(), parent=parent)
        self.place = HostPlace(cwd=self.project, name="small", agent_dir=self.agent_dir, **place)
        self.notices: list[tuple[str, str]] = []
        self.statuses: list[HostStatus] = []
        self.pace = Pace(retry_delays=(0.0, 0.0, 0.0))
        self.append: Callable[[str, Mapping[str, Any]], object] = self.write
        """What becomes of records; tests put something else in its place."""
        self.kept: list[tuple[str, Mapping[str, Any]]] = []
        self.memory = self.open()

    def open(self) -> MemoryHost:
        """The memory of a process of this host."""
        return MemoryHost(
            self.place,
            append=lambda custom_type, data: self.append(custom_type, data),
            notice=lambda level, text: self.notices.append((level, text)),
            changed=self.statuses.append,
            environ={**os.environ, "XDG_STATE_HOME": str(self.agent_dir.parent / "state")},
            pace=self.pace,
        )

    async def start(self, reason: Reason = "startup") -> None:
        await self.memory.start(Opening(self.writer.session_id, self.writer.path, reason, leaf=self.writer.leaf_id))

    async def restart(self) -> None:
        """The process of the host ends in order, and another one takes the session up."""
        await self.memory.shutdown()
        self.memory = self.open()
        self.writer = SessionWriter.open(self.writer.path)
        await self.start("resume")

    async def turn(self, question: str, answer: str = "Done.") -> str:
        """A prompt, its answer, the end of the turn; the block that the prompt held."""
        block = await self.memory.before_agent_start(self.writer.leaf_id)
        self.say("user", question)
        self.say("assistant", f"{answer} {PADDING}", stopReason="stop")
        await self.memory.turn_end(self.writer.leaf_id)
        return block

    async def talk(self, turns: int, about: str = "parser") -> None:
        for number in range(turns):
            await self.turn(f"Always name module {about}{number} after what it holds.")

    def say(self, role: str, text: str, **more: Any) -> str:
        return self.writer.message({"role": role, "content": [{"type": "text", "text": text}], **more})

    def read(self) -> SessionMemory:
        """The memory as another process reads it from the files."""
        session = SessionFile(self.writer.path)
        session.refresh()
        memory = SessionMemory(session, self.project.resolve())
        memory.refresh()
        return memory

    def customs(self, prefix: str = "om.") -> list[Mapping[str, Any]]:
        """The records in the session file, as (type and data)."""
        return [dict(each) for each in self.read().session.custom_entries((prefix,))]

    @property
    def sidecar(self) -> Path:
        return self.project / ".memory" / self.writer.session_id / "ledger.jsonl"

    def write(self, custom_type: str, data: Mapping[str, Any]) -> None:
        self.writer.custom(custom_type, data)

    def keep(self, custom_type: str, data: Mapping[str, Any]) -> None:
        """Write nothing, as a host does whose session file is still to come."""
        self.kept.append((custom_type, data))

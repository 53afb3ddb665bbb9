"""A place with as many observations as asked for, on real files: a session, its ledger, an agent's home."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from silcrow.observational import ChunkRange, Observation, drafts
from silcrow.text.json_line import json_line
from silcrow.workspace.where import Asked, Where, locate

START = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
PER_CHUNK = 20
WORDS = [
    "gateway",
    "bucket",
    "retry",
    "ledger",
    "token",
    "header",
    "limit",
    "parser",
    "cursor",
    "migration",
    "index",
    "queue",
    "worker",
    "flush",
]


class LargePlace:
    """Writes the files; observations can be added later, as a worker's result would be."""

    def __init__(self, folder: Path, observations: int, *, number: int = 1) -> None:
        """``number`` tells sessions of one folder apart."""
        self.id = f"019f0000-beac-7000-8000-{number:012d}"
        self.agent_dir, self.project = folder / "agent", folder / "gateway"
        self._chance, self._made = Random(11), 0
        sessions = self.agent_dir / "sessions" / "--gateway--"
        self.memories, memory = self.agent_dir / "memories", self.project / ".memory" / self.id
        for each in (sessions, self.memories, memory):
            each.mkdir(parents=True, exist_ok=True)
        (self.memories / "MEMORY.md").write_text("Project uses uv; never call pip.\n§\nRun `make check` first.")
        self.session = sessions / f"2026-03-02T08-00-00-000Z_{self.id}.jsonl"
        self._ledger = memory / "ledger.jsonl"
        self._chunks = -(-observations // PER_CHUNK) + 1_000
        self._write_session()
        with self._ledger.open("ab") as file:
            file.write(_line(drafts.enabled(True), self._chunks) + b"\n")
        self.add(observations)

    def where(self) -> Where:
        return locate(Asked(self.agent_dir, None, self.project, str(self.session)), self.environ, self.project)

    @property
    def environ(self) -> dict[str, str]:
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.agent_dir.parent), "PI_CODING_AGENT_DIR": str(self.agent_dir)}

    def add(self, count: int) -> None:
        """So many observations more, a chunk's worth a record."""
        with self._ledger.open("ab") as file:
            for first in range(0, count, PER_CHUNK):
                number = self._made // PER_CHUNK
                chunk = ChunkRange(_entry_id(2 * number), _entry_id(2 * number + 1))
                some = [self._observation() for _ in range(min(PER_CHUNK, count - first))]
                self._made = (number + 1) * PER_CHUNK
                file.write(_line(drafts.recorded(chunk, some, run_id=f"obs-{number}", attempt=1), number) + b"\n")

    def _observation(self) -> Observation:
        self._made += 1
        moment = START + timedelta(seconds=self._made)
        content = " ".join(self._chance.choices(WORDS, k=16))
        entry = _entry_id(2 * ((self._made - 1) // PER_CHUNK))
        return Observation(moment.strftime("%Y-%m-%dT%H:%M:%S.000Z"), content, 24, (entry,))

    def _write_session(self) -> None:
        header = {"type": "session", "version": 3, "id": self.id, "timestamp": _stamp(0), "cwd": str(self.project)}
        with self.session.open("w") as file:
            file.write(json.dumps(header) + "\n")
            for number in range(2 * self._chunks):
                role = "assistant" if number % 2 else "user"
                text = " ".join(self._chance.choices(WORDS, k=20))
                entry = {
                    "type": "message",
                    "id": _entry_id(number),
                    "parentId": _entry_id(number - 1) if number else None,
                    "timestamp": _stamp(number),
                    "message": {"role": role, "content": [{"type": "text", "text": text}], "stopReason": "stop"},
                }
                file.write(json.dumps(entry) + "\n")


def _entry_id(number: int) -> str:
    return f"{number:08x}"


def _stamp(number: int) -> str:
    return (START + timedelta(seconds=number)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def _line(draft: drafts.Draft, number: int) -> bytes:
    kind, details = draft
    stamp = _stamp(number)
    line = {"type": "custom", "id": f"r{number:07x}", "parentId": None, "timestamp": stamp, "customType": kind}
    return json_line({**line, "data": details})

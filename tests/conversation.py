"""A host's session file that grows as a test says, in the format that pi writes."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)


class Conversation:
    """Appends entries below the current leaf; ``go_back`` turns to an earlier one, as tree navigation does."""

    def __init__(self, path: Path, cwd: Path, session_id: str = "019f0000-aaaa-7000-8000-000000000001") -> None:
        self.path = path
        self.leaf: str | None = None
        self.number = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        header = {"type": "session", "version": 3, "id": session_id, "timestamp": self._time(), "cwd": str(cwd)}
        path.write_text(json.dumps(header) + "\n")

    @classmethod
    def reopened(cls, path: Path) -> "Conversation":
        """A conversation that stands already, to be gone on with from its last entry."""
        conversation = cls.__new__(cls)
        entries = [json.loads(line) for line in path.read_text().splitlines()[1:]]
        conversation.path, conversation.number = path, 0x10000 + len(entries)
        conversation.leaf = entries[-1]["id"] if entries else None
        return conversation

    def say(self, role: str, text: str, **more: Any) -> str:
        """One message; its id."""
        content = [{"type": "text", "text": text}]
        return self.append("message", message={"role": role, "content": content, **more})

    def turn(self, question: str, answer: str) -> str:
        """A user's message and the assistant's reply; the id of the reply."""
        self.say("user", question)
        return self.say("assistant", answer, stopReason="stop")

    def append(self, kind: str, **fields: Any) -> str:
        self.number += 1
        entry_id = f"e{self.number:07x}"
        entry = {"type": kind, "id": entry_id, "parentId": self.leaf, "timestamp": self._time(), **fields}
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")
        self.leaf = entry_id
        return entry_id

    def go_back(self, entry_id: str | None) -> None:
        self.leaf = entry_id

    def _time(self) -> str:
        moment = START + timedelta(seconds=30 * self.number)
        return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def fill(conversation: Conversation, turns: int, *, about: str = "the parser") -> list[str]:
    """Turns of about 150 tokens each, with one standing preference in every one; ids of the replies."""
    padding = "The function reads one block after the other and keeps what it has not used yet. " * 5
    return [
        conversation.turn(
            f"Always name module {about.split()[-1]}{number} after what it holds.",
            f"Done: module {about.split()[-1]}{number} holds {about} now. {padding}",
        )
        for number in range(turns)
    ]

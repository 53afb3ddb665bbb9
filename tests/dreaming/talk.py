"""A session whose turns lie at given times, in the format that pi writes."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

DAY = 86_400.0


class Talk:
    """Appends turns a minute apart; ``go_back`` turns to an earlier entry, as tree navigation does."""

    def __init__(self, path: Path, cwd: Path, session_id: str, begun: float, parent: Path | None = None) -> None:
        self.path = path
        self.session = session_id
        self.moment = begun
        self.leaf: str | None = None
        self.number = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        header: dict[str, Any] = {"type": "session", "version": 3, "id": session_id, "cwd": str(cwd)}
        header["timestamp"] = _iso(begun)
        if parent is not None:
            header["parentSession"] = str(parent)
        path.write_text(json.dumps(header) + "\n")

    def turn(self, user: str, assistant: str = "Done, as you said.") -> dict[str, str]:
        """One turn; what names it as evidence."""
        self.say("user", user)
        return {"session": self.session, "entry": self.say("assistant", assistant, stopReason="stop")}

    def turns(self, number: int, about: str = "the parser") -> list[dict[str, str]]:
        return [self.turn(f"Please look at {about}, part {each}.", f"Part {each} is fine.") for each in range(number)]

    def say(self, role: str, text: str, **more: Any) -> str:
        self.moment += 60
        return self.append("message", message={"role": role, "content": [{"type": "text", "text": text}], **more})

    def call(self, text: str = "") -> str:
        """A reply that goes on with a tool."""
        self.moment += 60
        blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
        blocks.append({"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "ls"}})
        return self.append("message", message={"role": "assistant", "content": blocks, "stopReason": "toolUse"})

    def append(self, kind: str, **fields: Any) -> str:
        self.number += 1
        entry_id = f"e{self.number:07x}"
        entry = {"type": kind, "id": entry_id, "parentId": self.leaf, "timestamp": _iso(self.moment), **fields}
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")
        self.leaf = entry_id
        return entry_id

    def go_back(self, entry_id: str | None) -> None:
        self.leaf = entry_id


def _iso(unix: float) -> str:
    return datetime.fromtimestamp(unix, UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"

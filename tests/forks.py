"""Forks of a conversation, as the host makes them: the path is copied with its ids, the header names the parent."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.conversation import Conversation

FORK_ID = "019f0000-bbbb-7000-8000-000000000001"


def fork(
    parent: Conversation,
    path: Path,
    *,
    at: str | None = None,
    session_id: str = FORK_ID,
    cwd: Path | None = None,
    made_at: datetime | None = None,
    whole: bool = False,
) -> Conversation:
    """A fork in a file of its own, with the parent's path to ``at`` (default: its leaf); it can go on by itself.

    ``made_at`` is now by default. With ``whole`` all branches are copied, as the host does from a file.
    """
    lines: list[dict[str, Any]] = [json.loads(line) for line in parent.path.read_text().splitlines()]
    header, entries = lines[0], {line["id"]: line for line in lines[1:]}
    copied: list[dict[str, Any]] = []
    below: str | None = at or parent.leaf
    while below is not None and not whole:
        copied.append(entries[below])
        below = entries[below]["parentId"]
    if whole:
        copied = list(reversed(lines[1:]))
    moment = (made_at or datetime.now(UTC)).astimezone(UTC).replace(tzinfo=None).isoformat(
        timespec="milliseconds"
    ) + "Z"
    child = Conversation(path, cwd or Path(header["cwd"]), session_id)
    named = {"id": session_id, "timestamp": moment, "parentSession": str(parent.path), "cwd": str(cwd or header["cwd"])}
    with path.open("w") as file:
        for line in ({**header, **named}, *reversed(copied)):
            file.write(json.dumps(line) + "\n")
    child.leaf = copied[0]["id"] if copied else None
    # Ids of the fork's own entries differ from all of the parent's.
    child.number = parent.number + 0x1000
    return child

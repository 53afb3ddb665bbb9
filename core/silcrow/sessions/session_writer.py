"""The session file of a host that is written in Python: the format of pi, so that pi and silcrow can open it."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from silcrow.files import append_line
from silcrow.sessions.entry_lines import new_entry_id
from silcrow.sessions.session_file import SessionFile
from silcrow.text.instants import iso_instant
from silcrow.text.json_line import json_line

_VERSION: Final = 3
_NO_COST: Final = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0}
_NO_USAGE: Final = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0, "cost": _NO_COST}
"""What pi takes for unknown: it estimates the tokens of such a reply."""


class SessionWriter:
    """Appends the entries of one session. Its host is the only one that writes there.

    Each entry hangs from the one before, or from where `go_to` turned to, and is written in one append. Times are Unix
    seconds. Raises OSError where the disk refuses.
    """

    def __init__(self, path: Path, session_id: str, *, clock: Callable[[], float] = time.time) -> None:
        """For a file that `create` or `open` knows; those are the ways to get one."""
        self.path = path
        self.session_id = session_id
        self.leaf_id: str | None = None
        """The entry that the next one hangs from."""
        self._clock = clock
        self._ids: set[str] = set()

    @classmethod
    def create(
        cls,
        folder: Path,
        session_id: str,
        cwd: Path,
        *,
        parent: Path | None = None,
        clock: Callable[[], float] = time.time,
    ) -> "SessionWriter":
        """A new session in a folder of sessions, named as pi names it; ``parent`` is the session it was forked from.

        ``cwd`` is the folder that the agent works in. FileExistsError when there is such a session already.
        """
        started = iso_instant(clock())
        path = folder / f"{started.replace(':', '-').replace('.', '-')}_{session_id}.jsonl"
        if path.exists():
            raise FileExistsError(path)
        header = {"type": "session", "version": _VERSION, "id": session_id, "timestamp": started, "cwd": str(cwd)}
        append_line(path, json_line(header | ({"parentSession": str(parent)} if parent is not None else {})))
        return cls(path, session_id, clock=clock)

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], float] = time.time) -> "SessionWriter":
        """An existing session, to go on from its last entry. ValueError for a file that is none."""
        session = SessionFile(path)
        session.refresh()
        if session.header is None or session.format_version < _VERSION:
            raise ValueError(f"{path} is no session of format {_VERSION}")
        writer = cls(path, session.session_id, clock=clock)
        writer._ids.update(own for entry in session.entries() if isinstance(own := entry.get("id"), str))
        writer.leaf_id = session.recoverable_leaf_id or session.leaf_id
        return writer

    def message(self, message: Mapping[str, Any]) -> str:
        """A message as a model gets or gives it, with ``role`` and ``content``; the id of its entry.

        Roles are ``user``, ``assistant`` and ``toolResult``; what else pi knows of messages may be in it.
        """
        return self._append("message", {"message": {"timestamp": int(self._clock() * 1_000), **message}})

    def say(self, role: Literal["user", "assistant"], text: str, *, provider: str = "host", model: str = "host") -> str:
        """A message of plain text; the id of its entry. A reply names the model that it came from."""
        message: dict[str, Any] = {"role": role, "content": [{"type": "text", "text": text}]}
        if role == "assistant":
            origin = {"api": "silcrow", "provider": provider, "model": model}
            message |= {**origin, "usage": _NO_USAGE, "stopReason": "stop"}
        return self.message(message)

    def custom(self, custom_type: str, data: Mapping[str, Any]) -> str:
        """What is kept in the session and never sent to a model: records of memory among them."""
        return self._append("custom", {"customType": custom_type, "data": dict(data)})

    def compaction(
        self, summary: str, first_kept: str, *, tokens_before: int, details: Mapping[str, Any] | None = None
    ) -> str:
        """A compaction: ``summary`` stands for all before the entry ``first_kept``, which is none of a tool result."""
        body = {"summary": summary, "firstKeptEntryId": first_kept, "tokensBefore": tokens_before, "fromHook": True}
        return self._append("compaction", {**body, "details": dict(details or {})})

    def go_to(self, entry_id: str | None) -> None:
        """Turn to an earlier entry: the next one makes a branch there. None is before the first."""
        if entry_id is not None and entry_id not in self._ids:
            raise ValueError(f"{entry_id} is no entry of this session")
        self.leaf_id = entry_id

    def _append(self, kind: str, body: Mapping[str, Any]) -> str:
        entry_id = new_entry_id(self._ids)
        head = {"type": kind, "id": entry_id, "parentId": self.leaf_id, "timestamp": iso_instant(self._clock())}
        append_line(self.path, json_line({**head, **body}))
        self._ids.add(entry_id)
        self.leaf_id = entry_id
        return entry_id

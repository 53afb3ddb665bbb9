"""What the curated store answers: typed results with stable names and codes.

A failure that a caller can cause is a value with a ``code``; the store raises only for bugs. Field names in
``to_dict`` are the public JSON names (``silcrow memory ... --json`` prints exactly this).
"""

from typing import Any, Literal

from msgspec import Struct, field

Target = Literal["memory", "user"]
TARGETS: tuple[Target, ...] = ("memory", "user")
FILE_NAMES: dict[Target, str] = {"memory": "MEMORY.md", "user": "USER.md"}

Code = Literal[
    "empty",
    "delimiter",
    "blocked",
    "no_match",
    "ambiguous",
    "over_limit",
    "would_empty",
    "drift",
    "unreadable",
    "busy",
    "unknown_target",
    "pinned",
    "held",
    "stale",
    "invalid",
    "io",
]


class Usage(Struct, frozen=True):
    """How full a store is, in code points of the joined text."""

    used: int
    limit: int

    @property
    def percent(self) -> int:
        """Floored; above 100 when the store is over its limit."""
        return self.used * 100 // self.limit if self.limit else 0

    @property
    def left(self) -> int:
        """Code points that still fit; negative when the store is over its limit."""
        return self.limit - self.used

    def __str__(self) -> str:
        return f"{self.percent}% — {self.used:,}/{self.limit:,} chars"


class Success(Struct, frozen=True):
    """The store after the call, read from the bytes just written."""

    target: Target
    entries: tuple[str, ...]
    usage: Usage
    message: str | None = None
    replaced: str | None = None
    similar: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    change: str | None = None
    """Id of the change in history; None when nothing changed."""
    success: Literal[True] = True

    def to_dict(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "success": True,
            "target": self.target,
            "entries": list(self.entries),
            "usage": str(self.usage),
            "entryCount": len(self.entries),
        }
        if self.message is not None:
            answer["message"] = self.message
        if self.replaced is not None:
            answer["replaced"] = self.replaced
        if self.similar:
            answer["similar"] = list(self.similar)
        if self.notes:
            answer["notes"] = list(self.notes)
        return answer


class Failure(Struct, frozen=True):
    """Why nothing was changed. The file is byte for byte as it was before the call."""

    code: Code
    error: str
    target: str
    """As given: for ``unknown_target`` it is neither of the two."""
    matches: tuple[str, ...] = ()
    current_entries: tuple[str, ...] = ()
    usage: Usage | None = None
    drift_backup: str | None = None
    remediation: str | None = None
    findings: tuple[dict[str, Any], ...] = ()
    """What the scanner found, for ``blocked``: ``id, class, severity, start, end, message``."""
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    """Values behind the words. ``over_limit``: ``used, limit, needed, missing, entryLengths``; ``drift``: ``check,
    entry, length, limit, offset, line, unchanged, backupError``; ``unreadable``: ``offset, line``; ``busy``:
    ``holder, waited``; ``held``: ``proposals``; ``pinned``: ``pinned``; in a batch: ``row``, from 1.
    """
    success: Literal[False] = False

    def to_dict(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"success": False, "code": self.code, "error": self.error, "target": self.target}
        if self.matches:
            answer["matches"] = list(self.matches)
        if self.current_entries:
            answer["currentEntries"] = list(self.current_entries)
        if self.usage is not None:
            answer["usage"] = str(self.usage)
        if self.drift_backup is not None:
            answer["driftBackup"] = self.drift_backup
        if self.remediation is not None:
            answer["remediation"] = self.remediation
        if self.findings:
            answer["findings"] = [dict(finding) for finding in self.findings]
        if self.details:
            answer["details"] = dict(self.details)
        return answer


Result = Success | Failure

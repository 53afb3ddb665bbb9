"""What became of one dream: the value, its JSON, and the newest of them in ``.silcrow/dreams/``."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, cast

from msgspec import Struct

from silcrow.curated.changes import OPS
from silcrow.curated.results import TARGETS
from silcrow.dreaming.steps import Evidence, Refused, Step
from silcrow.files import read_bytes, write_atomic
from silcrow.text.instants import iso_instant

Outcome = Literal["nothing", "changed", "partly_failed", "failed"]
"""``nothing``: it found nothing to do. ``partly_failed``: some of what it wanted came to something, some was refused or
never read. ``failed``: nothing came of it."""
REPORTS_KEPT: Final = 50
_LIMIT: Final = 4 << 20
_NAME = re.compile(r"dream-\d{14}-\d{1,10}-\d{1,6}\.json")
_TOO_LATE = frozenset({"stale"})
"""Refusals that are no fault of the dream: somebody was there first."""


class Held(Struct, frozen=True):
    """A step that waits for a person."""

    step: Step
    reason: str
    proposal: str | None = None
    """Id in the review queue; None in a dry run."""

    def to_dict(self) -> dict[str, Any]:
        return {**self.step.to_dict(), "reason": self.reason, "proposal": self.proposal}


class Report(Struct, frozen=True):
    """One dream."""

    id: str
    """Id of its first run."""
    started_at: float = 0.0
    """Unix seconds."""
    finished_at: float = 0.0
    model: str = ""
    runs: tuple[str, ...] = ()
    turns: int = 0
    """Turns that were read."""
    sessions: int = 0
    left: int = 0
    """Turns that stay due."""
    taken: tuple[Step, ...] = ()
    held: tuple[Held, ...] = ()
    refused: tuple[Refused, ...] = ()
    unchanged: tuple[Step, ...] = ()
    changes: tuple[str, ...] = ()
    """Ids in history; those of one dream are one action."""
    error: str | None = None
    """Why it ended early, in words."""
    cost_usd: float | None = 0.0
    """None is unpriced."""
    dry_run: bool = False
    review: bool = False
    """Every step waits for a person."""
    notes: tuple[str, ...] = ()
    reverted_at: float | None = None

    @property
    def outcome(self) -> Outcome:
        came_to_something = bool(self.taken or self.held)
        faults = self.error is not None or any(each.code not in _TOO_LATE for each in self.refused)
        if came_to_something:
            return "partly_failed" if faults else "changed"
        if not faults:
            return "nothing"
        # Some of it was gone through to the end, and there was nothing to be found in that.
        return "partly_failed" if self.turns and not self.refused else "failed"

    @property
    def wanted(self) -> int:
        return len(self.taken) + len(self.held) + len(self.refused) + len(self.unchanged)

    def to_dict(self) -> dict[str, Any]:
        """The report as it lies on disk, and for ``--json``."""
        return {
            "id": self.id,
            "outcome": self.outcome,
            "words": report_words(self),
            "startedAt": iso_instant(self.started_at),
            "finishedAt": iso_instant(self.finished_at),
            "model": self.model,
            "runs": list(self.runs),
            "turns": self.turns,
            "sessions": self.sessions,
            "left": self.left,
            "taken": [step.to_dict() for step in self.taken],
            "held": [each.to_dict() for each in self.held],
            "refused": [each.to_dict() for each in self.refused],
            "unchanged": [step.to_dict() for step in self.unchanged],
            "changes": list(self.changes),
            "error": self.error,
            "costUsd": self.cost_usd,
            "dryRun": self.dry_run,
            "review": self.review,
            "notes": list(self.notes),
            "revertedAt": iso_instant(self.reverted_at) if self.reverted_at is not None else None,
        }


def report_words(report: Report) -> str:
    """The outcome with its numbers, in two sentences at most."""
    held = len(report.held)
    counts = [
        (len(report.taken), "would be made" if report.dry_run else "made"),
        (held, f"{'would wait' if report.dry_run else 'wait' if held > 1 else 'waits'} for review"),
        (len(report.refused), "refused"),
        (len(report.unchanged), "there already"),
    ]
    told = ", ".join(f"{number:,} {words}" for number, words in counts if number)
    head = {"nothing": "Nothing to do", "changed": "", "partly_failed": "Partly failed", "failed": "Failed"}
    parts = [head[report.outcome], told, report.error or ""]
    first = ": ".join(part for part in parts if part)
    read = f"{_counted(report.turns, 'turn')} in {_counted(report.sessions, 'session')} read"
    more = f", {report.left:,} left for the next one" if report.left else ""
    return f"{first}. {read}{more}."


class ReportFolder:
    """The newest reports of one memory folder."""

    def __init__(self, memory_dir: Path) -> None:
        self.folder = memory_dir / ".silcrow" / "dreams"

    def ids(self) -> tuple[str, ...]:
        """Newest first."""
        try:
            names = [path.name for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
        except OSError:
            return ()
        return tuple(name.removesuffix(".json") for name in sorted(names, reverse=True))

    def read(self, report_id: str) -> Report | None:
        """One report; None when there is none that can be read."""
        if not _NAME.fullmatch(f"{report_id}.json"):
            return None
        try:
            document: object = json.loads(read_bytes(self.folder / f"{report_id}.json", limit=_LIMIT))
        except (OSError, ValueError, RecursionError):
            return None
        return report_from(cast("Mapping[str, Any]", document)) if isinstance(document, Mapping) else None

    def newest(self) -> Report | None:
        return next((report for each in self.ids() if (report := self.read(each)) is not None), None)

    def write(self, report: Report) -> None:
        """Keep a report, and drop the oldest ones. Raises OSError."""
        text = json.dumps(report.to_dict(), ensure_ascii=False, indent=1)
        write_atomic(self.folder / f"{report.id}.json", text.encode("utf-8", "surrogatepass"))
        for old in self.ids()[REPORTS_KEPT:]:
            (self.folder / f"{old}.json").unlink(missing_ok=True)


def report_from(document: Mapping[str, Any]) -> Report | None:
    """Read a stored report; None for what is none."""
    from silcrow.text.instants import unix_seconds

    def moment(name: str) -> float | None:
        value = document.get(name)
        return unix_seconds(value) if isinstance(value, str) else None

    identity, started, finished = document.get("id"), moment("startedAt"), moment("finishedAt")
    if not isinstance(identity, str) or started is None or finished is None:
        return None
    cost = document.get("costUsd")
    try:
        return Report(
            id=identity,
            started_at=started,
            finished_at=finished,
            model=str(document.get("model", "")),
            runs=_texts(document.get("runs")),
            turns=int(document.get("turns", 0)),
            sessions=int(document.get("sessions", 0)),
            left=int(document.get("left", 0)),
            taken=tuple(map(_step, document.get("taken", ()))),
            held=tuple(Held(_step(each), str(each["reason"]), each.get("proposal")) for each in document["held"]),
            refused=tuple(Refused(_step(each), str(each["code"]), str(each["reason"])) for each in document["refused"]),
            unchanged=tuple(map(_step, document.get("unchanged", ()))),
            changes=_texts(document.get("changes")),
            error=str(document["error"]) if document.get("error") else None,
            cost_usd=float(cost) if isinstance(cost, int | float) else None,
            dry_run=document.get("dryRun") is True,
            review=document.get("review") is True,
            notes=_texts(document.get("notes")),
            reverted_at=moment("revertedAt"),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _step(fields: Mapping[str, Any]) -> Step:
    if fields["op"] not in OPS or fields["target"] not in TARGETS:
        raise ValueError("no step")
    evidence = tuple(
        Evidence(str(each["session"]), str(each["entry"]), float(each["time"]), str(each.get("quote", "")))
        for each in fields.get("evidence", ())
    )
    return Step(fields["op"], fields["target"], _optional(fields.get("old")), _optional(fields.get("new")), evidence)


def _optional(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in cast("list[object]", value)) if isinstance(value, list) else ()


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

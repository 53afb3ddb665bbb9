"""What waits for a person, counted once for the header, the status command and the badges."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from silcrow.curated.states import CuratedState, MemoryFile
from silcrow.settings import SettingsProblem
from silcrow.workspace.state import Waiting, WaitingKind

if TYPE_CHECKING:
    from silcrow.observational.status import ObservationalState
    from silcrow.workers.run import Run

_WORDS: dict[WaitingKind, tuple[str, str]] = {
    "drift": ("drift", "drift"),
    "unreadable": ("unreadable", "unreadable"),
    "gone": ("gone", "gone"),
    "blocked": ("blocked", "blocked"),
    "held": ("held", "held"),
    "gap": ("gap", "gaps"),
    "failed_run": ("failed run", "failed runs"),
    "settings": ("settings error", "settings errors"),
}
_KEYS: dict[WaitingKind, str] = {
    "drift": "2",
    "unreadable": "2",
    "gone": "w",
    "blocked": "b",
    "held": "w",
    "gap": "4",
    "failed_run": "4",
    "settings": "w",
}


def waiting(
    memory: CuratedState,
    observational: "ObservationalState | None",
    runs: "Sequence[Run]",
    problems: Sequence[SettingsProblem],
) -> tuple[Waiting, ...]:
    """What needs a person now, most urgent first; kinds with nothing in them are left out."""
    files = (memory.memory, memory.user)
    counts: dict[WaitingKind, int] = {
        "drift": sum(file.drift is not None and not file.unreadable for file in files),
        "unreadable": sum(file.unreadable is not None for file in files),
        "gone": sum(len(vanished_texts(file)) for file in files),
        "blocked": sum(file.blocked for file in files),
        "held": len(memory.proposals),
        "gap": _gaps(observational),
        "failed_run": len(unanswered_failures(observational, runs)),
        "settings": len(problems),
    }
    return tuple(
        Waiting(kind, count, f"{count} {_WORDS[kind][count != 1]}", _KEYS[kind])
        for kind, count in counts.items()
        if count
    )


def vanished_texts(file: MemoryFile) -> tuple[str, ...]:
    """Entries that went without silcrow and that nobody has decided on: taken away by another program, or pinned."""
    return tuple(dict.fromkeys([*(each.text for each in file.vanished), *file.lost_pins]))


def unanswered_failures(observational: "ObservationalState | None", runs: "Sequence[Run]") -> "tuple[Run, ...]":
    """Failed runs whose work nobody has done since: an observer's chunk is still open, or no later consolidation ran.

    A failure that a retry has made good needs nobody.
    """
    if observational is None:
        return ()
    open_chunks = {
        (chunk.range.from_id, chunk.range.to_id)
        for chunk in observational.chunks
        if chunk.outcome in ("failed", "running", "queued")
    }
    failed: list[Run] = []
    seen: set[tuple[str, str] | str] = set()
    for run in sorted(runs, key=lambda run: run.started_at, reverse=True):
        subject = (run.chunk.from_id, run.chunk.to_id) if run.chunk else run.role
        if subject in seen:
            continue
        seen.add(subject)
        if run.state == "failed" and (run.chunk is None or subject in open_chunks):
            failed.append(run)
    return tuple(failed)


def _gaps(observational: "ObservationalState | None") -> int:
    return sum(chunk.outcome == "parked" for chunk in observational.chunks) if observational else 0

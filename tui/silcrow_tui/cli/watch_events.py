"""What happened between two readings of a session, as events for people and for scripts."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from silcrow.observational import ObservationalState
from silcrow.observational.observer_state import observer_state
from silcrow.observational.status_json import compaction_reason
from silcrow.workers import Run
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.cli.documents import run_document, status_document
from silcrow_tui.cli.output import one_line
from silcrow_tui.widgets.words import counted, usd


class Event(Struct, frozen=True):
    """One thing that happened."""

    name: str
    words: str
    fields: dict[str, Any]
    """What a script is told beside the name."""


def events_between(before: WorkspaceState, now: WorkspaceState) -> Iterator[Event]:
    """What is different now: runs that started or ended, gaps, clocks that were paused, memory on or off."""
    earlier, later = before.observational, now.observational
    yield from _run_events(before.runs, now.runs)
    if earlier is None or later is None:
        return
    if earlier.enabled != later.enabled:
        word = "on" if later.enabled else "off"
        yield Event(word, f"memory is {word} for this session", {})
    yield from _pause_events(earlier, later)
    yield from _gap_events(earlier, later)


def status_events(now: WorkspaceState) -> Iterator[Event]:
    """Where the session stands, in the sentences that the status has, too."""
    memory = now.observational
    if memory is None:
        return
    sentences = (observer_state(memory).reason, memory.consolidator.reason, compaction_reason(memory))
    yield Event("status", "  ".join(sentences), {"status": status_document(now)})


def _run_events(before: tuple[Run, ...], now: tuple[Run, ...]) -> Iterator[Event]:
    known = {run.run_id: run.state for run in before}
    for run in sorted(now, key=lambda run: (run.started_at, run.run_id)):
        state = known.get(run.run_id)
        if state is None:
            what = "entries" if run.chunk else "observations"
            yield Event("run_started", f"{run.role} started  {run.run_id}  {run.handed} {what}", _run_fields(run))
        if run.state not in (state, "running"):
            told = run.error.words if run.error else run.summary
            cost = usd(run.cost_usd, partial=run.partial)
            yield Event(
                "run_ended", f"{run.role} {run.state}  {run.run_id}  {one_line(told)}  {cost}", _run_fields(run)
            )


def _pause_events(before: ObservationalState, now: ObservationalState) -> Iterator[Event]:
    for role in sorted({*before.paused, *now.paused}):
        reason = now.paused.get(role)
        if reason == before.paused.get(role):
            continue
        if reason is None:
            yield Event("resumed", f"{role} resumed", {"role": role})
        else:
            yield Event("paused", f"{role} paused  {reason}", {"role": role, "reason": reason})


def _gap_events(before: ObservationalState, now: ObservationalState) -> Iterator[Event]:
    known = {chunk.range for chunk in before.chunks if chunk.outcome == "parked"}
    for chunk in now.chunks:
        if chunk.outcome == "parked" and chunk.range not in known:
            entries = counted(chunk.last - chunk.first + 1, "entry", "entries")
            fields = {"fromId": chunk.range.from_id, "toId": chunk.range.to_id, "error": chunk.error}
            yield Event("gap", f"gap  {entries} could not be observed  {chunk.error or ''}".rstrip(), fields)


def _run_fields(run: Run) -> dict[str, Any]:
    return {"run": run_document(run)}

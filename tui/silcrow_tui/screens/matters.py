"""What waits for a person, one value for each thing, most urgent first. Pure."""

from collections.abc import Hashable, Iterable
from typing import Literal

from msgspec import Struct

from silcrow.curated.proposals import Proposal
from silcrow.curated.results import FILE_NAMES, TARGETS, Target
from silcrow.curated.states import MemoryFile
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.waiting import vanished_texts
from silcrow_tui.commands import KeyOf
from silcrow_tui.panes.finding_lines import reason
from silcrow_tui.panes.run_lines import ERROR_WORDS
from silcrow_tui.signs import Role
from silcrow_tui.widgets.words import counted

Kind = Literal["drift", "unreadable", "gone", "blocked", "held", "gap", "failed", "settings"]
ROLES: dict[Kind, Role] = {
    "drift": "wait",
    "unreadable": "bad",
    "gone": "wait",
    "blocked": "bad",
    "held": "wait",
    "gap": "wait",
    "failed": "bad",
    "settings": "bad",
}
_WANTS = {"add": "adds to", "replace": "changes in", "remove": "removes from"}


class Matter(Struct, frozen=True):
    """One thing that waits."""

    kind: Kind
    about: str
    """What it concerns: a file, a chunk, a run, a key."""
    words: str
    """What is wrong, in full."""
    way_out: str
    """Which key does what about it."""
    pane: int | None = None
    run_id: str | None = None
    target: Target | None = None
    text: str | None = None
    """The entry that it is about, in full."""
    change: str | None = None
    """The outside change that took it away; None for a pinned entry that is missing otherwise."""
    proposal: Proposal | None = None

    @property
    def key(self) -> Hashable:
        """What tells it from all others."""
        return (self.kind, self.proposal.id if self.proposal else self.text or self.about, self.target)


def matters(state: WorkspaceState, key: KeyOf) -> tuple[Matter, ...]:
    """All that waits, by urgency: files, entries, held changes, gaps, failed runs, settings."""
    files = [state.memory.file(target) for target in TARGETS]
    return (
        *_files(files, key),
        *_gone(files, key),
        *_blocked(files, key),
        *_held(state, key),
        *_gaps(state, key),
        *_failures(state, key),
        *_settings(state),
    )


def _files(files: Iterable[MemoryFile], key: KeyOf) -> Iterable[Matter]:
    way = f"{key('waiting.open')} walks through the repair"
    for file in files:
        if file.drift is not None:
            words = f"{file.drift.message}. Writes are refused, nothing is lost."
            yield Matter("drift", FILE_NAMES[file.target], words, way, pane=2, target=file.target)
    for file in files:
        if file.unreadable is not None:
            words = f"{file.unreadable}; writes are refused, the file is untouched."
            yield Matter("unreadable", FILE_NAMES[file.target], words, way, pane=2, target=file.target)


def _gone(files: Iterable[MemoryFile], key: KeyOf) -> Iterable[Matter]:
    ways = f"{key('waiting.accept')} brings it back, {key('waiting.reject')} leaves it gone"
    for file in files:
        changes = {each.text: each for each in file.vanished}
        for text in vanished_texts(file):
            gone = changes.get(text)
            who = (gone.writer if gone else None) or "another program"
            pinned = " It was pinned." if text in file.lost_pins else ""
            yield Matter(
                "gone",
                FILE_NAMES[file.target],
                text,
                f"Taken away by {who}.{pinned} {ways}",
                target=file.target,
                text=text,
                change=gone.change if gone else None,
            )


def _blocked(files: Iterable[MemoryFile], key: KeyOf) -> Iterable[Matter]:
    for file in files:
        for entry in file.entries:
            if entry.blocked:
                about = f"{FILE_NAMES[file.target]} entry {entry.number}"
                there = f"{key('entries.why')} explains and accepts, {key('entries.edit')} rewrites"
                way = f"{key('waiting.open')} goes to it: there {there}, {key('entries.remove')} removes"
                yield Matter("blocked", about, reason(entry), way, 1, target=file.target, text=entry.text)


def _held(state: WorkspaceState, key: KeyOf) -> Iterable[Matter]:
    for proposal in state.memory.proposals:
        about = f"{_WANTS[proposal.op]} {FILE_NAMES[proposal.target]}"
        text = proposal.new if proposal.new is not None else proposal.old or ""
        if proposal.stale:
            ways = f"{key('waiting.reject')} rejects it, {key('waiting.check')} checks again"
            way = f"The entry is no longer there as it was, so this can't be done. {ways}"
        else:
            edits = "" if proposal.op == "remove" else f", {key('waiting.edit')} edits, then accepts"
            ways = f"{key('waiting.accept')} accepts, {key('waiting.reject')} rejects"
            way = f"{ways}, {key('waiting.compare')} compares{edits}"
        yield Matter("held", about, text, way, target=proposal.target, text=text, proposal=proposal)


def _gaps(state: WorkspaceState, key: KeyOf) -> Iterable[Matter]:
    chunks = state.observational.chunks if state.observational is not None else ()
    for number, chunk in enumerate(chunks, 1):
        if chunk.outcome == "parked":
            run = next((run for run in state.runs if run.chunk == chunk.range), None)
            entries = counted(chunk.last - chunk.first + 1, "entry", "entries")
            words = f"{entries}, {chunk.tokens:,} tokens not observed: {chunk.error or 'no result'}"
            there = f"opens the run: {key('run.retry')} tries again, {key('run.accept')} accepts the loss"
            way = f"{key('waiting.open')} {there if run else 'goes to 4 Workers'}"
            yield Matter("gap", f"chunk {number}", words, way, pane=4, run_id=run.run_id if run else None)


def _failures(state: WorkspaceState, key: KeyOf) -> Iterable[Matter]:
    parked = {c.range for c in state.observational.chunks if c.outcome == "parked"} if state.observational else set()
    waiting = {c.range for c in state.observational.chunks if c.outcome == "failed"} if state.observational else set()
    for run in state.runs:
        open_chunk = run.chunk in waiting or (run.chunk is None and run.role != "observer")
        if run.state == "failed" and run.error is not None and run.chunk not in parked and open_chunk:
            words = f"{ERROR_WORDS[run.error.kind]}: {run.error.words}"
            yield Matter("failed", run.run_id, words, f"{key('waiting.open')} opens the run", pane=4, run_id=run.run_id)


def _settings(state: WorkspaceState) -> Iterable[Matter]:
    for problem in state.problems:
        line_word = f", line {problem.line}" if problem.line else ""
        way = f"mend {problem.path}{line_word}; the rest of it applies"
        yield Matter("settings", problem.key, problem.message, way)

"""A session that lives step by step: the test plays host, workers and person, all else is the real thing.

No process is started. What a worker leaves in its run's files is written here, and read where a worker's end is judged.
"""

import json
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from msgspec.structs import replace

from silcrow.files import write_atomic
from silcrow.observational import ChunkRange, Ledger, Observation, ObservationalState
from silcrow.observational.compaction import last_compaction
from silcrow.observational.coverage import standing_troubles
from silcrow.observational.journey import journey_tokens
from silcrow.observational.status import Driver as DriverState
from silcrow.observational.status_of import ContextSize, DurableFiles, observational_state
from silcrow.observational.topics import read_topics
from silcrow.pipeline import SessionMemory, consolidating, dropping, gate, observing, reverting
from silcrow.pipeline.compacting import Compacted, compact
from silcrow.pipeline.recovery import recover
from silcrow.sessions import SessionFile
from silcrow.settings import ObservationalSettings, WorkerModel
from silcrow.workers import Run, RunFolder, RunOutcome, WorkOrder
from silcrow.workers.beginning import new_run, write_input
from silcrow.workers.outcome import Ending, outcome_of
from tests.conversation import Conversation

DELAYS: Final = (2.0, 4.0, 8.0)
SETTINGS: Final = replace(
    ObservationalSettings(),
    chunk_tokens=120,
    chunk_overlap_tokens=40,
    pool_target_tokens=40,
    consolidate_at_pool_tokens=120,
    tail_tokens=150,
    observer_concurrency=4,
    observer_model=WorkerModel("stub", "observer"),
    consolidator_model=WorkerModel("stub", "consolidator"),
)
BEGAN: Final = 1_777_890_000.0
Ended = Literal["good", "empty", "prose", "cut off", "wrong keys", "not its own", "no file", "rate limit", "too long"]
Broken = Literal["exit", "killed", "stopped", "timed out"]
Fate = Literal["filed", "merged", "discarded", "forgotten", "only told", "unknown"]


WRITES: Final[tuple[tuple[object, str], ...]] = (
    (Ledger, "append"),
    (RunFolder, "update"),
    (dropping, "append_archive"),
    *((consolidating, name) for name in ("write_plan", "apply_plan", "write_index", "finish_plan")),
    *((reverting, name) for name in ("choose_files", "restore_files", "write_index", "mark_restored")),
)
"""What a driver writes with, owner and name."""


class SessionLife:
    """What happens is remembered beside it as plainly as possible, for comparing."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.project.mkdir()
        self.conversation = Conversation(folder / "session.jsonl", self.project)
        self.now = BEGAN
        self.parents: dict[str, str | None] = {}
        self.texts: list[str] = []
        """Ids of the source entries, in order of their making."""
        self.settled: list[ChunkRange] = []
        self.noted: dict[str, ChunkRange] = {}
        """Each fact that counts, with the chunk it was noted of."""
        self.left: dict[ChunkRange, list[str]] = {}
        """What failed observers had noted of a chunk."""
        self.spent: dict[str, float | None] = {}
        self.flights: dict[str, tuple[Run, WorkOrder]] = {}
        self._facts = 0
        self.memory = self.read_anew()

    def read_anew(self) -> SessionMemory:
        """The session as another process would find it."""
        session = SessionFile(self.conversation.path)
        session.refresh()
        memory = SessionMemory(session, self.project)
        memory.refresh()
        return memory

    def tick(self) -> float:
        self.now += 1.0
        return self.now

    # -- the host

    def say(self, kind: str, words: int) -> None:
        """One source entry of about so many tokens."""
        text = "word " * words
        if kind == "calls":
            call = {"type": "toolCall", "id": f"call{len(self.texts)}", "name": "read", "arguments": {"path": text}}
            self._said(self.conversation.append("message", message={"role": "assistant", "content": [call]}))
            result = {"role": "toolResult", "toolCallId": call["id"], "toolName": "read"}
            self._said(self.conversation.append("message", message={**result, "content": [_text(text)]}))
        else:
            self._said(self.conversation.say(kind, text))

    def go_back(self, place: int) -> None:
        """Turn to an earlier entry; a label there makes it the end of the file's path."""
        target = self.texts[place % len(self.texts)]
        self.conversation.go_back(target)
        label = self.conversation.append("label", targetId=target, label="here again")
        self.parents[label] = target

    def compact(self, tail_tokens: int) -> Compacted | None:
        self.memory.refresh()
        done = compact(self.memory, self.status(tail_tokens), force=True, clock=self.tick)
        if not isinstance(done, Compacted):
            return None
        self.memory.refresh()
        self.parents[done.entry_id] = self.memory.session.parent_of(done.entry_id)
        self.conversation.go_back(done.entry_id)
        return done

    def _said(self, entry_id: str) -> None:
        session = self.memory.session
        session.refresh()
        self.parents[entry_id] = session.parent_of(entry_id)
        self.texts.append(entry_id)

    # -- observers

    def observe(self, *, flush: bool, at_least: int = 0) -> int:
        """What the clock of the observers does; ``at_least`` so many are free."""
        self.memory.refresh()
        busy = [run.chunk for run, _ in self.flights.values() if run.chunk is not None]
        free = max(SETTINGS.observer_concurrency - len(busy), at_least)
        due = observing.due_chunks(self.memory, SETTINGS, busy, free, self.tick(), flush=flush, delays=DELAYS)
        for chunk in due:
            self._begin(observing.order_for(self.memory, chunk, SETTINGS))
        return len(due)

    def result_of_observer(self, run: Run, how: Ended, facts: int, repeats: bool) -> tuple[object, list[str]]:
        """What the worker leaves, and the facts in it that may be recorded."""
        assert run.chunk is not None
        new = [self._fact(run.chunk) for _ in range(facts if how == "good" else 0)]
        found: list[object] = [
            {"timestamp": "2026-05-04T09:00:30" if n % 2 else "soon", "content": each, "sources": [run.chunk.to_id]}
            for n, each in enumerate(new)
        ]
        if repeats and how == "good":
            found += [{"timestamp": "", "content": "  "}, "no object", *found[:1]]
            found += [{"content": each.content} for each in self.memory.ledger.view(run.chunk.to_id).pool[:1]]
        document: dict[str, object] = {"runId": run.run_id, "complete": True, "observations": found}
        return _as_ended(how, document), new

    def end_observer(self, run: Run, left: object, new: Sequence[str], ending: Ending) -> RunOutcome:
        """The worker's process ends: its result is read, and what has to come of it is noted down."""
        del self.flights[run.run_id]
        paths = self.memory.runs.paths(run.run_id)
        _leave(paths.result, left)
        outcome = outcome_of(run, paths, ending, self.tick())
        self.memory.runs.update(outcome.run)
        self.expect(outcome, new)
        return outcome

    def expect(self, outcome: RunOutcome, new: Sequence[str]) -> None:
        chunk = outcome.run.chunk
        if chunk is not None and outcome.result is not None and not self.is_overtaken(chunk):
            self.settled.append(chunk)
            self.noted |= dict.fromkeys(new, chunk)
        elif chunk is not None and outcome.run.state == "failed":
            self.left.setdefault(chunk, []).extend(new)

    def commit(self, outcome: RunOutcome) -> None:
        if outcome.run.role == "observer":
            observing.commit(self.memory, outcome, self.tick(), retries=len(DELAYS))
        else:
            consolidating.commit(self.memory, outcome, self.tick())

    def spend(self, run: Run, usd: float | None) -> None:
        """The worker tells what it has spent by now, never less than before; None breaks off in the middle of that."""
        known = self.spent.get(run.run_id)
        usd = known if usd is None or (known is not None and known > usd) else usd
        cost = {"runId": run.run_id, "costUsd": usd, "turns": 1}
        torn = b'{"runId":'
        path = self.memory.runs.paths(run.run_id).cost
        write_atomic(path, json.dumps(cost).encode() if usd is not None else torn, durable=False)
        self.spent[run.run_id] = usd

    def troubled(self, state: str) -> list[ChunkRange]:
        self.memory.refresh()
        view = self.memory.view()
        busy = [run.chunk for run, _ in self.flights.values() if run.chunk is not None]
        found = standing_troubles(view.source, view.chunks, busy, self.now, DELAYS)
        return [each.latest.range for each in found.values() if each.state == state]

    def accept_gap(self, chunk: ChunkRange) -> None:
        if not self.is_overtaken(chunk):
            self.noted |= dict.fromkeys(self.left.get(chunk, []), chunk)
        gate.accept_gap(self.memory, chunk, now=self.tick())
        self.settled.append(chunk)

    def _fact(self, chunk: ChunkRange) -> str:
        self._facts += 1
        return f"Fact {self._facts:06} holds since entry {chunk.to_id} was written."

    # -- the consolidator

    def consolidate(self, *, asked: bool) -> bool:
        if any(run.role == "consolidator" for run, _ in self.flights.values()):
            return False
        self.memory.refresh()
        batch = consolidating.batch(self.memory, SETTINGS, self.tick(), DELAYS, asked=asked)
        if batch:
            self._begin(consolidating.order_for(self.memory, batch, SETTINGS, self.now))
        return bool(batch)

    def file(self, run: Run, fates: Sequence[Fate], *, gather: bool) -> object:
        """Work on the run's copy as the fates say, one after the other; what the worker then tells.

        ``gather`` moves the text of one topic into another and removes it.
        """
        _, order = self.flights[run.run_id]
        work = self.memory.runs.paths(run.run_id).work
        if gather and len(topics := sorted(work.glob("topic*.md"))) > 1:
            _add_to(topics[0], topics[-1].read_text().split("---\n", 2)[2])
            topics[-1].unlink()
        told: list[dict[str, Any]] = []
        for number, item in enumerate(order.payload["observations"]):
            fate = fates[number % len(fates)]
            topic = f"topic{number % 2}.md"
            if fate in ("filed", "merged"):
                _add_to(work / topic, item["content"])
            disposition = {**item, "how": "filed" if fate in ("only told", "unknown") else fate, "topic": topic}
            if fate == "only told":
                disposition["topic"] = "never-written.md"
            if fate == "unknown":
                disposition["content_hash"] = "00000000"
            if fate != "forgotten":
                told.append(disposition)
        with (work / "JOURNEY.md").open("a") as file:
            file.write(f"\nRun {run.run_id} was here.\n")
        return {"runId": run.run_id, "complete": True, "dispositions": told}

    def end_consolidator(self, run: Run, left: object, ending: Ending) -> RunOutcome:
        del self.flights[run.run_id]
        paths = self.memory.runs.paths(run.run_id)
        _leave(paths.result, left)
        outcome = outcome_of(run, paths, ending, self.tick())
        self.memory.runs.update(outcome.run)
        return outcome

    def edit_topic(self, place: int) -> None:
        """A person writes a line into a topic file."""
        topics = sorted(self.memory.folder.glob("topic*.md"))
        if topics:
            _add_to(topics[place % len(topics)], f"A line by hand, {self.tick():.0f}.")

    # -- a person

    def revert(self, run_id: str | None = None, topics: Sequence[str] = ()) -> None:
        reverting.revert(self.memory, run_id, now=self.tick(), topics=topics)

    def drop(self, place: int) -> None:
        self.memory.refresh()
        pool = self.memory.view().pool
        if pool:
            dropping.drop(self.memory, pool[place % len(pool)].timestamp, now=self.tick())

    # -- ends and beginnings

    def restart(self) -> None:
        """Another process becomes the driver. Workers without a result on disk count as killed."""
        for run in sorted((run for run, _ in self.flights.values()), key=lambda run: run.started_at):
            del self.flights[run.run_id]
        self.memory = self.read_anew()
        recover(self.memory, self.tick(), retries=len(DELAYS))
        self.memory.refresh()

    def status(self, tail_tokens: int = SETTINGS.tail_tokens) -> ObservationalState:
        return status_of(self.memory, self.now, tail_tokens)

    def _begin(self, order: WorkOrder) -> None:
        run = new_run(order, self.memory.runs, self.tick())
        write_input(order, run, self.memory.runs)
        self.flights[run.run_id] = (run, order)
        self.spent[run.run_id] = None

    # -- what has to hold, stated as plainly as it reads

    def path_to(self, leaf: str | None) -> list[str]:
        """The source entries from the root to there."""
        path: list[str] = []
        while leaf is not None:
            path.append(leaf)
            leaf = self.parents[leaf]
        said = set(self.texts)
        return [each for each in reversed(path) if each in said]

    def leaves(self) -> list[str]:
        """The tips of all branches."""
        inner = set(self.parents.values())
        return [each for each in self.parents if each not in inner]

    def settled_on(self, path: Sequence[str]) -> set[str]:
        place = {each: number for number, each in enumerate(path)}
        ranges = [(place[c.from_id], place[c.to_id]) for c in self.settled if c.from_id in place and c.to_id in place]
        return {each for first, last in ranges for each in path[first : last + 1]}

    def is_overtaken(self, chunk: ChunkRange) -> bool:
        path = self.path_to(chunk.to_id)
        return bool(self.settled_on(path) & set(path[path.index(chunk.from_id) :]))

    def facts_on(self, path: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The facts that show there, with the place of their chunk: none that lies inside a larger recorded one."""
        place = {each: number for number, each in enumerate(path)}
        placed = {
            fact: (place[chunk.from_id], place[chunk.to_id])
            for fact, chunk in self.noted.items()
            if chunk.from_id in place and chunk.to_id in place
        }
        ranges = set(placed.values())
        return {
            fact: (first, last)
            for fact, (first, last) in placed.items()
            if not any(a <= first and last <= b and (a, b) != (first, last) for a, b in ranges)
        }


def status_of(memory: SessionMemory, now: float, tail_tokens: int = SETTINGS.tail_tokens) -> ObservationalState:
    context = memory.session.context(memory.leaf)
    size = ContextSize(context.context_tokens, context.projected_tokens, last_compaction(context))
    files = DurableFiles(memory.folder, read_topics(memory.folder), journey_tokens(memory.folder))
    settings = replace(SETTINGS, tail_tokens=tail_tokens)
    return observational_state(
        memory.view(), settings, memory.runs.runs(), files, size, DriverState("nobody"), now, delays=DELAYS
    )


def ending_of(broken: Broken | None) -> Ending:
    match broken:
        case "exit":
            return Ending(3, last_line="the shelf collapsed")
        case "killed":
            return Ending(-signal.SIGKILL)
        case "stopped":
            return Ending(-signal.SIGTERM, stopped=True)
        case "timed out":
            return Ending(-signal.SIGKILL, timed_out_after=300.0)
        case None:
            return Ending(0)


def active(pool: Sequence[Observation]) -> set[str]:
    return {each.content for each in pool}


def _as_ended(how: Ended, document: dict[str, object]) -> object:
    error = {"runId": document["runId"], "complete": False}
    variants: dict[str, object] = {
        "prose": "No observations.",
        "cut off": json.dumps(document)[:-20],
        "wrong keys": {**error, "complete": True, "notes": []},
        "not its own": {**document, "runId": "obs-20200101000000-1-1"},
        "no file": None,
        "rate limit": {**error, "error": {"kind": "rate_limit", "words": "slow down"}},
        "too long": {**error, "error": {"kind": "context_too_long", "words": "too many tokens"}},
    }
    return variants.get(how, document)


def _leave(path: Path, left: object) -> None:
    if left is not None:
        path.write_text(left if isinstance(left, str) else json.dumps(left))


def _add_to(path: Path, text: str) -> None:
    head = f"---\nid: {path.stem}\ntitle: {path.stem}\nsummary: What it holds\nupdated: today\n---\n"
    path.write_text(f"{path.read_text() if path.exists() else head}{text}\n")


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}

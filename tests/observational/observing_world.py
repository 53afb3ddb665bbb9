"""A session that grows while observers come and go: everything that can happen to chunks, step by step."""

import random
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from silcrow.observational.coverage import next_chunks, overtaken, settled_marks, standing_troubles
from silcrow.observational.covering import Covering
from silcrow.observational.observation import ChunkRange
from silcrow.observational.placement import PlacedChunk, SourcePlaces
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.records import ChunkNote, Recorded
from silcrow.sessions.entries import SourceEntry
from silcrow.text.instants import iso_instant
from tests.observational.small_tree import SmallTree, source_entry

DELAYS = (2.0, 4.0, 8.0, 16.0, 32.0)


class OwnPath(Struct, frozen=True):
    places: SourcePlaces
    settled_marks: bytes


@dataclass
class ObservingWorld:
    chance: random.Random
    tree: SmallTree = field(default_factory=SmallTree)
    records: list[Recorded | ChunkNote] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    in_flight: dict[str, ChunkRange] = field(default_factory=dict)
    orphans: list[tuple[str, ChunkRange]] = field(default_factory=list)
    now: int = 0
    chunk_tokens: int = 50
    at_once: int = 4
    count: int = 0

    def step(self, what: str) -> None:
        self.now += 1
        getattr(self, what)()

    def talk(self) -> None:
        for _ in range(self.chance.randint(1, 6)):
            kind = self.chance.choice(["user", "assistant", "calls"])
            tokens = self.chance.randint(1, 90)
            self._say(source_entry(self._name("e"), tokens, kind))
            if kind == "calls":
                for _ in range(self.chance.choice([0, 1, 1, 2])):
                    self._say(source_entry(self._name("e"), max(1, tokens // 2), "result"))

    def navigate(self) -> None:
        if self.tree.parents:
            self.tree.go(self.chance.choice(sorted(self.tree.parents)))

    def clock(self, flush: bool = False) -> None:
        source, placed = self.path()
        for chunk in next_chunks(
            source,
            placed,
            list(self.in_flight.values()),
            self.at_once - len(self.in_flight),
            self.chunk_tokens,
            self.now,
            flush=flush,
            delays=DELAYS,
        ):
            self.in_flight[self._name("run")] = chunk

    def flush(self) -> None:
        self.clock(flush=True)

    def finish(self) -> None:
        if self.in_flight:
            run = self.chance.choice(sorted(self.in_flight))
            self.settle(run, self.in_flight.pop(run), self.chance.choice(["recorded", "recorded", "empty", "failed"]))

    def crash(self) -> None:
        self.orphans.extend(self.in_flight.items())
        self.in_flight.clear()

    def late(self) -> None:
        if self.orphans:
            run, chunk = self.orphans.pop(self.chance.randrange(len(self.orphans)))
            self.settle(run, chunk, "recorded")

    def resize(self) -> None:
        self.chunk_tokens = self.chance.choice([30, 50, 120, 300])

    def by_hand(self) -> None:
        source, placed = self.path()
        parked = [
            each.latest.range
            for each in standing_troubles(source, placed, (), self.now, DELAYS).values()
            if each.state == "parked"
        ]
        if parked:
            self.note(self.chance.choice(parked), self.chance.choice(["retry", "accepted"]), None)

    def settle(self, run: str, chunk: ChunkRange, outcome: str) -> None:
        """What a pipeline does with a result, under the session's lock."""
        own = self.tree.branch_ids(chunk.to_id)
        source = self.tree.source_path(chunk.to_id)
        places = SourcePlaces.on(own, source)
        placed = self._placed(places)
        if overtaken(OwnPath(places, bytes(settled_marks(len(source), placed))), chunk):
            return
        self.note(chunk, outcome, run)
        if outcome != "failed":
            return
        troubles = standing_troubles(source, self._placed(places), (), self.now, DELAYS)
        if any(each.latest.range == chunk and each.failures >= 3 for each in troubles.values()):
            self.note(chunk, "parked", run)

    def note(self, chunk: ChunkRange, outcome: str, run: str | None) -> None:
        ends = {"fromId": chunk.from_id, "toId": chunk.to_id}
        line = {"id": self._name("n"), "timestamp": iso_instant(self.now), "parentId": None}
        if outcome == "recorded":
            fact = {"timestamp": iso_instant(self.now)[:19], "content": f"by {run}"}
            data: dict[str, Any] = {"observations": [fact], "chunk": ends, "coversUpToId": chunk.to_id, "runId": run}
            line |= {"customType": "om.observations.recorded", "data": data}
        else:
            line |= {"customType": "om.chunk", "data": {**ends, "outcome": outcome, "runId": run}}
        record = parse_record(line)
        assert isinstance(record, (Recorded, ChunkNote))
        self.records.append(record)
        self.lines.append(
            {"ts": self.now, "run": run or line["id"], "outcome": outcome} | {"from": chunk.from_id, "to": chunk.to_id}
        )

    def path(self, leaf: str | None = None) -> tuple[tuple[SourceEntry, ...], tuple[PlacedChunk, ...]]:
        source = self.tree.source_path(leaf)
        return source, self._placed(SourcePlaces.on(self.tree.branch_ids(leaf), source))

    def _placed(self, places: SourcePlaces) -> tuple[PlacedChunk, ...]:
        covering = Covering(places)
        for record in self.records:
            covering.add(record)
        return tuple(covering.chunks)

    def _say(self, entry: SourceEntry) -> None:
        self.tree.say(entry)

    def _name(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"


STEPS = (
    *("talk", "talk", "navigate", "clock", "clock", "flush"),
    *("finish", "finish", "crash", "late", "resize", "by_hand"),
)

"""The fold against a slow statement of its rules, on random trees and records."""

import random
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.observational.observation import content_hash
from tests.observational.reference_models import load_model, needs_models
from tests.observational.small_tree import Json, SmallTree, header, record, view_of

RUNS = ["cons-1", "cons-2", "cons-3"]
FORKED_AT = "2026-01-02T00:01:00.000Z"


@dataclass
class World:
    tree: SmallTree
    sidecar: list[Json] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)

    @property
    def lines(self) -> list[Json]:
        return [*self.tree.customs, *self.sidecar]  # type: ignore[list-item]


def observed(draw: st.DataObject, world: World, number: int, place: str) -> Json:
    ids = draw.draw(st.lists(st.sampled_from("0123"), min_size=1, max_size=3))
    observations = [
        {"timestamp": f"2026-01-01T10:00:0{each}", "content": f"fact {number}.{index}"}
        for index, each in enumerate(ids)
    ]
    world.facts.extend((each["timestamp"], each["content"]) for each in observations)
    data: dict[str, Any] = {"observations": observations, "coversUpToId": place}
    if draw.draw(st.booleans()):
        data |= {"chunk": {"fromId": place, "toId": place}, "runId": f"obs-{number}", "attempt": 1}
    return record("om.observations.recorded", f"r{number}", number, **data)


def retired(draw: st.DataObject, world: World, number: int) -> Json | None:
    if not world.facts:
        return None
    chosen = draw.draw(st.lists(st.sampled_from(world.facts), min_size=1, max_size=4, unique=True))
    data: dict[str, Any] = {"observationTimestamps": [each[0] for each in chosen], "coversUpToId": world.tree.leaf_id}
    run = draw.draw(st.sampled_from([None, *RUNS]))
    if run is not None:
        data |= {"runId": run}
        session = draw.draw(st.sampled_from([None, "s1", "parent"]))
        data |= {"sessionId": session} if session else {}
    if draw.draw(st.booleans()):
        data["hashes"] = [content_hash(each[1]) for each in chosen]
    return record("om.observations.dropped", f"d{number}", number, **data)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    data = draw(st.data())
    forked = draw(st.booleans())
    world = World(SmallTree(header("s1", timestamp=FORKED_AT, parent="/p/parent.jsonl" if forked else None)))
    free: list[str] = []
    for number in range(draw(st.integers(3, 25))):
        what = draw(st.sampled_from(["say", "say", "go", "observe", "observe", "drop", "revert", "seed"]))
        line: Json | None = None
        if what == "say" or not world.tree.parents:
            world.tree.say(f"e{number}")
            free.append(f"e{number}")
        elif what == "go":
            world.tree.go(draw(st.sampled_from(sorted(world.tree.parents))))
        elif what == "observe" and free:
            # One record to an entry: chunks within each other are another rule's business.
            line = observed(data, world, number * 7, free.pop(draw(st.integers(0, len(free) - 1))))
        elif what == "drop":
            line = retired(data, world, number * 7)
        elif what == "revert":
            session = draw(st.sampled_from(["s1", "parent"]))
            runs = draw(st.lists(st.sampled_from(RUNS), min_size=1, unique=True))
            line = record("om.run.reverted", f"v{number}", number * 7, runIds=runs, sessionId=session)
        elif what == "seed":
            runs = draw(st.lists(st.sampled_from(RUNS), unique=True))
            line = record("om.seeded", f"x{number}", number * 7, sessionId="s1", runs=runs)
        if line is not None:
            is_local = line["customType"] == "om.observations.dropped" and "runId" not in line["data"]
            if is_local or draw(st.booleans()):
                world.tree.write(line)
            else:
                world.sidecar.append(line)
    return world


def stated(world: World, leaf: str) -> set[tuple[str, str]]:
    """The rules, one after the other, as slowly as they read."""
    tree, head = world.tree, world.tree.header
    lines = sorted(world.lines, key=lambda line: (line["timestamp"], line["id"]))
    path = set(tree.branch_ids(leaf))

    def of(kind: str) -> list[tuple[Json, Json]]:
        return [(line, line["data"]) for line in lines if line["customType"] == kind]

    def ours(line: Json) -> bool:
        session = line["data"].get("sessionId")
        if session is not None:
            return session == head.id
        return head.parent_session is None or line["timestamp"] >= head.timestamp

    seeded = {run for _, data in of("om.seeded") if data["sessionId"] == head.id for run in data["runs"]}
    reverted = {run for line, data in of("om.run.reverted") if ours(line) for run in data["runIds"]}
    every = [
        (each["timestamp"], each["content"], data["coversUpToId"])
        for _, data in of("om.observations.recorded")
        for each in data["observations"]
    ]
    active = {(timestamp, content) for timestamp, content, anchor in every if anchor in path}
    for line, data in of("om.observations.dropped"):
        run = data.get("runId", line["id"])
        counts = run not in reverted and (ours(line) or run in seeded)
        if not counts or ("runId" not in data and line["id"] not in path):
            continue
        for index, timestamp in enumerate(data["observationTimestamps"]):
            if "hashes" in data:
                active -= {
                    key for key in active if key[0] == timestamp and content_hash(key[1]) == data["hashes"][index]
                }
            else:
                named = [each[:2] for each in every if each[0] == timestamp]
                active -= set(named[:1])
    return active


@given(worlds())
@settings(max_examples=150, deadline=None)
def test_the_fold_is_what_its_rules_say_on_every_branch(world: World):
    for leaf in world.tree.parents:
        view = view_of(world.tree, world.sidecar, leaf)
        assert {each.key for each in view.pool} == stated(world, leaf)
        assert view.total == len(view.pool) + view.dropped
        assert list(view.pool) == sorted(view.pool, key=lambda each: each.key)


@given(worlds(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_no_order_and_no_repetition_of_lines_changes_the_fold(world: World, shuffle: random.Random):
    expected = view_of(world.tree, world.sidecar)
    mixed = [*world.sidecar, *world.lines]
    shuffle.shuffle(mixed)
    # All lines once more, as a sidecar has them: each id counts once wherever it stands.
    assert view_of(world.tree, mixed).pool == expected.pool


@needs_models
@given(worlds())
@settings(max_examples=300, deadline=None)
def test_the_fold_agrees_with_the_reference_model(world: World):
    model = load_model("fold_model")
    head = world.tree.header
    described = {"id": head.id, "timestamp": head.timestamp, "parentSession": head.parent_session}
    for leaf in world.tree.parents:
        expected = model.fold(described, world.tree.parents, world.lines, leaf)
        assert {each.key for each in view_of(world.tree, world.sidecar, leaf).pool} == expected

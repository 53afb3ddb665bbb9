"""Coverage and chunk selection on random histories: nothing lost, nothing twice, no end without progress."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.observational.coverage import next_chunks, settled_marks, settled_prefix, troubles
from silcrow.observational.placement import shown
from tests.observational.observing_world import DELAYS, STEPS, ObservingWorld
from tests.observational.reference_models import load_model, needs_models

histories = st.tuples(st.integers(0, 10_000), st.lists(st.sampled_from(STEPS), min_size=5, max_size=60))


def lived(history: tuple[int, list[str]]) -> ObservingWorld:
    world = ObservingWorld(random.Random(history[0]))
    for what in history[1]:
        world.step(what)
    return world


def everywhere(world: ObservingWorld) -> list[str]:
    return [entry for entry in world.tree.parents if entry in world.tree.sources]


@given(histories)
@settings(max_examples=120, deadline=None)
def test_coverage_is_the_union_of_settled_chunks_with_both_ends_on_the_path(history: tuple[int, list[str]]):
    world = lived(history)
    for leaf in everywhere(world):
        source, placed = world.path(leaf)
        ids = [entry.id for entry in source]
        stated = [False] * len(ids)
        for line in world.lines:
            if line["outcome"] in ("recorded", "empty", "accepted") and line["from"] in ids and line["to"] in ids:
                for index in range(ids.index(line["from"]), ids.index(line["to"]) + 1):
                    stated[index] = True
        marks = settled_marks(len(source), placed)
        assert [bool(mark) for mark in marks] == stated
        assert settled_prefix(marks) == next((n for n, mark in enumerate(stated) if not mark), len(stated))


@given(histories)
@settings(max_examples=120, deadline=None)
def test_what_was_recorded_shows_exactly_once(history: tuple[int, list[str]]):
    world = lived(history)
    for leaf in everywhere(world):
        source, placed = world.path(leaf)
        times = [0] * len(source)
        for chunk in shown(placed):
            for index in range(chunk.first, chunk.last + 1):
                times[index] += 1
        recorded = [any(c.outcome == "recorded" and c.first <= n <= c.last for c in placed) for n in range(len(source))]
        assert times == [int(each) for each in recorded]


@given(histories, st.booleans())
@settings(max_examples=150, deadline=None)
def test_new_chunks_take_open_text_only_and_cut_it_where_they_may(history: tuple[int, list[str]], flush: bool):
    world = lived(history)
    source, placed = world.path()
    marks = settled_marks(len(source), placed)
    index = {entry.id: n for n, entry in enumerate(source)}
    for flight in world.in_flight.values():
        if flight.from_id in index and flight.to_id in index:
            for n in range(index[flight.from_id], index[flight.to_id] + 1):
                marks[n] = 1
    retried = {where for where, each in troubles(placed, world.now, DELAYS).items() if each.state == "due"}
    flights = list(world.in_flight.values())
    for chunk in next_chunks(source, placed, flights, 99, world.chunk_tokens, world.now, flush=flush, delays=DELAYS):
        first, last = index[chunk.from_id], index[chunk.to_id]
        assert first <= last
        assert not any(marks[first : last + 1])
        for n in range(first, last + 1):
            marks[n] = 1
        if (first, last) in retried:
            continue
        at_the_end = last + 1 == len(source)
        before_taken = not at_the_end and marks[last + 1]
        assert before_taken or at_the_end or source[last + 1].kind != "result"
        assert not at_the_end or flush or source[last].kind != "calls"
        legal_ends = [n for n in range(first, last) if source[n + 1].kind != "result"]
        if legal_ends:
            # It could have ended there, so up to the next place where it may end it must have fitted.
            assert sum(entry.tokens for entry in source[first : legal_ends[-1] + 2]) <= world.chunk_tokens or (
                sum(entry.tokens for entry in source[first : legal_ends[-1] + 1]) == 0
            )


@given(histories)
@settings(max_examples=100, deadline=None)
def test_with_succeeding_observers_only_a_tip_below_one_chunk_stays_open(history: tuple[int, list[str]]):
    world = lived(history)
    source, _ = world.path()
    for run, chunk in sorted(world.in_flight.items()):
        world.settle(run, chunk, "recorded")
    world.in_flight.clear()
    for _ in range(400):
        world.now += 100
        _, placed = world.path()
        for each in troubles(placed, world.now, DELAYS).values():
            if each.state == "parked":
                world.note(each.latest.range, "retry", None)
        world.now += 1
        _, placed = world.path()
        started = next_chunks(source, placed, (), 4, world.chunk_tokens, world.now, delays=DELAYS)
        if not started:
            break
        for number, chunk in enumerate(started):
            world.settle(f"last-{world.now}-{number}", chunk, "recorded")
    _, placed = world.path()
    marks = settled_marks(len(source), placed)
    prefix = settled_prefix(marks)
    assert not any(marks[prefix:])
    rest = list(source[prefix:])
    while rest and rest[-1].kind == "calls":
        rest.pop()
    assert not rest or sum(entry.tokens for entry in rest) < world.chunk_tokens


@needs_models
@given(histories)
@settings(max_examples=250, deadline=None)
def test_coverage_agrees_with_the_reference_model(history: tuple[int, list[str]]):
    model = load_model("coverage_model")
    world = ObservingWorld(random.Random(history[0]))
    for what in history[1]:
        world.step(what)
        source, placed = world.path()
        path = [model.E(entry.id, entry.tokens, entry.kind) for entry in source]
        assert settled_marks(len(source), placed) == model.covered(path, world.lines)
        assert sorted((c.first, c.last, c.run_id) for c in shown(placed)) == sorted(
            (first, last, line["run"]) for first, last, line in model.shown(path, world.lines)
        )
        states = {where: each.state for where, each in troubles(placed, world.now, DELAYS).items()}
        assert states == model.blocked(path, world.lines, world.now)
        flights = [(flight.from_id, flight.to_id) for flight in world.in_flight.values()]
        for flush in (False, True):
            ours = next_chunks(
                source,
                placed,
                list(world.in_flight.values()),
                3,
                world.chunk_tokens,
                world.now,
                flush=flush,
                delays=DELAYS,
            )
            theirs = model.next_chunks(path, world.lines, flights, 3, world.chunk_tokens, world.now, flush)
            assert [(each.from_id, each.to_id) for each in ours] == [(path[i].id, path[j].id) for i, j in theirs]

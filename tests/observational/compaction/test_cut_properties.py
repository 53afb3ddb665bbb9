"""The cut on random histories, against a naive statement of its rule and against a reference model.

And compactions again and again, while the session goes on, branches and is observed in any order.
"""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.observational.compaction import best_cut, observations_before, render_block
from silcrow.observational.compaction.block import weigh_block
from silcrow.observational.compaction.outlook import LastCompaction, already_cut, compaction_outlook
from silcrow.observational.fold import fold_session
from silcrow.observational.placement import PlacedChunk
from silcrow.observational.view import LedgerView
from silcrow.sessions.entries import SourceEntry
from silcrow.text import estimate_tokens
from tests.observational.observing_world import STEPS, ObservingWorld
from tests.observational.reference_models import load_model, needs_models
from tests.observational.small_tree import view_along

# Flushes settle tips, so that most histories have something to cut.
histories = st.tuples(
    st.integers(0, 10_000), st.lists(st.sampled_from((*STEPS, "flush", "finish", "finish")), min_size=8, max_size=60)
)
targets = st.integers(0, 400)


def lived(history: tuple[int, list[str]]) -> ObservingWorld:
    world = ObservingWorld(random.Random(history[0]))
    for what in history[1]:
        world.step(what)
    return world


def view_of(world: ObservingWorld) -> LedgerView:
    return view_along(fold_session(None, world.records), world.tree)


def naive_cut(
    source: tuple[SourceEntry, ...], placed: tuple[PlacedChunk, ...], tail_tokens: int, after: int
) -> int | None:
    settled = [(each.first, each.last) for each in placed if each.outcome in ("recorded", "empty", "accepted")]
    best: tuple[int, int] | None = None
    for count in range(1, len(source)):
        whole = all(any(first <= n <= last for first, last in settled) for n in range(count))
        at_end = any(last == count - 1 for _, last in settled)
        inside = any(first < count <= last for first, last in settled)
        if count > after and whole and at_end and not inside and source[count].kind != "result":
            distance = abs(sum(each.tokens for each in source[count:]) - tail_tokens)
            if best is None or distance < best[0]:
                best = (distance, count)
    return best[1] if best else None


@given(histories, targets, st.integers(0, 12))
@settings(max_examples=150, deadline=None)
def test_the_cut_is_the_one_of_its_naive_statement(history: tuple[int, list[str]], target: int, after: int):
    source, placed = lived(history).path()
    assert best_cut(source, placed, target, after=after) == naive_cut(source, placed, target, after)


@needs_models
@given(histories, targets, st.integers(0, 12))
@settings(max_examples=150, deadline=None)
def test_the_cut_is_the_one_of_the_reference_model(history: tuple[int, list[str]], target: int, after: int):
    model = load_model("coverage_model")
    world = lived(history)
    source, placed = world.path()
    path = [model.E(each.id, each.tokens, each.kind) for each in source]
    # The model says 0 entries for "nothing"; both mean that there is no cut.
    assert best_cut(source, placed, target, after=after) == (model.cut(path, world.lines, target, after) or None)


@given(histories, targets)
@settings(max_examples=150, deadline=None)
def test_no_text_is_told_twice_and_none_is_lost_unless_its_gap_was_accepted(
    history: tuple[int, list[str]], target: int
):
    view = view_of(lived(history))
    count = best_cut(view.source, view.chunks, target)
    if count is None:
        return
    told = {each.key for each in observations_before(view, count)}
    telling = [each for each in view.chunks if each.outcome == "recorded" and each.last < count]
    silent = [each for each in view.chunks if each.outcome in ("empty", "accepted") and each.last < count]
    for index in range(count):
        assert any(each.first <= index <= each.last for each in (*telling, *silent))
    for each in view.chunks:
        if each.settled:
            assert each.last < count or each.first >= count
    ids = {each.record_id for each in telling}
    assert told == {each.key for each, record_id in view.active if record_id in ids}
    block = render_block("", (), observations_before(view, count))
    for observation in view.pool:
        assert block.splitlines().count(observation.line) == (observation.key in told)
    weighed = weigh_block((), sum(view.counts[each].tokens for each in ids if each in view.counts))
    assert not block or abs(weighed - estimate_tokens(block)) <= 8 + len(told)


@given(histories, targets)
@settings(max_examples=150, deadline=None)
def test_compacting_again_with_nothing_new_cuts_nothing(history: tuple[int, list[str]], target: int):
    view = view_of(lived(history))
    first = compaction_outlook(view, target, (), 0, None)
    if first.first_kept is None:
        assert first.obstacle
        return
    last = LastCompaction(first.first_kept, first.tokens_after - sum(e.tokens for e in view.source[first.count :]))
    assert already_cut(view, last) == first.count
    again = compaction_outlook(view, target, (), 0, last)
    assert (again.first_kept, again.tokens_before) == (None, first.tokens_after)
    assert again.obstacle


@given(histories, targets)
@settings(max_examples=150, deadline=None)
def test_a_cut_saves_a_fifth_and_says_so_or_names_its_obstacle(history: tuple[int, list[str]], target: int):
    found = compaction_outlook(view_of(lived(history)), target, (), 0, None)
    if found.first_kept is None:
        assert (found.count, found.tokens_after) == (0, found.tokens_before)
        assert found.obstacle
    else:
        assert (found.tokens_before - found.tokens_after) * 5 >= found.tokens_before
        assert not found.obstacle


class CompactingWorld:
    """A world in which compactions come between the other steps."""

    def __init__(self, seed: int, target: int) -> None:
        self.world = ObservingWorld(random.Random(seed))
        self.target = target
        self.made: list[tuple[str, LastCompaction]] = []
        """The leaf under which each one hangs, oldest first."""

    def last_of(self, view: LedgerView) -> LastCompaction | None:
        return next((last for leaf, last in reversed(self.made) if leaf in view.places), None)

    def step(self, what: str) -> None:
        if what == "compact":
            self.compact()
        else:
            self.world.step(what)

    def compact(self) -> None:
        view = view_of(self.world)
        last = self.last_of(view)
        found = compaction_outlook(view, self.target, (), 0, last)
        if found.first_kept is None or view.leaf_id is None:
            return
        after = already_cut(view, last)
        assert found.count > after
        assert all(view.settled_marks[: found.count])
        assert view.source[found.count].kind != "result"
        reach = observations_before(view, found.count)
        if last is not None:
            assert set(observations_before(view, after)) <= set(reach)
        tail = sum(each.tokens for each in view.source[found.count :])
        self.made.append((view.leaf_id, LastCompaction(found.first_kept, found.tokens_after - tail)))


@given(
    st.integers(0, 10_000),
    st.lists(st.sampled_from((*STEPS, "flush", "finish", "finish", "compact", "compact")), min_size=20, max_size=120),
    targets,
)
@settings(max_examples=150, deadline=None)
def test_compactions_again_and_again_cut_only_what_is_settled_and_carry_on_what_they_told(
    seed: int, steps: list[str], target: int
):
    world = CompactingWorld(seed, target)
    for what in steps:
        world.step(what)
        view = view_of(world.world)
        after = already_cut(view, world.last_of(view))
        # Whatever came since, what a compaction of this path took out stays told or accepted.
        assert all(view.settled_marks[:after])

"""Random lives of a session: nothing is lost and nothing is told twice, whatever comes in whatever order.

A few short lives belong to each run of the suite; ``--hypothesis-profile=long`` lives many longer ones.
"""

import shutil
import tempfile
from collections import Counter
from math import fsum
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from silcrow.observational import ChunkRange
from silcrow.observational.archive import read_archive
from silcrow.observational.compaction.block import render_block
from silcrow.observational.compaction.outlook import already_cut, last_compaction, observations_before
from silcrow.observational.cost import total_cost
from silcrow.observational.journey import read_journey
from silcrow.pipeline import SessionMemory, gate
from silcrow.pipeline.compacting import preview
from silcrow.pipeline.reverting import revertible
from silcrow.workers import Run, RunOutcome
from tests.pipeline.dying import Died, dying_at
from tests.pipeline.session_life import WRITES, SessionLife, active, ending_of, status_of

RAM = Path("/dev/shm")
"""Where writing safely costs nothing: a life is hundreds of durable writes."""
picks = st.integers(0, 30)
texts = st.lists(
    st.tuples(st.sampled_from(["user", "assistant", "calls"]), st.integers(10, 150)), min_size=1, max_size=6
)
observer_ends = st.tuples(
    picks,
    st.sampled_from(
        [*["good"] * 12, "empty", "prose", "cut off", "wrong keys", "not its own", "no file", "rate limit", "too long"]
    ),
    st.sampled_from([*[None] * 9, "exit", "killed", "stopped", "timed out"]),
    st.integers(1, 3),
    st.booleans(),
    st.sampled_from([0.0, 0.01, 0.25, None]),
)
"""Which observer ends, how, with how many facts, with rubbish beside them, at what price."""
consolidator_ends = st.tuples(
    st.lists(
        st.sampled_from(["filed", "filed", "merged", "discarded", "forgotten", "only told", "unknown"]),
        min_size=1,
        max_size=5,
    ),
    st.booleans(),
    st.sampled_from([*[None] * 9, "exit", "killed", "stopped", "timed out"]),
    st.sampled_from([0.0, 0.01, 0.25, None]),
)
"""What becomes of its observations, whether it gathers two topics in one, how its process ends, at what price."""
deaths = st.one_of(st.none(), st.integers(0, 8))
"""At which write the process ends that takes a result, or does what a person asks for; None is at none."""


class SessionLives(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="silcrow-life-", dir=RAM if RAM.is_dir() else None))
        self.life = SessionLife(self.folder)
        self.told_usd = 0.0
        self.covered: dict[str, set[str]] = {}

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize(
        since=st.sampled_from(["start", "start", "now"]),
        hours=st.lists(
            st.tuples(texts, st.lists(observer_ends, max_size=4), consolidator_ends, deaths, st.booleans()),
            min_size=1,
            max_size=4,
        ),
    )
    def begin(self, since, hours) -> None:
        self.say(hours[0][0])
        gate.set_enabled(self.life.read_anew(), True, since=since, now=self.life.tick())
        if since == "now":
            self.life.settled.append(ChunkRange(self.life.texts[0], self.life.texts[-1]))
        for said, ends, end, step, cut in hours:
            self.say(said)
            self.observers_work(True, ends)
            self.a_consolidator_works(end, step)
            if cut:
                self.compact(60)

    # -- the host

    @rule(said=texts)
    def say(self, said) -> None:
        for kind, words in said:
            self.life.say(kind, words)

    @rule(place=picks, said=st.one_of(st.just([]), texts))
    def go_back(self, place: int, said) -> None:
        self.life.go_back(place)
        self.say(said)

    @rule(tail_tokens=st.sampled_from([0, 60, 150]))
    def compact(self, tail_tokens: int) -> None:
        done = self.life.compact(tail_tokens)
        if done is not None:
            entry = self.life.memory.session.entry(done.entry_id)
            assert entry["summary"] == done.preview.block
            assert entry["firstKeptEntryId"] == done.preview.first_kept

    # -- observers

    @rule(flush=st.booleans())
    def observe(self, flush: bool) -> None:
        self.life.observe(flush=flush)

    @rule(flush=st.booleans(), ends=st.lists(observer_ends, min_size=1, max_size=4))
    def observers_work(self, flush: bool, ends) -> None:
        self.life.observe(flush=flush)
        for end in ends:
            if self.observers:
                self.take_result(self.end_of_observer(*end), None)

    @rule(end=observer_ends, step=st.integers(0, 3))
    def the_driver_dies_over_the_result_of_an_observer(self, end, step: int) -> None:
        if self.observers or self.life.observe(flush=True):
            self.take_result(self.end_of_observer(*end), step)

    @rule(place=picks, end=observer_ends)
    def a_branch_begins_inside_a_chunk_that_is_in_work(self, place: int, end) -> None:
        """The branch gets its own observers; the result that comes late then must not tell its text again."""
        self.life.observe(flush=True)
        wide = [run.chunk for run in self.observers if run.chunk and run.chunk.from_id != run.chunk.to_id]
        if wide:
            self.life.go_back(self.life.texts.index(wide[place % len(wide)].from_id))
            self.life.observe(flush=True, at_least=1)
            for run in self.observers[::-1]:
                self.take_result(self.end_of_observer(self.observers.index(run), *end[1:]), None)

    @rule(place=picks, usd=st.sampled_from([0.01, 0.02, 0.3]))
    def a_worker_tells_what_it_has_spent(self, place: int, usd: float) -> None:
        running = self.observers + self.consolidators
        if running:
            self.life.spend(running[place % len(running)], usd)

    @rule(place=picks, end=observer_ends)
    def a_part_of_a_chunk_is_observed_again_from_a_branch(self, place: int, end) -> None:
        """Its whole counts on the longer path, its part on the shorter one."""
        tip = self.life.path_to(self.memory.leaf)[-1]
        wide = [chunk for chunk in self.life.settled if chunk.from_id != chunk.to_id]
        if wide:
            self.life.go_back(self.life.texts.index(wide[place % len(wide)].from_id))
            before = len(self.observers)
            if self.life.observe(flush=True, at_least=1):
                self.take_result(self.end_of_observer(before, *end[1:]), None)
            self.life.go_back(self.life.texts.index(tip))

    @rule(place=picks, accept=st.booleans())
    def decide_on_a_parked_chunk(self, place: int, accept: bool) -> None:
        parked = self.life.troubled("parked")
        if not parked:
            return
        chunk = parked[place % len(parked)]
        if accept:
            self.life.accept_gap(chunk)
        else:
            gate.retry_gap(self.life.memory, chunk, now=self.life.tick())

    # -- the consolidator

    @rule(asked=st.booleans())
    def consolidate(self, asked: bool) -> None:
        self.life.consolidate(asked=asked)

    @rule(end=consolidator_ends, step=deaths)
    def a_consolidator_works(self, end, step: int | None) -> None:
        self.life.consolidate(asked=True)
        fates, gather, broken, usd = end
        for run in self.consolidators:
            self.life.spend(run, usd)
            left = self.life.file(run, fates, gather=gather)
            self.take_result(self.life.end_consolidator(run, left, ending_of(broken)), step)

    @rule(place=picks)
    def edit_a_topic(self, place: int) -> None:
        self.life.edit_topic(place)

    # -- a person

    @rule(step=deaths, place=picks)
    def revert_a_run(self, step: int | None, place: int) -> None:
        runs = [run.run_id for run in revertible(self.memory)]
        place = place % len(runs) if runs else 0
        self.carry_out(lambda: self.life.revert(runs[place] if runs else None), step)
        if step is None and not self.consolidators:
            assert self.memory.ledger.session_fold().reverted >= set(runs[: place + 1])

    @rule(step=deaths, topic=st.sampled_from(["topic0", "topic1"]))
    def revert_one_topic_of_the_newest_run(self, step: int | None, topic: str) -> None:
        self.carry_out(lambda: self.life.revert(None, [topic]), step)

    @rule(step=st.one_of(st.none(), st.integers(0, 1)), place=picks)
    def drop(self, step: int | None, place: int) -> None:
        self.carry_out(lambda: self.life.drop(place), step)

    @rule(place=picks)
    def take_a_drop_back(self, place: int) -> None:
        self.life.memory.refresh()
        dropped = sorted(run for run in self.life.memory.ledger.session_fold().held_runs if run.startswith("drop-"))
        if dropped:
            self.life.revert(dropped[place % len(dropped)])

    # -- ends and beginnings

    @rule(lucky=st.lists(st.booleans(), max_size=4), facts=st.integers(1, 3))
    def restart(self, lucky: list[bool], facts: int) -> None:
        """Some workers had just left their result, the others are gone."""
        life = self.life
        runs = sorted((run for run, _ in life.flights.values()), key=lambda run: run.started_at)
        for number, run in enumerate(runs):
            if number < len(lucky) and lucky[number]:
                if run.role == "consolidator":
                    left: object = life.file(run, ["filed"], gather=False)
                    new: list[str] = []
                else:
                    left, new = life.result_of_observer(run, "good", facts, False)
                life.memory.runs.write(life.memory.runs.paths(run.run_id).result, left)
                life.expect(RunOutcome(run, {}), new)
        life.restart()

    @property
    def memory(self) -> SessionMemory:
        """With all that the files hold."""
        self.life.memory.refresh()
        return self.life.memory

    @property
    def observers(self) -> list[Run]:
        return [run for run, _ in self.life.flights.values() if run.role == "observer"]

    @property
    def consolidators(self) -> list[Run]:
        return [run for run, _ in self.life.flights.values() if run.role == "consolidator"]

    def end_of_observer(self, place: int, how, broken, facts: int, repeats: bool, usd) -> RunOutcome:
        run = self.observers[place % len(self.observers)]
        self.life.spend(run, usd)
        left, new = self.life.result_of_observer(run, how, facts, repeats)
        return self.life.end_observer(run, left, new, ending_of(broken))

    def take_result(self, outcome: RunOutcome, step: int | None) -> None:
        self.carry_out(lambda: self.life.commit(outcome), step)
        # Once more, as by a driver that did not live to know that it had done it.
        self.life.commit(outcome)

    def carry_out(self, action, step: int | None) -> None:
        if step is None:
            action()
            return
        try:
            with dying_at(step, WRITES):
                action()
        except Died:
            self.look_for_all_facts(self.life.read_anew(), half_done=True)
            self.life.restart()

    # -- what holds at each step

    @invariant()
    def every_fact_is_in_the_pool_or_filed_or_archived(self) -> None:
        self.look_for_all_facts(self.life.read_anew())

    def look_for_all_facts(self, memory: SessionMemory, *, half_done: bool = False) -> None:
        fold = memory.ledger.session_fold()
        recorded = [each for record in fold.recorded for each in record.observations]
        assert len({each.timestamp for each in recorded}) == len(recorded)
        if half_done:
            assert {each.content for each in recorded} <= self.life.noted.keys()
        else:
            assert {each.content for each in recorded} == self.life.noted.keys()
            assert all(run.state == "reverted" for run in memory.runs.runs() if run.run_id in fold.reverted)
        archived = {each.observation.key: each for each in read_archive(memory.folder) if each.run_id in fold.held_runs}
        topics = [path.read_text() for path in sorted(memory.folder.glob("topic*.md"))]
        retired: set[str] = set()
        for each in recorded:
            if fold.is_retired(each):
                retired.add(each.content)
                assert each.key in archived, f"{each.content} is retired and not archived"
                if archived[each.key].how in ("filed", "merged"):
                    assert any(each.content in topic for topic in topics), f"{each.content} is in no topic"
        for leaf in self.life.leaves():
            facts = self.life.facts_on(self.life.path_to(leaf)).keys()
            pool = active(memory.ledger.view(leaf).pool)
            assert pool == (facts - retired) & {each.content for each in recorded}

    @invariant()
    def reading_anew_gives_what_is_known(self) -> None:
        anew = self.life.read_anew()
        assert anew.leaf == self.memory.leaf
        for leaf in self.life.leaves():
            assert anew.ledger.view(leaf) == self.memory.ledger.view(leaf)
        assert anew.runs.runs() == self.memory.runs.runs()

    @invariant()
    def settled_is_what_was_settled_and_stays_so(self) -> None:
        for leaf in self.life.leaves():
            path = self.life.path_to(leaf)
            view = self.memory.ledger.view(leaf)
            assert [entry.id for entry in view.source] == path
            settled = {path[index] for index in view.settled}
            assert settled == self.life.settled_on(path)
            assert settled >= self.covered.get(leaf, set())
            self.covered[leaf] = settled

    @invariant()
    def cost_is_the_sum_over_runs_and_never_falls(self) -> None:
        memory = self.memory
        cost = total_cost(memory.view().costs, memory.runs.runs())
        known = [usd for usd in self.life.spent.values() if usd is not None]
        assert cost.total_usd == cost.own_usd == fsum(known)
        assert cost.total_usd >= self.told_usd
        running = sum(run.state == "running" for run in memory.runs.runs())
        assert cost.unpriced + running >= len(self.life.spent) - len(known)
        self.told_usd = cost.total_usd

    @invariant()
    def a_compaction_tells_each_fact_before_its_cut_once_and_no_other(self) -> None:
        life = self.life
        state = status_of(self.memory, life.now)
        ahead = preview(self.memory, state)
        if ahead.first_kept is None:
            assert not ahead.block
            return
        path = life.path_to(self.memory.leaf)
        cut = path.index(ahead.first_kept)
        assert set(path[:cut]) <= life.settled_on(path)
        view = self.memory.view()
        pool = active(view.pool)
        lines = Counter(line.partition("  ")[2] for line in ahead.block.splitlines())
        for fact, (first, last) in life.facts_on(path).items():
            # Its text is cut as a whole or kept as a whole.
            assert last < cut or first >= cut
            assert lines[fact] == (fact in pool and last < cut)
        again = read_journey(self.memory.folder), state.topics[::-1], observations_before(view, cut)[::-1]
        assert render_block(*again, folder=f".memory/{state.folder.name}") == ahead.block
        anew = life.read_anew()
        assert preview(anew, status_of(anew, life.now)) == ahead

    @invariant()
    def a_compacted_context_holds_what_was_not_cut_and_only_settled_text_is_cut(self) -> None:
        memory = self.memory
        context = memory.session.context(memory.leaf)
        path = self.life.path_to(memory.leaf)
        cut = already_cut(memory.view(), last_compaction(context))
        assert [each.id for each in context.entries if each.id in set(path)] == path[cut:]
        assert set(path[:cut]) <= self.life.settled_on(path)


def test_a_topic_gives_back_what_it_took_from_one_that_the_run_wrote_anew() -> None:
    """The newest run moved a topic's text into another and filed something else in the first."""
    life = SessionLives()
    try:
        files = (["filed"], False, None, 0.0)
        good: Any = [(0, "good", None, 1, False, 0.0), (0, "good", None, 3, False, 0.0)]
        said: Any = [("user", 10)]
        life.begin(
            since="start",
            hours=[
                (said, [], files, None, False),
                (said, [], files, None, False),
                (said, good, files, None, False),
                (said, good, (["filed"], True, None, 0.0), None, False),
            ],
        )
        life.revert_one_topic_of_the_newest_run(step=None, topic="topic0")
        life.every_fact_is_in_the_pool_or_filed_or_archived()
    finally:
        life.teardown()


TestSessionLives = SessionLives.TestCase
if settings.get_current_profile_name() != "long":
    TestSessionLives.settings = settings(max_examples=10, stateful_step_count=20)

"""Taking consolidations back: observations return, files are as they were, and no crash loses anything."""

import time

import pytest

from silcrow.observational.archive import read_archive
from silcrow.observational.filing_clock import consolidator_state
from silcrow.pipeline import NotDone, SessionMemory
from silcrow.pipeline.dropping import drop
from silcrow.pipeline.holding import hold_session
from silcrow.pipeline.revert_forecast import forecast_revert
from silcrow.pipeline.reverting import Reverted, revert, revertible
from tests.conversation import fill
from tests.pipeline.conftest import Bench


def files_of(memory: SessionMemory) -> dict[str, str]:
    """Topics, journey and index: all that a consolidation writes."""
    return {path.name: path.read_text() for path in memory.folder.glob("*.md")}


async def filed_twice(bench: Bench) -> list[dict[str, str]]:
    """The files before, between and after two consolidations."""
    bench.turn_on()
    states = [files_of(bench.memory())]
    for about in ("the parser", "the lexer"):
        fill(bench.conversation, 12, about=about)
        driver = bench.driver()
        driver.take_over()
        await driver.finish_observing()
        await driver.consolidate()
        await driver.settle()
        await driver.close()
        states.append(files_of(bench.memory()))
    assert len(revertible(bench.memory())) == 2
    return states


def take_back(bench: Bench, run_id: str | None = None) -> Reverted:
    memory = bench.memory()
    with hold_session(memory, purpose="test", now=time.time()) as busy:
        assert busy is None
        result = revert(memory, run_id, now=time.time())
    assert isinstance(result, Reverted)
    return result


async def test_the_newest_run_is_taken_back_and_its_observations_return(bench: Bench) -> None:
    before, between, after = await filed_twice(bench)
    assert between != after
    pool, total = len(bench.memory().view().pool), bench.memory().view().total
    newest = revertible(bench.memory())[0].run_id
    taken_back = take_back(bench)
    memory = bench.memory()
    assert taken_back.run_ids == (newest,)
    assert not taken_back.left
    assert files_of(memory) == between
    assert len(memory.view().pool) == pool + taken_back.observations
    assert memory.view().total == total
    run = memory.runs.read(newest)
    assert run is not None
    assert run.state == "reverted"
    take_back(bench)
    memory = bench.memory()
    assert {name for name in files_of(memory) if name != "INDEX.md"} == set(before)
    assert not memory.view().dropped


async def test_an_older_run_is_taken_back_with_all_that_was_made_on_top_of_it(bench: Bench) -> None:
    await filed_twice(bench)
    newest, oldest = (run.run_id for run in revertible(bench.memory()))
    assert take_back(bench, oldest).run_ids == (newest, oldest)
    assert set(files_of(bench.memory())) <= {"INDEX.md"}
    assert not bench.memory().view().dropped


async def test_a_file_that_changed_since_stays_and_is_named(bench: Bench) -> None:
    await filed_twice(bench)
    memory = bench.memory()
    topic = next(path for path in sorted(memory.folder.glob("*.md")) if path.name not in ("INDEX.md", "JOURNEY.md"))
    topic.write_text(topic.read_text() + "\nA line by hand.\n")
    edited = topic.read_text()
    taken_back = take_back(bench, revertible(memory)[-1].run_id)
    assert [(refusal.name, "changed since" in refusal.reason) for refusal in taken_back.left] == [(topic.name, True)]
    assert topic.read_text() == edited
    assert topic.name not in taken_back.put_back
    assert f"`{topic.name}`" in (memory.folder / "INDEX.md").read_text()


@pytest.mark.parametrize("which", [0, 1], ids=["newest", "older"])
@pytest.mark.parametrize("edited", [False, True], ids=["untouched", "edited"])
async def test_what_is_foretold_of_a_revert_is_what_happens_and_telling_it_changes_nothing(
    bench: Bench, which: int, edited: bool
) -> None:
    await filed_twice(bench)
    memory = bench.memory()
    run_id = revertible(memory)[which].run_id
    journey = memory.folder / "JOURNEY.md"
    if edited:
        journey.write_text(journey.read_text() + "\nA line by hand.\n")
    before = files_of(memory)
    ahead = forecast_revert(memory, run_id)
    assert files_of(bench.memory()) == before
    taken_back = take_back(bench, run_id)
    assert taken_back == ahead
    assert [refusal.name for refusal in taken_back.left] == (["JOURNEY.md"] if edited else [])
    assert taken_back.put_back
    assert taken_back.observations > 0


async def test_a_run_that_can_not_be_taken_back_is_told_beforehand_with_the_same_words(bench: Bench) -> None:
    await filed_twice(bench)
    newest = take_back(bench).run_ids[0]
    memory = bench.memory()
    for run_id in (newest, "cons-never-was"):
        told = forecast_revert(memory, run_id)
        assert isinstance(told, NotDone)
        assert told == revert(memory, run_id, now=time.time())


async def test_afterwards_the_consolidator_waits_until_it_is_started_by_hand(bench: Bench) -> None:
    await filed_twice(bench)
    take_back(bench, revertible(bench.memory())[-1].run_id)
    memory = bench.memory()
    sizes = {"target": bench.settings.pool_target_tokens, "trigger": bench.settings.consolidate_at_pool_tokens}
    state = consolidator_state(memory.view(), memory.runs.runs(), time.time(), **sizes)
    assert state.state == "waiting"
    assert "by hand" in state.reason
    driver = bench.driver()
    driver.take_over()
    runs = len(driver.memory.runs.runs())
    assert await driver.turn() == 0
    assert await driver.consolidate() == 1
    await driver.settle()
    assert len(driver.memory.runs.runs()) == runs + 1
    assert bench.memory().view().dropped > 0


DIES_AT = [
    "reverting.restore_files",
    "reverting.write_index",
    "reverting.mark_restored",
    "reverting._restore",
]


@pytest.mark.parametrize("dies_at", DIES_AT)
async def test_a_revert_is_finished_by_the_next_driver_wherever_it_died(
    bench: Bench, dies_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filed_twice(bench)
    known = bench.memory().view().total
    oldest = revertible(bench.memory())[-1].run_id
    with monkeypatch.context() as patched:
        patched.setattr(f"silcrow.pipeline.{dies_at}", _die)
        with pytest.raises(RuntimeError, match="died here"):
            take_back(bench, oldest)
    assert len(bench.memory().view().pool) == known
    driver = bench.driver()
    assert driver.take_over() is None
    memory = bench.memory()
    assert set(files_of(memory)) <= {"INDEX.md"}
    assert {run.state for run in memory.runs.runs() if run.role == "consolidator"} == {"reverted"}
    assert len(memory.view().pool) == memory.view().total == known


@pytest.mark.parametrize("lives_for", range(4))
async def test_a_revert_that_died_between_two_files_is_finished(
    bench: Bench, lives_for: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filed_twice(bench)
    oldest = revertible(bench.memory())[-1].run_id
    from silcrow.workers import restoring

    real, calls = restoring._put_back, iter(range(lives_for))

    def dies_later(*arguments: object) -> str | None:
        if next(calls, None) is None:
            _die()
        return real(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(restoring, "_put_back", dies_later)
        with pytest.raises(RuntimeError, match="died here"):
            take_back(bench, oldest)
    driver = bench.driver()
    driver.take_over()
    assert set(files_of(bench.memory())) <= {"INDEX.md"}


async def test_a_finished_revert_never_touches_what_later_runs_write(bench: Bench) -> None:
    await filed_twice(bench)
    take_back(bench, revertible(bench.memory())[-1].run_id)
    driver = bench.driver()
    driver.take_over()
    await driver.consolidate()
    await driver.settle()
    await driver.close()
    written = files_of(bench.memory())
    # The record of a run may be old again after a power cut; its plan is what counts.
    memory = bench.memory()
    for run in memory.runs.runs():
        if run.state == "reverted":
            from msgspec.structs import replace

            memory.runs.update(replace(run, state="done"))
    again = bench.driver()
    again.take_over()
    assert files_of(bench.memory()) == written


async def test_taking_back_twice_or_something_unknown_changes_nothing(bench: Bench) -> None:
    await filed_twice(bench)
    taken_back = take_back(bench)
    memory = bench.memory()
    ledger = memory.ledger.path.read_bytes()
    assert _code(revert(memory, taken_back.run_ids[0], now=time.time())) == "nothing"
    assert _code(revert(memory, "cons-20200101000000-1-1", now=time.time())) == "gone"
    take_back(bench)
    assert _code(revert(bench.memory(), None, now=time.time())) == "nothing"
    assert memory.ledger.path.read_bytes().startswith(ledger)


async def test_a_dropped_observation_is_in_the_archive_and_its_drop_can_be_taken_back(bench: Bench) -> None:
    fill(bench.conversation, 6)
    bench.turn_on()
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    await driver.close()
    memory = bench.memory()
    observation = memory.view().pool[0]
    run_id = drop(memory, observation.timestamp, now=time.time())
    assert isinstance(run_id, str)
    memory = bench.memory()
    assert observation.key not in {each.key for each in memory.view().pool}
    archived = read_archive(memory.folder)
    assert [(each.observation.key, each.how, each.run_id) for each in archived] == [
        (observation.key, "dropped", run_id)
    ]
    assert _code(drop(memory, observation.timestamp, now=time.time())) == "gone"
    taken_back = take_back(bench, run_id)
    assert (taken_back.run_ids, taken_back.observations) == ((run_id,), 1)
    memory = bench.memory()
    assert observation.key in {each.key for each in memory.view().pool}
    assert memory.view().reverted_at is None


async def filed_in_topics(bench: Bench) -> tuple[SessionMemory, list[str]]:
    """A session with one consolidation, and the topics that hold what it filed."""
    fill(bench.conversation, 6)
    for about, file in (("release", "RELEASE.md"), ("database", "schema.sql"), ("login", "auth.py")):
        fill(bench.conversation, 4, about=f"the {about} in {file}")
    bench.turn_on()
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    await driver.consolidate()
    await driver.settle()
    await driver.close()
    memory = bench.memory()
    return memory, sorted({each.topic for each in read_archive(memory.folder) if each.topic})


async def test_only_the_chosen_topic_is_put_back_with_just_its_observations(bench: Bench) -> None:
    memory, topics = await filed_in_topics(bench)
    assert len(topics) > 1
    archived = {each.observation.key: each for each in read_archive(memory.folder)}
    returning = {key for key, each in archived.items() if each.topic == topics[0]}
    pool = {each.key for each in memory.view().pool}
    with hold_session(memory, purpose="test", now=time.time()):
        taken_back = revert(memory, None, now=time.time(), topics=[topics[0].removesuffix(".md")])
    assert isinstance(taken_back, Reverted)
    assert (taken_back.put_back, taken_back.observations) == ((topics[0],), len(returning))
    memory = bench.memory()
    assert {each.key for each in memory.view().pool} == pool | returning
    assert set(files_of(memory)) == {*topics[1:], "INDEX.md", "JOURNEY.md"}
    assert topics[0] not in files_of(memory)["INDEX.md"]
    reverted = memory.ledger.session_fold().reverted
    held = {each.observation.key for each in read_archive(memory.folder) if each.run_id not in reverted}
    assert held == archived.keys() - returning


@pytest.mark.parametrize("dies_at", ["retire", "restore_files", "mark_restored"])
async def test_a_revert_of_one_topic_that_died_loses_nothing(
    bench: Bench, dies_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory, topics = await filed_in_topics(bench)
    archived = {each.observation.key: each for each in read_archive(memory.folder)}
    with monkeypatch.context() as patched:
        patched.setattr(f"silcrow.pipeline.reverting.{dies_at}", _die)
        with pytest.raises(RuntimeError, match="died here"):
            revert(memory, None, now=time.time(), topics=topics[:1])
    bench.driver().take_over()
    memory = bench.memory()
    pool = {each.key for each in memory.view().pool}
    assert topics[0] not in files_of(memory)
    for key, each in archived.items():
        assert key in pool or (each.topic is not None and key[1] in files_of(memory)[each.topic])


async def test_a_choice_of_topics_that_never_counted_does_not_narrow_a_later_revert(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory, topics = await filed_in_topics(bench)
    with monkeypatch.context() as patched:
        patched.setattr("silcrow.pipeline.reverting.drafts.reverted", _die)
        with pytest.raises(RuntimeError, match="died here"):
            revert(memory, None, now=time.time(), topics=topics[:1])
    take_back(bench)
    assert set(files_of(bench.memory())) <= {"INDEX.md"}


async def test_topics_are_chosen_of_the_newest_run_and_of_what_it_wrote(bench: Bench) -> None:
    await filed_twice(bench)
    memory = bench.memory()
    oldest = revertible(memory)[-1].run_id
    assert _code(revert(memory, oldest, now=time.time(), topics=["x"])) == "not_newest"
    assert _code(revert(memory, None, now=time.time(), topics=["nowhere"])) == "gone"
    assert _code(revert(memory, None, now=time.time(), topics=["JOURNEY.md"])) == "gone"
    assert not memory.view().reverted


def _code(result: object) -> str:
    assert isinstance(result, NotDone)
    return result.code


def _die(*_: object, **__: object) -> None:
    raise RuntimeError("the process died here")

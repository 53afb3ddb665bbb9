"""The memory of a host over real files, with the built-in worker as a real process."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from silcrow.files import lock_holder
from silcrow.hosts.compaction import Compaction, NoCompaction
from silcrow.hosts.opening import Features, Opening
from silcrow.pipeline import Driver, Pace
from silcrow.pipeline.handing_over import HandedOver
from silcrow.sessions import SessionWriter
from silcrow.settings import ObservationalSettings
from tests.hosts.small_host import SmallHost, write_settings
from tests.waiting import until


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[SmallHost]:
    host = SmallHost(tmp_path)
    yield host
    await host.memory.shutdown()


def remember(host: SmallHost, *entries: str) -> None:
    store = MemoryStore(host.memory_dir)
    for entry in entries:
        assert store.add("memory", entry).success


async def settled(host: SmallHost) -> None:
    """Until nothing runs and all whole chunks are observed."""
    await until(lambda: host.memory.state.observational and not host.memory.state.observational.running)
    await until(lambda: not any(c.outcome in ("queued", "running") for c in host.memory.state.observational.chunks))


# The block


async def test_the_block_stays_the_same_through_a_session_and_comes_back_on_resume(host: SmallHost):
    remember(host, "Uses uv")
    await host.start()
    first = await host.turn("Hello")
    remember(host, "Works at night")
    assert await host.turn("Go on") == first
    await host.restart()
    assert await host.turn("And on") == first
    assert "Works at night" not in first
    (stored,) = host.customs("memory.")
    assert (stored["data"]["sessionId"], stored["data"]["block"]) == ("s-1", first)


async def test_a_compaction_and_a_reload_renew_the_block(host: SmallHost):
    remember(host, "Uses uv")
    await host.start()
    await host.turn("Hello")
    remember(host, "Works at night")
    await host.memory.not_compacted()
    assert "night" not in await host.turn("Go on")
    await host.memory.compacted()
    assert "night" in await host.turn("Go on")
    remember(host, "Likes tea")
    answer = await host.memory.run_command("memory", "reload")
    assert not answer.is_error
    assert "tea" in await host.turn("Go on")


async def test_each_branch_has_the_block_that_was_frozen_on_it(host: SmallHost):
    remember(host, "Uses uv")
    await host.start()
    first = await host.turn("Hello")
    back = host.writer.leaf_id
    remember(host, "Works at night")
    await host.memory.compacted()
    second = await host.turn("Go on")
    host.writer.go_to(back)
    await host.memory.tree(back)
    assert await host.memory.before_agent_start() == first != second


async def test_the_block_can_be_switched_off(tmp_path: Path):
    write_settings(tmp_path / "agent", curated={"promptBlock": False})
    host = SmallHost(tmp_path)
    remember(host, "Uses uv")
    async with host.memory:
        await host.start()
        assert await host.turn("Hello") == ""
        assert host.memory.status().block == "off"
    assert host.customs("memory.") == []


async def test_a_session_that_is_kept_in_no_file_has_the_block_and_no_observing(host: SmallHost):
    remember(host, "Uses uv")
    host.append = host.keep
    await host.memory.start(Opening(host.writer.session_id, None))
    assert "Uses uv" in await host.memory.before_agent_start()
    answer = await host.memory.run_command("om", "on")
    assert answer.is_error
    assert isinstance(await host.memory.before_compact(), NoCompaction)


# Tools


async def test_a_tool_writes_at_once_and_history_knows_the_session(host: SmallHost):
    await host.start()
    answer = await host.memory.call_tool("memory_add", {"target": "memory", "content": "Uses uv"})
    assert answer is not None
    assert not answer.is_error
    store = MemoryStore(host.memory_dir)
    assert store.history()[0].origin.session_id == "s-1"
    assert store.history()[0].actor == "tool"
    assert await host.memory.call_tool("memory_forget", {}) is None


async def test_tools_can_be_switched_off(tmp_path: Path):
    write_settings(tmp_path / "agent", curated={"tools": False})
    host = SmallHost(tmp_path)
    async with host.memory:
        assert host.memory.tools() == ()


# Observing


async def test_what_workers_note_goes_into_the_session_and_into_no_file_of_ours(host: SmallHost):
    await host.start()
    await host.turn("Hello")
    assert not (host.project / ".memory").exists()
    assert not (await host.memory.run_command("om", "on")).is_error
    await host.talk(8)
    await until(lambda: host.read().view().pool)
    await settled(host)
    kinds = {entry["customType"] for entry in host.customs()}
    assert {"om.enabled", "om.session", "om.observations.recorded", "om.cost"} <= kinds
    assert not host.sidecar.exists()
    assert host.read().view().pool == host.memory.state.observational.pool


async def test_off_means_no_process_no_file_and_no_lock(host: SmallHost):
    await host.start()
    await host.talk(6)
    assert not await host.memory.settled(host.writer.leaf_id)
    assert not (host.project / ".memory").exists()
    assert host.customs() == []


async def test_memory_that_is_on_drives_again_after_a_restart(host: SmallHost):
    await host.start()
    await host.turn("Hello")
    await host.memory.run_command("om", "on")
    await host.restart()
    lock = host.read().lock_path
    await until(lambda: lock_holder(lock))
    await host.memory.shutdown()
    assert lock_holder(lock) is None


async def test_a_person_can_turn_it_on_before_the_file_is_there(tmp_path: Path):
    host = SmallHost(tmp_path)
    content = host.writer.path.read_bytes()
    host.writer.path.unlink()
    async with host.memory:
        host.append = host.keep
        await host.start("new")
        answer = await host.memory.run_command("om", "on")
        assert (answer.is_error, host.memory.status().observing) == (False, True)
        host.writer.path.write_bytes(content)
        for entry in host.kept:
            host.write(*entry)
        host.append = host.write
        await host.turn("Hello")
        await until(lambda: host.memory.state.observational and host.memory.state.observational.driver.state == "this")


async def test_with_observing_switched_off_nothing_starts_by_itself_and_commands_work(tmp_path: Path):
    write_settings(tmp_path / "agent", passive=True)
    host = SmallHost(tmp_path)
    async with host.memory:
        await host.start()
        await host.turn("Hello")
        await host.memory.run_command("om", "on")
        await host.talk(16)
        assert not await host.memory.settled(host.writer.leaf_id)
        assert host.read().runs.runs() == ()
        assert not (await host.memory.run_command("om", "observe")).is_error
        await until(lambda: host.read().view().pool)


async def test_what_a_host_has_still_to_write_counts_when_it_starts_again(host: SmallHost):
    remember(host, "Uses uv")
    path = host.writer.path.with_name("later.jsonl")
    host.append = host.keep
    await host.memory.start(Opening("later", path, "new"))
    await host.memory.run_command("om", "on")
    block = await host.memory.before_agent_start()
    remember(host, "Works at night")
    kept = [
        {"type": "custom", "id": f"k{n}", "customType": kind, "data": data} for n, (kind, data) in enumerate(host.kept)
    ]
    await host.memory.shutdown()
    host.memory = host.open()
    await host.memory.start(Opening("later", path, "reload", entries=tuple(kept)))
    assert host.memory.status().observing
    assert await host.memory.before_agent_start() == block


async def test_what_the_host_could_not_write_is_kept_beside_the_session(host: SmallHost):
    await host.start()
    await host.turn("Hello")
    await host.memory.run_command("om", "on")
    host.append = host.keep
    await host.talk(8)
    await until(lambda: any(kind == "om.observations.recorded" for kind, _ in host.kept))
    await settled(host)
    pool = host.memory.state.observational.pool
    assert pool
    assert host.read().view().pool == ()
    await host.memory.shutdown()
    assert host.read().view().pool == pool
    assert host.sidecar.exists()


async def test_a_full_disk_of_the_host_is_told_and_loses_nothing(host: SmallHost):
    await host.start()
    await host.turn("Hello")
    await host.memory.run_command("om", "on")

    def refuse(*_: object) -> None:
        raise OSError("no space left")

    host.append = refuse
    await host.talk(8)
    await until(lambda: any("can't be written" in text for _, text in host.notices))
    await settled(host)
    await host.memory.shutdown()
    assert host.read().view().pool


async def test_a_branch_shows_the_pool_of_its_own(host: SmallHost):
    await host.start()
    await host.turn("Hello")
    early = host.writer.leaf_id
    await host.memory.run_command("om", "on")
    await host.talk(8)
    await until(lambda: host.read().view().pool)
    await settled(host)
    host.writer.go_to(early)
    await host.memory.tree(early)
    assert host.memory.state.observational.pool == ()


# Compaction


async def observed(host: SmallHost, turns: int = 16) -> None:
    await host.start()
    await host.turn("Hello")
    await host.memory.run_command("om", "on")
    await host.talk(turns)
    await host.memory.run_command("om", "observe")
    await until(lambda: host.read().view().pool)
    await settled(host)


async def test_a_full_context_asks_for_a_compaction_once_a_turn_and_gets_it(host: SmallHost):
    await observed(host)
    leaf = host.writer.leaf_id
    assert await host.memory.settled(leaf)
    assert not await host.memory.settled(leaf)
    compaction = await host.memory.before_compact(leaf)
    assert isinstance(compaction, Compaction)
    assert "## Observations" in compaction.summary
    assert compaction.to_dict()["firstKeptEntryId"] in host.read().session.branch_ids()
    host.writer.compaction(
        compaction.summary, compaction.first_kept, tokens_before=compaction.tokens_before, details=compaction.details
    )
    await host.memory.compacted()
    assert not await host.memory.settled(host.writer.leaf_id)
    assert host.memory.state.session.projected_tokens < compaction.tokens_before


async def test_a_compaction_that_can_cut_nothing_is_left_to_the_host_with_the_reason(host: SmallHost):
    await host.start()
    assert await host.memory.before_compact() == NoCompaction("Observing is off for this session.")
    await host.turn("Hello")
    await host.memory.run_command("om", "on")
    answer = await host.memory.before_compact(host.writer.leaf_id)
    assert isinstance(answer, NoCompaction)
    assert answer.reason.endswith(".")


async def test_compaction_by_silcrow_can_be_switched_off_and_still_be_asked_for(tmp_path: Path):
    write_settings(tmp_path / "agent", compaction=False)
    host = SmallHost(tmp_path)
    async with host.memory:
        await observed(host)
        assert not await host.memory.settled(host.writer.leaf_id)
        assert isinstance(await host.memory.before_compact(), NoCompaction)
        answer = await host.memory.run_command("om", "compact")
        assert answer.compact
        assert isinstance(await host.memory.before_compact(), Compaction)


async def at_work(host: SmallHost, seconds: float) -> None:
    """Until observers, each of which takes so long, are at work."""
    host.pace = Pace(worker_seconds=seconds)
    host.memory = host.open()
    await host.start()
    await host.turn("Hello")
    await host.memory.run_command("om", "on")
    await host.talk(12)
    await until(lambda: host.memory.state.observational.running)


async def test_a_compaction_waits_for_observers_and_says_so(host: SmallHost):
    await at_work(host, 0.5)
    answer = await host.memory.before_compact(host.writer.leaf_id)
    assert any("Observers are at work" in text for _, text in host.notices)
    assert isinstance(answer, Compaction)
    chunks = [run.chunk for run in host.read().runs.runs() if run.role == "observer"]
    assert chunks
    assert {chunk.to_id for chunk in chunks} <= {each.range.to_id for each in host.read().view().chunks if each.settled}


async def test_a_person_need_not_wait_for_observers(host: SmallHost):
    await at_work(host, 60)
    waiting = asyncio.create_task(host.memory.before_compact(host.writer.leaf_id))
    await until(lambda: any("Observers are at work" in text for _, text in host.notices))
    host.memory.skip_wait()
    assert isinstance(await waiting, NoCompaction)
    assert host.memory.state.observational.running


async def test_the_end_of_a_session_ends_the_wait_and_the_workers(host: SmallHost):
    await at_work(host, 60)
    waiting = asyncio.create_task(host.memory.before_compact(host.writer.leaf_id))
    await until(lambda: any("Observers are at work" in text for _, text in host.notices))
    await host.memory.shutdown()
    assert isinstance(await waiting, NoCompaction)
    runs = host.read().runs.runs()
    assert runs
    assert {run.state for run in runs} == {"stopped"}
    # Their text is open again, and no attempt is counted.
    assert not [entry for entry in host.customs() if entry["customType"] == "om.chunk"]


async def test_beside_another_extension_it_keeps_out_of_everything(tmp_path: Path):
    host = SmallHost(tmp_path, features=Features(tools=False, block=False, clocks=False))
    remember(host, "Uses uv")
    async with host.memory:
        await host.start()
        assert await host.turn("Hello") == ""
        assert host.memory.tools() == ()
        assert (await host.memory.run_command("om", "on")).is_error
        assert not await host.memory.settled()
    assert host.customs("") == []


# Other programs


async def test_what_another_program_does_to_the_files_is_told_and_in_history(host: SmallHost):
    remember(host, "Uses uv")
    await host.start()
    (host.memory_dir / "MEMORY.md").write_text("Uses uv\n§\nWorks at night")
    await until(lambda: any(change.actor == "external" for change in MemoryStore(host.memory_dir).history()))
    await until(lambda: host.statuses)


async def test_a_second_host_of_the_same_session_only_watches(tmp_path: Path, host: SmallHost):
    await observed(host, turns=2)
    other = SmallHost(tmp_path / "other")
    other.writer, other.place = host.writer, host.place
    other.memory = other.open()
    async with other.memory:
        await other.start("resume")
        await until(lambda: any("drives this session" in text for _, text in other.notices))
        assert other.memory.state.observational.enabled


async def test_a_host_gets_the_session_from_a_watch_that_drives_it(host: SmallHost):
    await observed(host, turns=2)
    await host.memory.shutdown()
    driver = Driver(host.read(), ObservationalSettings, environ=os.environ, purpose="silcrow watch", standing="watch")
    assert driver.take_over() is None
    clocks = asyncio.create_task(driver.drive())
    host.memory = host.open()
    await host.start("resume")
    with pytest.raises(HandedOver):
        await clocks
    await driver.close()
    await until(lambda: host.memory.state.observational.driver.state == "this")


# Sessions that follow each other


async def test_a_fork_goes_on_with_its_parents_memory_and_a_block_of_its_own(tmp_path: Path, host: SmallHost):
    remember(host, "Uses uv")
    await observed(host, turns=8)
    parents = host.read().view().pool
    await host.memory.shutdown()
    remember(host, "Works at night")
    child = forked(host, tmp_path)
    async with child.memory:
        await child.start("fork")
        await until(lambda: child.memory.state.observational.driver.state == "this")
        assert [each.content for each in child.memory.state.observational.pool] == [each.content for each in parents]
        assert "Works at night" in await child.turn("Go on")
    assert child.read().view().pool == parents


async def test_a_fork_from_before_the_point_where_memory_was_turned_on_has_it_on_too(tmp_path: Path, host: SmallHost):
    await host.start()
    await host.talk(3)
    entries = len(host.writer.path.read_bytes().splitlines()) - 1
    await host.memory.run_command("om", "on")
    await host.talk(6)
    await until(lambda: host.read().view().pool)
    await settled(host)
    await host.memory.shutdown()
    child = forked(host, tmp_path, entries=entries)
    assert child.customs() == []
    async with child.memory:
        await child.start("fork")
        await until(lambda: child.memory.state.observational.driver.state == "this")
        assert child.memory.state.observational.enabled
        own = {each.content for each in child.memory.state.observational.pool}
        assert own < {each.content for each in host.read().view().pool}


def forked(host: SmallHost, folder: Path, *, entries: int | None = None) -> SmallHost:
    """A host on a fork of the session, as pi copies it: its path, or so many entries of that."""
    child = SmallHost(folder, "s-2", parent=host.writer.path)
    lines = host.writer.path.read_bytes().splitlines(keepends=True)[1:]
    with child.writer.path.open("ab") as file:
        file.writelines(lines[:entries])
    child.writer = SessionWriter.open(child.writer.path)
    return child


async def test_one_host_goes_from_session_to_session(host: SmallHost, tmp_path: Path):
    await observed(host, turns=4)
    lock = host.read().lock_path
    first = host.writer
    host.writer = SessionWriter.create(first.path.parent, "s-2", host.project.resolve())
    await host.start("new")
    assert lock_holder(lock) is None
    assert not host.memory.state.observational.enabled
    await host.turn("Hello")
    assert host.customs() == []
    host.writer = SessionWriter.open(first.path)
    await host.start("resume")
    await until(lambda: lock_holder(lock))
    assert host.memory.state.observational.pool


async def test_what_ends_with_a_session_is_not_written_into_the_next_one(host: SmallHost):
    await at_work(host, 60)
    first = host.writer
    host.writer = SessionWriter.create(first.path.parent, "s-2", host.project.resolve())
    await host.start("new")
    assert host.customs() == []
    host.writer = first
    assert {run.state for run in host.read().runs.runs()} == {"stopped"}
    beside = host.sidecar.read_bytes().splitlines()
    assert len(beside) == len(host.read().runs.runs())
    assert all(b'"om.cost"' in line for line in beside)


async def test_a_new_session_without_a_file_yet_shows_nothing_of_the_one_before(host: SmallHost):
    await observed(host, turns=4)
    await host.memory.start(Opening("s-3", host.writer.path.with_name("s-3.jsonl"), "new"))
    assert host.memory.state.observational is None
    assert (await host.memory.run_command("om", "status")).text.startswith("Observing is off")
    assert isinstance(await host.memory.before_compact(), NoCompaction)


# Dreams


async def test_the_start_of_a_session_dreams_over_earlier_ones_when_that_is_due(tmp_path: Path):
    write_settings(tmp_path / "agent", curated={"dreaming": {"minTurnsSinceLastRun": 2}})
    for number in (1, 2):
        earlier = SmallHost(tmp_path, f"earlier-{number}")
        for turn in range(3):
            earlier.writer.say("user", f"Always run make check before a commit, as in step {turn}.")
            earlier.writer.say("assistant", "Done.")
    host = SmallHost(tmp_path)
    async with host.memory:
        await host.start("new")
        await until(lambda: any("Dreamed over" in text and "review" in text for _, text in host.notices))
    assert MemoryStore(host.memory_dir).read("memory").entries == ()


async def test_a_session_that_ends_at_once_takes_its_dream_along(tmp_path: Path):
    write_settings(tmp_path / "agent", curated={"dreaming": {"minTurnsSinceLastRun": 1}})
    earlier = SmallHost(tmp_path, "earlier")
    earlier.writer.say("user", "Always run make check before a commit.")
    earlier.writer.say("assistant", "Done.")
    host = SmallHost(tmp_path)
    await host.start("new")
    await host.memory.shutdown()
    assert host.notices == []


async def test_a_short_session_begins_no_dream_that_costs_money(tmp_path: Path):
    model = {"provider": "openai", "model": "paid"}
    write_settings(tmp_path / "agent", curated={"dreaming": {"minTurnsSinceLastRun": 1, "model": model}})
    host = SmallHost(tmp_path)
    async with host.memory:
        await host.start("new")
        assert host.memory.settings.memory.dreaming.model.provider == "openai"
        await host.talk(3)
    assert not (host.memory_dir / ".silcrow" / "runs").exists()


async def test_dreaming_that_is_off_leaves_no_trace(host: SmallHost):
    await host.start("new")
    await host.turn("Hello")
    await host.memory.shutdown()
    assert not (host.memory_dir / ".silcrow" / "runs").exists()
    assert not host.memory_dir.with_name("memories.lock").exists()

"""A fork starts from its parent's memory: once, whole, and with nothing of the parent's folder written."""

import json
import os
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from silcrow.observational import ChunkRange, drafts
from silcrow.observational.archive import read_archive
from silcrow.pipeline import NotDone, SessionMemory, gate, parents
from silcrow.pipeline.dropping import drop
from silcrow.pipeline.parents import parent_of
from silcrow.pipeline.seeding import Seed, seed, was_on_in_parent, why_not_seeded
from silcrow.sessions import SessionFile
from tests.conversation import Conversation, fill
from tests.forks import fork
from tests.pipeline.conftest import Bench
from tests.pipeline.test_reverting import files_of, take_back


def memory_of(conversation: Conversation, project: Path) -> SessionMemory:
    session = SessionFile(conversation.path)
    session.refresh()
    memory = SessionMemory(session, project)
    memory.refresh()
    return memory


def forked(bench: Bench, name: str = "fork", at: str | None = None) -> SessionMemory:
    child = fork(bench.conversation, bench.conversation.path.with_name(f"{name}.jsonl"), at=at)
    return memory_of(child, bench.project)


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def seeded(memory: SessionMemory) -> Seed:
    result = seed(memory, now=time.time())
    assert isinstance(result, Seed), result
    return result


def refused(memory: SessionMemory) -> str:
    result = seed(memory, now=time.time())
    assert isinstance(result, NotDone), result
    return result.code


async def test_a_fork_shows_what_its_parent_shows_and_the_parent_is_left_untouched(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    parent, child = bench.memory(), forked(bench)
    assert parent.view().pool and parent.view().dropped and len(files_of(parent)) > 2
    before = snapshot(parent.folder)
    took = seeded(child)
    assert snapshot(parent.folder) == before
    assert child.view().pool == parent.view().pool
    assert child.view().dropped == parent.view().dropped
    assert child.view().settled_to == parent.view().settled_to
    assert files_of(child) == files_of(parent)
    assert read_archive(child.folder) == read_archive(parent.folder)
    assert child.view().enabled
    assert child.view().utc_offset == parent.view().utc_offset
    assert (took.observations, took.topics) == (len(parent.view().pool), len(files_of(parent)) - 2)
    assert took.journey and took.parent_id == parent.session.session_id


async def test_a_fork_from_the_middle_takes_over_what_was_observed_of_the_common_text(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    parent = bench.memory()
    chunks = [chunk for chunk in parent.view().chunks if chunk.outcome == "recorded"]
    child = forked(bench, at=chunks[0].range.to_id)
    seeded(child)
    assert [chunk.range for chunk in child.view().chunks] == [chunks[0].range]
    assert f'"toId":"{chunks[0].range.to_id}"' in child.ledger.path.read_text()
    assert f'"toId":"{chunks[-1].range.to_id}"' not in child.ledger.path.read_text()
    assert 0 < child.view().total < parent.view().total


async def test_a_fork_is_seeded_once_whatever_the_parent_does_later(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    child = forked(bench)
    seeded(child)
    before = snapshot(child.folder)
    await bench.work(about="the lexer")
    assert refused(child) == "seeded"
    take_back(bench)
    assert refused(child) == "seeded"
    shutil.rmtree(bench.memory().folder)
    bench.conversation.path.unlink()
    assert refused(child) == "seeded"
    assert snapshot(child.folder) == before


async def test_a_run_that_the_parent_took_back_is_not_taken_over(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    await bench.work(about="the lexer")
    take_back(bench)
    parent, child = bench.memory(), forked(bench)
    seeded(child)
    assert child.view().pool == parent.view().pool
    assert files_of(child) == files_of(parent)


async def test_taking_back_in_the_parent_afterwards_leaves_the_fork_as_it_is(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    child = forked(bench)
    seeded(child)
    before = child.view().pool
    take_back(bench)
    child.refresh()
    assert child.view().pool == before


async def test_the_parents_spending_is_inherited_and_never_the_forks_own(bench: Bench) -> None:
    bench.turn_on()
    parent = bench.memory()
    spent(parent, "obs-20260504090000-1-1", 1.0)
    child = forked(bench)
    assert seeded(child).inherited_usd == 1.0
    spent(child, "obs-20260504090000-2-1", 0.25)
    child.refresh()
    assert (child.view().cost.own_usd, child.view().cost.inherited_usd) == (0.25, 1.0)
    conversation = Conversation.reopened(child.session.path)
    grandchild = memory_of(
        fork(conversation, child.session.path.with_name("grand.jsonl"), session_id="grandchild"), bench.project
    )
    seeded(grandchild)
    assert (grandchild.view().cost.own_usd, grandchild.view().cost.inherited_usd) == (0.0, 1.25)
    own = sum(each.view().cost.own_usd for each in (bench.memory(), child, grandchild))
    assert own == 1.25


def spent(memory: SessionMemory, run_id: str, usd: float) -> None:
    memory.make_folder()
    draft = drafts.cost(
        run_id=run_id,
        role="observer",
        session_id=memory.session.session_id,
        model="loopback/scripted",
        usd=usd,
        usage={},
        source="model",
        partial=False,
    )
    memory.ledger.append(*draft, now=time.time())


async def test_a_fork_of_a_fork_holds_what_came_from_both(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    child = forked(bench)
    seeded(child)
    conversation = Conversation.reopened(child.session.path)
    observation = child.view().pool[0]
    drop(child, observation.timestamp, now=time.time())
    path = child.session.path.with_name("grand.jsonl")
    grandchild = memory_of(fork(conversation, path, session_id="grandchild"), bench.project)
    seeded(grandchild)
    assert grandchild.view().pool == child.view().pool
    assert grandchild.view().dropped == child.view().dropped


async def test_memory_that_was_switched_in_the_parent_after_the_fork_is_the_parents_affair(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    gate.set_enabled(bench.memory(), False, now=time.time() + 3_600)
    child = forked(bench)
    assert was_on_in_parent(child)
    seeded(child)
    assert child.view().enabled


async def test_a_fork_made_before_memory_was_turned_on_starts_with_it_off(bench: Bench) -> None:
    fill(bench.conversation, 2)
    earlier = fork(
        bench.conversation,
        bench.conversation.path.with_name("early.jsonl"),
        made_at=datetime.now(UTC) - timedelta(days=1),
    )
    bench.turn_on()
    await bench.work()
    child = memory_of(earlier, bench.project)
    assert not was_on_in_parent(child)
    seed(child, now=time.time())
    assert not child.view().enabled


async def test_turning_memory_on_seeds_first_and_leaves_out_only_what_stays_open(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    child = forked(bench)
    assert why_not_seeded(child) is None
    took = gate.set_enabled(child, True, since="now", now=time.time())
    assert isinstance(took, Seed)
    why_not = why_not_seeded(child)
    assert why_not is not None and why_not.code == "seeded"
    assert child.view().pool == bench.memory().view().pool
    assert child.view().settled_count == len(child.view().source)


async def test_a_driver_seeds_a_fork_before_its_first_run(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    parent = bench.memory()
    child = fork(bench.conversation, bench.conversation.path.with_name("fork.jsonl"))
    bench.conversation = child
    fill(child, 12, about="the printer")
    driver = bench.driver()
    driver.take_over()
    assert driver.memory.view().pool == parent.view().pool
    await driver.finish_observing()
    await driver.close()
    memory = bench.memory()
    assert set(parent.view().pool) < set(memory.view().pool)
    assert memory.view().settled_count == len(memory.view().source)


async def test_a_parent_that_is_gone_means_no_seed_and_says_so(bench: Bench) -> None:
    bench.turn_on()
    child = forked(bench)
    shutil.rmtree(bench.memory().folder)
    bench.conversation.path.unlink()
    assert refused(child) == "gone"
    assert not child.folder.exists()
    took = gate.set_enabled(child, True, now=time.time())
    assert isinstance(took, NotDone) and str(bench.conversation.path) in took.words
    child.refresh()
    assert child.view().enabled


async def test_a_session_file_that_moved_is_found_by_the_id_in_its_name(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    parent, child = bench.memory(), forked(bench)
    lines = child.session.path.read_text().splitlines()
    header = json.loads(lines[0])
    header["parentSession"] = f"/gone/2026-05-04T09-00-00-000Z_{parent.session.session_id}.jsonl"
    child.session.path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    child = memory_of(Conversation.reopened(child.session.path), bench.project)
    found = parent_of(child)
    assert found is not None and found.folder == parent.folder and not found.path.exists()
    seeded(child)
    assert child.view().pool == parent.view().pool


async def test_memory_is_found_where_the_parent_worked_when_the_fork_works_elsewhere(
    bench: Bench, tmp_path: Path
) -> None:
    bench.turn_on()
    await bench.work()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    child = memory_of(fork(bench.conversation, tmp_path / "far.jsonl", cwd=elsewhere), elsewhere)
    seeded(child)
    assert child.folder.is_relative_to(elsewhere)
    assert child.view().pool == bench.memory().view().pool


def test_a_session_without_a_parent_is_no_fork(bench: Bench) -> None:
    assert refused(bench.memory()) == "no_fork"
    assert not bench.memory().folder.exists()


def test_a_parent_that_remembers_nothing_leaves_nothing_behind(bench: Bench) -> None:
    fill(bench.conversation, 2)
    child = forked(bench)
    assert refused(child) == "nothing"
    assert not child.folder.exists()


async def test_what_a_fork_observed_on_its_own_is_not_mixed_with_the_parents(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    child = forked(bench)
    source = child.view().source
    child.make_folder()
    gate.accept_gap(child, ChunkRange(source[0].id, source[1].id), now=time.time())
    before = snapshot(child.folder)
    assert refused(child) == "late"
    assert snapshot(child.folder) == before


async def test_a_topic_of_the_forks_own_is_never_overwritten(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    child = forked(bench)
    child.make_folder()
    (child.folder / "mine.md").write_text("---\nid: mine\ntitle: Mine\nsummary: x\nupdated: 2026-05-04\n---\nMine.\n")
    assert refused(child) == "late"


async def test_a_seeding_that_died_half_way_is_finished_by_the_next_one(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    parent, child = bench.memory(), forked(bench)
    seeded(child)
    whole, lines = snapshot(child.folder), child.ledger.path.read_bytes().splitlines(keepends=True)
    topic = sorted(name for name in files_of(child) if name not in ("INDEX.md", "JOURNEY.md"))[0]
    for cut in (0, 1, len(lines) // 2, len(lines) - 1):
        child.ledger.path.write_bytes(b"".join(lines[:cut]))
        (child.folder / "INDEX.md").unlink(missing_ok=True)
        if cut == 0:
            (child.folder / topic).unlink()
            (child.folder / "archive.jsonl").unlink()
        again = memory_of(Conversation.reopened(child.session.path), bench.project)
        # Nothing that the parent knows is nowhere, whatever was written.
        assert {each.key for each in parent.view().pool} >= {each.key for each in again.view().pool if cut == 0}
        seeded(again)
        assert again.view().pool == parent.view().pool
        assert snapshot(again.folder).keys() == whole.keys()
        assert files_of(again) == files_of(parent)
        assert read_archive(again.folder) == read_archive(parent.folder)


async def test_a_parent_that_changes_while_it_is_read_is_read_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.turn_on()
    await bench.work()
    child, parent = forked(bench), bench.memory()
    names, read = iter(["first", "second"]), parents.durable_files

    def changing(folder: Path) -> dict[str, bytes]:
        files = read(folder)
        if folder == parent.folder and (name := next(names, None)) is not None:
            drop(parent, parent.view().pool[0].timestamp, now=time.time())
            os.utime(parent.folder / "JOURNEY.md", (1, len(name)))
        return files

    monkeypatch.setattr(parents, "durable_files", changing)
    seeded(child)
    parent.refresh()
    assert child.view().pool == parent.view().pool


async def test_a_parent_that_never_stands_still_is_said_to_be_busy(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.turn_on()
    await bench.work()
    child, parent = forked(bench), bench.memory()
    read = parents.durable_files

    def restless(folder: Path) -> dict[str, bytes]:
        if folder == parent.folder:
            gate.pause(parent, ["observer"], "again", now=time.time())
        return read(folder)

    monkeypatch.setattr(parents, "durable_files", restless)
    assert refused(child) == "busy"
    assert not child.folder.exists()


async def test_a_link_in_the_parents_folder_is_not_followed(bench: Bench, tmp_path: Path) -> None:
    bench.turn_on()
    await bench.work()
    private = tmp_path / "private.md"
    private.write_text("a secret of somebody else")
    parent, child = bench.memory(), forked(bench)
    (parent.folder / "linked.md").symlink_to(private)
    (parent.folder / "archive.jsonl").unlink()
    (parent.folder / "archive.jsonl").symlink_to(private)
    seeded(child)
    held = b"".join(content for content, _ in snapshot(child.folder).values())
    assert b"a secret of somebody else" not in held

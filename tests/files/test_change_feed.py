# ruff: noqa: ASYNC240 - conditions are polled with a deadline, and the files are small and local
import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import watchfiles
from watchfiles._rust_notify import WatchfilesRustInternalError

from silcrow.files import Change, ChangeFeed, Watched, append_line, hold_lock, write_atomic
from tests.waiting import until

DEADLINE_SECONDS = 20


class Listener:
    """Collects what a feed tells, and waits for it."""

    def __init__(self, feed: ChangeFeed) -> None:
        self.feed = feed
        self.changes: list[Change] = []
        self._came = asyncio.Event()
        self._task = asyncio.create_task(self._collect())

    async def _collect(self) -> None:
        async for change in self.feed:
            self.changes.append(change)
            self._came.set()

    async def hears_of(self, path: Path) -> Change:
        """The next change with this path; everything before it is forgotten."""
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                while self.changes:
                    change = self.changes.pop(0)
                    if path in change.paths:
                        return change
                self._came.clear()
                await self._came.wait()

    async def ends(self) -> None:
        async with asyncio.timeout(DEADLINE_SECONDS):
            await self._task


async def settled(listener: Listener, memory: Path) -> None:
    """Write a last word and wait until it is heard, so that all before it was heard as well."""
    (memory / "last word").touch()
    await listener.hears_of(memory / "last word")


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    folder = tmp_path / "agent" / "memories"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("first")
    return folder


@pytest.fixture(params=[True, False], ids=["events", "looks only"])
async def listener(memory: Path, request: pytest.FixtureRequest) -> AsyncIterator[Listener]:
    watched = [Watched(memory, "folder"), Watched(memory.parent / "tree", "tree")]
    async with ChangeFeed(watched, events=request.param, check_seconds=1.0 if request.param else 0.05) as feed:
        yield Listener(feed)


def by_rename(path: Path, number: int) -> None:
    write_atomic(path, b"%d" % number, durable=False)


def by_truncating(path: Path, number: int) -> None:
    path.write_text(str(number))


def by_deleting(path: Path, number: int) -> None:
    path.unlink(missing_ok=True)
    path.write_text(str(number))


@pytest.mark.parametrize("save", [by_rename, by_truncating, by_deleting])
async def test_each_of_five_saves_is_told_however_the_editor_saves(
    listener: Listener, memory: Path, save: Callable[[Path, int], None]
):
    for number in range(5):
        save(memory / "MEMORY.md", number)
        await listener.hears_of(memory / "MEMORY.md")


async def test_appends_appearances_and_ends_are_told(listener: Listener, memory: Path):
    append_line(memory / "ledger.jsonl", b"{}")
    await listener.hears_of(memory / "ledger.jsonl")
    append_line(memory / "ledger.jsonl", b"{}")
    await listener.hears_of(memory / "ledger.jsonl")
    (memory / "ledger.jsonl").unlink()
    await listener.hears_of(memory / "ledger.jsonl")


async def test_a_folder_that_is_removed_and_made_again_is_followed(listener: Listener, memory: Path):
    for number in range(3):
        shutil.rmtree(memory)
        await listener.hears_of(memory)
        await until(lambda: listener.feed.state == "missing")
        assert memory in listener.feed.missing
        memory.mkdir()
        (memory / "MEMORY.md").write_text(f"again {number}")
        await listener.hears_of(memory / "MEMORY.md")
        await until(lambda: memory not in listener.feed.missing)
        append_line(memory / "MEMORY.md", b"more")
        await listener.hears_of(memory / "MEMORY.md")


async def test_a_folder_that_is_replaced_at_once_is_followed(listener: Listener, memory: Path):
    for number in range(3):
        shutil.rmtree(memory)
        memory.mkdir()
        (memory / "MEMORY.md").write_text(f"again {number}")
        await listener.hears_of(memory / "MEMORY.md")
        await settled(listener, memory)


async def test_a_folder_that_went_and_came_between_two_looks_is_told(memory: Path):
    watched = [Watched(memory, "folder"), Watched(memory.parent / "settings.json")]
    async with ChangeFeed(watched, check_seconds=10 * DEADLINE_SECONDS) as feed:
        listener = Listener(feed)
        await feed.ready()
        for _ in range(3):
            # Both in one breath of this loop, so that the feed can't look in between.
            memory.rename(memory.with_name("away"))
            memory.with_name("away").rename(memory)
            await listener.hears_of(memory)


async def test_a_folder_that_is_moved_away_and_back_is_followed(listener: Listener, memory: Path):
    memory.rename(memory.with_name("away"))
    await until(lambda: memory in listener.feed.missing)
    append_line(memory.with_name("away") / "MEMORY.md", b"meanwhile")
    memory.with_name("away").rename(memory)
    await listener.hears_of(memory / "MEMORY.md")
    append_line(memory / "MEMORY.md", b"more")
    await listener.hears_of(memory / "MEMORY.md")


async def test_a_folder_above_may_come_and_go(listener: Listener, memory: Path):
    shutil.rmtree(memory.parent)
    await listener.hears_of(memory)
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("new")
    await listener.hears_of(memory / "MEMORY.md")


async def test_a_tree_is_followed_from_before_it_exists(listener: Listener, memory: Path):
    tree = memory.parent / "tree"
    assert tree in listener.feed.missing
    (tree / "a" / "b").mkdir(parents=True)
    (tree / "a" / "b" / "topic.md").write_text("x")
    await listener.hears_of(tree / "a" / "b" / "topic.md")
    (tree / "c").mkdir()
    (tree / "c" / "run.json").write_text("x")
    await listener.hears_of(tree / "c" / "run.json")
    shutil.rmtree(tree / "a")
    await listener.hears_of(tree / "a" / "b" / "topic.md")


async def test_litter_is_never_told(listener: Listener, memory: Path):
    for name in ("x.tmp", ".MEMORY.md.swp", "4913", "MEMORY.md~"):
        (memory / name).touch()
        (memory / name).unlink()
    with hold_lock(memory / "MEMORY.md.lock"):
        write_atomic(memory / "MEMORY.md", b"x")
    (memory / "last word").touch()
    told: set[Path] = set()
    async with asyncio.timeout(DEADLINE_SECONDS):
        while memory / "last word" not in told:
            await until(lambda: bool(listener.changes))
            told |= listener.changes.pop(0).paths
    assert told == {memory / "last word", memory / "MEMORY.md"}


async def test_a_file_that_vanishes_at_once_is_no_error(listener: Listener, memory: Path):
    for _ in range(50):
        (memory / "short-lived").touch()
        (memory / "short-lived").unlink()
    await settled(listener, memory)


async def test_dangling_links_and_loops_do_not_disturb(listener: Listener, memory: Path):
    (memory / "dangling").symlink_to("nowhere")
    (memory / "loop").symlink_to("loop")
    (memory / "up").symlink_to("..")
    await settled(listener, memory)
    (memory / "MEMORY.md").write_text("changed")
    await listener.hears_of(memory / "MEMORY.md")


async def test_a_linked_file_changes_with_its_target(tmp_path: Path, memory: Path):
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "dotfiles" / "user.md").write_text("x")
    (memory / "USER.md").symlink_to("../../dotfiles/user.md")
    async with ChangeFeed([Watched(memory / "USER.md")]) as feed:
        listener = Listener(feed)
        for number in range(3):
            write_atomic(memory / "USER.md", b"%d" % number)
            await listener.hears_of(memory / "USER.md")
        assert (memory / "USER.md").is_symlink()


async def test_events_come_before_the_look(memory: Path):
    async with ChangeFeed([Watched(memory, "folder")], check_seconds=3_600) as feed:
        listener = Listener(feed)
        await until(lambda: feed.state == "live")
        for number in range(3):
            by_rename(memory / "MEMORY.md", number)
            assert (await listener.hears_of(memory / "MEMORY.md")).seen_by == "event"


async def test_two_changes_of_one_size_within_a_tick_are_both_told(memory: Path):
    async with ChangeFeed([Watched(memory, "folder")], check_seconds=3_600) as feed:
        listener = Listener(feed)
        await until(lambda: feed.state == "live")
        for _ in range(5):
            (memory / "MEMORY.md").write_text("a")
            await listener.hears_of(memory / "MEMORY.md")
            now = time.time_ns()
            (memory / "MEMORY.md").write_text("b")
            os.utime(memory / "MEMORY.md", ns=(now, now))
            await listener.hears_of(memory / "MEMORY.md")


async def test_a_busy_writer_of_another_process_is_heard_to_the_end(memory: Path):
    writer = "import sys\nfor n in range(2000):\n    with open(sys.argv[1], 'a') as f: f.write('x\\n')"
    async with ChangeFeed([Watched(memory, "folder")]) as feed:
        listener = Listener(feed)
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", writer, str(memory / "busy"))
        await listener.hears_of(memory / "busy")
        assert await process.wait() == 0
        await settled(listener, memory)


async def test_a_look_can_be_asked_for(memory: Path):
    async with ChangeFeed([Watched(memory, "folder")], events=False, check_seconds=3_600) as feed:
        listener = Listener(feed)
        (memory / "MEMORY.md").write_text("changed")
        feed.look()
        assert (await listener.hears_of(memory / "MEMORY.md")).seen_by == "check"


async def test_the_state_says_where_changes_come_from(memory: Path):
    async with ChangeFeed([Watched(memory, "folder")]) as feed:
        await until(lambda: feed.state == "live")
    async with ChangeFeed([Watched(memory, "folder")], events=False) as feed:
        await until(lambda: feed.state == "checking")
    async with ChangeFeed([Watched(memory / "none", "folder")]) as feed:
        await until(lambda: feed.state == "missing")
        assert feed.missing == {memory / "none"}


async def test_where_the_system_allows_no_more_watches_looks_are_enough(memory: Path, monkeypatch: pytest.MonkeyPatch):
    def refused(*_: object, **__: object) -> AsyncIterator[object]:
        raise WatchfilesRustInternalError("Error creating recommended watcher: Too many open files (os error 24)")

    monkeypatch.setattr(watchfiles, "awatch", refused)
    async with ChangeFeed([Watched(memory, "folder")], check_seconds=0.05) as feed:
        listener = Listener(feed)
        for number in range(3):
            by_rename(memory / "MEMORY.md", number)
            assert (await listener.hears_of(memory / "MEMORY.md")).seen_by == "check"
        assert feed.state == "checking"
        monkeypatch.undo()
        await until(lambda: feed.state == "live")


async def test_another_set_is_followed_from_the_moment_it_is_given(memory: Path, tmp_path: Path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "seen before").touch()
    async with ChangeFeed([Watched(memory, "folder")]) as feed:
        listener = Listener(feed)
        (memory / "MEMORY.md").write_text("changed just before")
        feed.update([Watched(memory / "MEMORY.md"), Watched(other, "folder")])
        (other / "session.jsonl").touch()
        await listener.hears_of(other / "session.jsonl")
        (memory / "MEMORY.md").write_text("changed again")
        await listener.hears_of(memory / "MEMORY.md")
        feed.update([Watched(other, "folder")])
        listener.changes.clear()
        (memory / "MEMORY.md").write_text("nobody listens")
        (other / "last word").touch()
        assert (await listener.hears_of(other / "last word")).paths <= {other / "last word", other / "session.jsonl"}


async def test_what_happens_between_two_readings_is_told_together(memory: Path):
    async with ChangeFeed([Watched(memory, "folder")], check_seconds=0.05) as feed:
        for name in ("a", "b"):
            (memory / name).touch()
            await until(lambda name=name: memory / name in feed._told)  # pyright: ignore[reportPrivateUsage]
        async with asyncio.timeout(DEADLINE_SECONDS):
            assert (await anext(feed)).paths == {memory / "a", memory / "b"}


async def test_leaving_ends_the_iteration_and_every_thread(memory: Path):
    async with ChangeFeed([Watched(memory, "folder"), Watched(memory.parent, "tree")]) as feed:
        listener = Listener(feed)
        await until(lambda: feed.state == "live")
    await listener.ends()
    async with asyncio.timeout(DEADLINE_SECONDS):
        with pytest.raises(StopAsyncIteration):
            await anext(feed)


def test_a_program_that_leaves_a_feed_ends_at_once(memory: Path):
    program = """
import asyncio, sys, time
from pathlib import Path
from silcrow.files import ChangeFeed, Watched

async def main():
    async with ChangeFeed([Watched(Path(sys.argv[1]), "folder"), Watched(Path(sys.argv[1]), "tree")]) as feed:
        while feed.state != "live":
            await asyncio.sleep(0.01)
        start = time.monotonic()
    return start

start = asyncio.run(main())
print(time.monotonic() - start)
"""
    seconds = [
        float(subprocess.run([sys.executable, "-c", program, memory], check=True, capture_output=True).stdout)
        for _ in range(3)
    ]
    assert min(seconds) < 0.1


async def test_a_failure_inside_reaches_the_one_who_listens(memory: Path):
    def broken(name: str) -> bool:
        if name == "bomb":
            raise ZeroDivisionError
        return True

    async def listen() -> None:
        async with ChangeFeed([Watched(memory, "folder", names=broken)], check_seconds=0.05) as feed:
            (memory / "bomb").touch()
            async with asyncio.timeout(DEADLINE_SECONDS):
                async for _ in feed:
                    pass

    with pytest.raises(ZeroDivisionError):
        await listen()

"""Changes of a session's memory: gate and records, consolidations, reverts, forks, and the one append to a session."""

import asyncio
import os
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, Final

from silcrow.curated.store_file import os_words
from silcrow.observational.archive import read_archive
from silcrow.pipeline import NotDone, SessionMemory, consolidating, gate
from silcrow.pipeline.compacting import NotCompacted, compact
from silcrow.pipeline.holding import hold_session
from silcrow.pipeline.reverting import Reverted, revert
from silcrow.pipeline.seeding import seed
from silcrow.sessions import SessionFile
from tests.conversation import fill
from tests.faults.write_path import WritePath
from tests.forks import fork
from tests.pipeline.conftest import Bench
from tests.pipeline.dying import Died, dying_at
from tests.pipeline.test_compacting import status

_QUIET = 600.0


def _memory(folder: Path, name: str = "session") -> SessionMemory:
    session = SessionFile(folder / "sessions" / f"{name}.jsonl")
    session.refresh()
    memory = SessionMemory(session, folder / "project")
    memory.refresh()
    return memory


async def _observed(folder: Path) -> Bench:
    bench = Bench(folder)
    bench.turn_on()
    fill(bench.conversation, 12)
    driver = bench.driver()
    assert driver.take_over() is None
    await driver.finish_observing()
    await driver.close()
    long_ago = time.time() - _QUIET
    os.utime(bench.conversation.path, (long_ago, long_ago))
    return bench


def _make_observed(folder: Path) -> None:
    asyncio.run(_observed(folder))


def _make_filed(folder: Path) -> None:
    asyncio.run(_filed(folder))


async def _filed(folder: Path) -> Bench:
    bench = await _observed(folder)
    driver = bench.driver()
    driver.take_over()
    await driver.consolidate()
    await driver.settle()
    await driver.close()
    return bench


def _make_left_behind(folder: Path) -> None:
    """A consolidator has handed in, and its owner died before it took the result."""

    async def leave() -> None:
        bench = await _observed(folder)
        driver = bench.driver()
        driver.take_over()
        await driver.consolidate()
        with dying_at(0, [(consolidating, "commit")]):
            try:
                await driver.settle()
            except RuntimeError as error:
                assert isinstance(error.__cause__, Died)
            else:
                raise AssertionError("the driver took the result")
        driver._lock.release()

    asyncio.run(leave())


def _make_forked(folder: Path) -> None:
    bench = asyncio.run(_filed(folder))
    fork(bench.conversation, folder / "sessions" / "fork.jsonl")


def _state(folder: Path, name: str = "session") -> Hashable:
    """What an agent would be shown of it: pool, topics and journey, switch; and the host's own file."""
    memory = _memory(folder, name)
    view = memory.view()
    return (
        tuple((each.timestamp, each.content) for each in view.pool),
        tuple(sorted((path.name, path.read_text()) for path in memory.folder.glob("*.md"))),
        view.enabled,
        tuple(sorted(view.paused.items())),
        memory.session.path.read_bytes().count(b"\n"),
        memory.session.path.read_bytes().endswith(b"\n"),
    )


def _fork_state(folder: Path) -> Hashable:
    return _state(folder, "fork")


def _facts(folder: Path, name: str = "session") -> tuple[set[Any], set[Any], set[Any]]:
    """All that was ever recorded, what is in the pool, what is retired and stands in archive and topic."""
    memory = _memory(folder, name)
    fold = memory.ledger.session_fold()
    recorded = {each.key: each for record in fold.recorded for each in record.observations}
    archived = {each.observation.key: each for each in read_archive(memory.folder) if each.run_id not in fold.reverted}
    filed: set[Any] = set()
    for key, each in recorded.items():
        if fold.is_retired(each) and key in archived:
            topic = archived[key].topic
            if topic is None or key[1] in (memory.folder / topic).read_text():
                filed.add(key)
    return set(recorded), {each.key for each in memory.view().pool}, filed


def _nothing_lost(before: Path, now: Path) -> bool:
    recorded, _, _ = _facts(before)
    still, pool, filed = _facts(now)
    return recorded <= still and still == pool | filed and not pool & filed


def _fork_and_parent_kept(before: Path, now: Path) -> bool:
    return _nothing_lost(before, now) and _state(before) == _state(now)


def _held(work: Callable[[SessionMemory], Any]) -> Callable[[Path], str | None]:
    def act(folder: Path) -> str | None:
        try:
            memory = _memory(folder)
            with hold_session(memory, purpose="test", now=time.time()) as busy:
                result = work(memory) if busy is None else busy
        except OSError as error:
            return os_words(error)
        return _told(memory, result)

    return act


def _told(memory: SessionMemory, result: Any) -> str | None:
    if isinstance(result, NotDone):
        return result.words
    if isinstance(result, Reverted):
        return "; ".join(f"{each.name} {each.reason}" for each in result.left) or None
    return next((run.summary for run in memory.runs.runs() if run.state == "incomplete"), None)


def _turn_off(folder: Path) -> str | None:
    try:
        gate.set_enabled(_memory(folder), False, now=time.time())
    except OSError as error:
        return os_words(error)
    return None


def _pause(folder: Path) -> str | None:
    try:
        gate.pause(_memory(folder), ["observer"], "a person asked for it", now=time.time())
    except OSError as error:
        return os_words(error)
    return None


def _compact(folder: Path) -> str | None:
    memory = _memory(folder)
    try:
        result = compact(memory, status(memory), clock=lambda: time.time() + _QUIET)
    except OSError as error:
        return os_words(error)
    return result.words if isinstance(result, NotCompacted) and result.code != "nothing_to_cut" else None


def _seed(folder: Path) -> str | None:
    try:
        result = seed(_memory(folder, "fork"), now=time.time())
    except OSError as error:
        return os_words(error)
    return result.words if isinstance(result, NotDone) and result.code != "seeded" else None


SESSION: Final = (
    WritePath("turn observing off", _make_observed, _turn_off, _state),
    WritePath("pause a clock", _make_observed, _pause, _state),
    WritePath(
        "take over a consolidation",
        _make_left_behind,
        _held(lambda _: None),
        _state,
        whole=False,
        nothing_lost=_nothing_lost,
    ),
    WritePath(
        "take a consolidation back",
        _make_filed,
        _held(lambda memory: revert(memory, None, now=time.time())),
        _state,
        whole=False,
        nothing_lost=_nothing_lost,
    ),
    WritePath(
        "start a fork from its parent",
        _make_forked,
        _seed,
        _fork_state,
        whole=False,
        nothing_lost=_fork_and_parent_kept,
    ),
    WritePath("compact an idle session", _make_observed, _compact, _state),
)

"""Random lives of a parent, then a fork: it shows what the parent shows there, wherever and however it was made."""

import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from silcrow.observational import content_hash
from silcrow.observational.archive import read_archive
from silcrow.pipeline import NotDone, SessionMemory, gate, seeding
from silcrow.pipeline.seeding import Seed, seed
from silcrow.sessions import SessionFile
from tests.conversation import Conversation
from tests.forks import fork
from tests.pipeline.dying import Died, dying_at
from tests.pipeline.session_life import SessionLife, ending_of

picks = st.integers(0, 30)
steps = st.one_of(
    st.tuples(st.just("say"), st.sampled_from(["user", "assistant", "calls"]), st.integers(10, 150)),
    st.tuples(st.just("say"), st.sampled_from(["user", "assistant"]), st.integers(60, 150)),
    st.tuples(st.just("observe"), st.sampled_from(["good", "good", "good", "empty", "prose"]), st.integers(1, 3)),
    st.tuples(
        st.just("file"),
        st.lists(st.sampled_from(["filed", "filed", "merged", "discarded", "forgotten"]), min_size=1, max_size=4),
        st.booleans(),
    ),
    st.tuples(st.just("go back"), picks, st.none()),
    st.tuples(st.just("drop"), picks, st.none()),
    st.tuples(st.just("revert"), st.none(), st.none()),
    st.tuples(st.just("switch"), st.booleans(), st.none()),
    st.tuples(st.just("restart"), st.none(), st.none()),
)
lives = st.lists(steps, min_size=4, max_size=24)


def live(life: SessionLife, step: tuple[Any, Any, Any]) -> None:
    kind, first, second = step
    match kind:
        case "say":
            life.say(first, second)
        case "observe":
            life.observe(flush=True)
            for run, _ in list(life.flights.values()):
                if run.role == "observer":
                    left, new = life.result_of_observer(run, first, second, repeats=False)
                    life.spend(run, 0.25)
                    life.commit(life.end_observer(run, left, new, ending_of(None)))
        case "file" if life.consolidate(asked=True):
            (run,) = [run for run, _ in life.flights.values() if run.role == "consolidator"]
            life.spend(run, 0.5)
            life.commit(life.end_consolidator(run, life.file(run, first, gather=second), ending_of(None)))
        case "go back":
            life.go_back(first)
        case "drop":
            life.drop(first)
        case "revert":
            life.revert()
        case "switch":
            gate.set_enabled(life.memory, first, now=life.tick())
        case "restart":
            life.restart()
        case _:
            pass
    life.memory.refresh()


def memory_of(path: Path, project: Path) -> SessionMemory:
    session = SessionFile(path)
    session.refresh()
    memory = SessionMemory(session, project)
    memory.refresh()
    return memory


def forked(life: SessionLife, name: str, parent: Conversation, at: str, *, whole: bool) -> SessionMemory:
    moment = datetime.fromtimestamp(life.tick(), UTC)
    path = parent.path.with_name(f"{name}.jsonl")
    fork(parent, path, at=at, session_id=name, made_at=moment, whole=whole)
    return memory_of(path, life.project)


def shown(memory: SessionMemory, leaf: str | None) -> dict[str, Any]:
    """All that memory says of the path to there, and the files that belong to it."""
    view = memory.ledger.view(leaf)
    return {
        "pool": view.pool,
        "dropped": view.dropped,
        "total": view.total,
        "chunks": [(chunk.range, chunk.outcome) for chunk in view.chunks],
        "settled": view.settled_to,
        "files": {path.name: path.read_bytes() for path in memory.folder.glob("*.md") if path.name != "INDEX.md"},
        "archive": read_archive(memory.folder),
        "usd": view.cost.total_usd,
        "offset": view.utc_offset,
    }


def everything_in(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def dying_seed(memory: SessionMemory, now: float, step: int) -> None:
    """Seed in a process that ends right before its so-and-so-many-th write."""
    writes = [(seeding, name) for name in ("write_atomic", "append_archive", "append_line", "write_index")]
    with suppress(Died), dying_at(step, writes):
        seed(memory, now=now)


@settings(deadline=None, max_examples=max(20, settings().max_examples // 4))
@given(life=lives, at=picks, whole=st.booleans(), death=st.one_of(st.none(), st.integers(0, 12)), later=lives)
# Dies when all of the parent's lines are there and the record that ends the seeding is not.
@example(life=[("say", "user", 10)], at=0, whole=False, death=3, later=[])
def test_a_fork_shows_what_its_parent_shows_and_then_goes_its_own_way(life, at, whole, death, later) -> None:
    with tempfile.TemporaryDirectory(prefix="silcrow-fork-") as folder:
        parent = SessionLife(Path(folder))
        parent.say("user", 40)
        gate.set_enabled(parent.memory, True, now=parent.tick())
        for step in life:
            live(parent, step)
        point = parent.texts[at % len(parent.texts)]
        leaf = (parent.memory.leaf or point) if whole else point
        child = forked(parent, "child", parent.conversation, point, whole=whole)
        before, bytes_before = shown(parent.memory, leaf), everything_in(parent.memory.folder)

        if death is not None:
            dying_seed(child, parent.tick(), death)
            child = memory_of(child.session.path, parent.project)
        took = seed(child, now=parent.tick())
        assert isinstance(took, Seed) or (death is not None and took.code == "seeded")
        child.refresh()

        assert everything_in(parent.memory.folder) == bytes_before
        assert shown(child, child.leaf) == before
        assert child.view().enabled == parent.memory.ledger.view(leaf).enabled
        assert child.view().cost.own_usd == 0
        # A fact of the path is in the pool, or it went into the archive that came along.
        archived = {each.observation.content for each in read_archive(child.folder)}
        facts = set(parent.facts_on(parent.path_to(leaf)))
        assert facts <= {each.content for each in child.view().pool} | archived

        for step in later:
            live(parent, step)
        again = seed(child, now=parent.tick())
        assert isinstance(again, NotDone) and again.code == "seeded"
        child.refresh()
        assert shown(child, child.leaf) == before

        grandchild = forked(
            parent, "grandchild", Conversation.reopened(child.session.path), child.leaf or "", whole=False
        )
        assert isinstance(seed(grandchild, now=parent.tick()), Seed)
        assert shown(grandchild, grandchild.leaf) == before
        held = child.ledger.session_fold().retired
        assert all(
            content_hash(each.content) not in held.get(each.timestamp, frozenset()) for each in grandchild.view().pool
        )

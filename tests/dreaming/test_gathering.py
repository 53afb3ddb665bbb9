import os
import shutil
from pathlib import Path

import pytest

from silcrow.dreaming.book import Book, SessionMark
from silcrow.dreaming.gathering import Gathered, Sessions, SessionSource
from silcrow.dreaming.unread import mark_after
from tests.dreaming.conftest import Night
from tests.dreaming.talk import DAY


def gather(night: Night, book: Book | None = None, *, cwd: Path | None = None, horizon: float = 0.0) -> list[Gathered]:
    return list(Sessions(SessionSource(night.sessions_dir, cwd)).gather(book or Book(), horizon))


def read_all(book: Book, gathered: list[Gathered]) -> Book:
    """The book once all of this is read."""
    marks = {each.summary.id: mark_after(each.reading, {turn.last for turn in each.due}, 0.0) for each in gathered}
    return Book(sessions={**book.sessions, **marks})


def due(gathered: list[Gathered]) -> dict[str, int]:
    return {each.summary.id[-3:]: len(each.due) for each in gathered}


def test_sessions_of_all_projects_are_read_or_only_those_of_one(night: Night):
    night.talk("one", "shop").turns(2)
    night.talk("two", "blog").turns(3)
    assert due(gather(night)) == {"one": 2, "two": 3}
    assert due(gather(night, cwd=night.folder / "blog")) == {"two": 3}


def test_only_what_came_since_counts_whatever_happens_to_the_files(night: Night):
    old, untouched, copied = night.talk("old"), night.talk("un"), night.talk("cop")
    for talk in (old, untouched, copied):
        talk.turns(3)
    kept = night.folder / "kept.jsonl"
    shutil.copy(copied.path, kept)
    copied.turns(1)
    book = read_all(Book(), gather(night))
    old.turn("One more thing.", "Yes.")
    os.utime(untouched.path)
    copied.path.unlink()
    shutil.copy(kept, copied.path)
    assert due(gather(night, book)) == {"old": 1}


def test_a_copy_beside_a_session_is_not_a_second_one(night: Night):
    talk = night.talk("one")
    talk.turns(2)
    shutil.copy(talk.path, talk.path.with_name("copy.jsonl"))
    talk.turns(1)
    assert due(gather(night)) == {"one": 3}


def test_what_is_no_session_is_not_read(night: Night):
    talk = night.talk("one")
    talk.turns(2)
    folder = talk.path.parent
    for name in ("x.jsonl.deleted.2026", "x.jsonl.bak", "x.jsonl.tmp"):
        shutil.copy(talk.path, folder / name)
    (folder / "empty.jsonl").write_text("")
    (folder / "y.jsonl").mkdir()
    (folder / "loop.jsonl").symlink_to(folder / "loop.jsonl")
    (folder / "other.jsonl").write_text('{"type": "chat", "role": "user", "content": "Always shout."}\n')
    assert due(gather(night)) == {"one": 2}
    assert Sessions(SessionSource(night.sessions_dir)).count(Book(), 0.0, 100) == 2


@pytest.mark.parametrize("mark", ["custom", "name"])
def test_sessions_of_workers_are_not_read(night: Night, mark: str):
    talk = night.talk("wrk")
    if mark == "custom":
        talk.append("custom", customType="silcrow.worker", data={})
    else:
        talk.append("session_info", name="om-observer-12")
    talk.turns(2)
    assert due(gather(night)) == {}


def test_the_turns_that_a_fork_took_along_are_its_parents(night: Night):
    parent = night.talk("par", days_ago=2)
    parent.turns(3)
    fork = night.talk("frk", days_ago=1, parent=parent.path)
    lines = parent.path.read_text().splitlines()[1:]
    with fork.path.open("a") as file:
        file.write("".join(f"{line}\n" for line in lines))
    fork.leaf, fork.number = parent.leaf, 100
    fork.turns(2)
    assert due(gather(night)) == {"par": 3, "frk": 2}


def test_turns_older_than_the_horizon_are_left_alone(night: Night):
    talk = night.talk("one", days_ago=40)
    talk.turns(2)
    talk.moment = night.now - DAY
    talk.turns(3)
    assert due(gather(night, horizon=night.now - 30 * DAY)) == {"one": 3}


def test_a_branch_that_was_read_is_not_read_again_after_another_one(night: Night):
    talk = night.talk("one")
    root = talk.turns(1)[0]["entry"]
    left = talk.turns(2, "left")[-1]["entry"]
    book = read_all(Book(), gather(night))
    talk.go_back(root)
    talk.turns(2, "right")
    found = gather(night, book)
    assert due(found) == {"one": 2}
    book = read_all(book, found)
    talk.go_back(left)
    talk.turns(1, "left again")
    assert due(gather(night, book)) == {"one": 1}


def test_counting_stops_when_there_is_enough_and_reads_nothing_twice(night: Night, monkeypatch: pytest.MonkeyPatch):
    for name in ("one", "two", "thr"):
        night.talk(name).turns(3)
    sessions = Sessions(SessionSource(night.sessions_dir))
    assert sessions.count(Book(), 0.0, 100) == 9
    side = night.folder / "side"
    sessions.save_counts(side)
    other = Sessions(SessionSource(night.sessions_dir))
    other.load_counts(side)
    monkeypatch.setattr("silcrow.dreaming.gathering.gather_from", None)
    assert other.count(Book(), 0.0, 100) == 9
    assert sessions.count(Book(), 0.0, 2) == 3


def test_a_count_of_before_a_reading_does_not_hold_after_it(night: Night):
    night.talk("one").turns(3)
    sessions = Sessions(SessionSource(night.sessions_dir))
    assert sessions.count(Book(), 0.0, 100) == 3
    book = read_all(Book(), gather(night))
    assert sessions.count(book, 0.0, 100) == 0


def test_damaged_counts_cost_a_reading_and_nothing_else(night: Night):
    night.talk("one").turns(3)
    side = night.folder / "side"
    side.mkdir()
    (side / "dream-turns.json").write_text('{"x": 1}')
    sessions = Sessions(SessionSource(night.sessions_dir))
    sessions.load_counts(side)
    assert sessions.count(Book(sessions={"x": SessionMark()}), 0.0, 100) == 3

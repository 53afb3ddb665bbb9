import os
import stat

from silcrow.workers.run_paths import RunPaths
from silcrow.workers.work_copy import Refusal, copy_for, read_memory, read_work


def test_topics_and_journey_are_copied_twice_and_nothing_else(tmp_path):
    memory = tmp_path / "memory"
    paths = RunPaths(memory / ".runs", "cons-20261130100000-1-1")
    memory.mkdir()
    for name in ("a.md", "JOURNEY.md", "INDEX.md", "ledger.jsonl", ".hidden.md", "notes.md~"):
        (memory / name).write_text(name)
    (memory / "link.md").symlink_to(memory / "a.md")
    (memory / "folder.md").mkdir()
    copied = copy_for(paths, memory)
    assert set(copied.files) == {"a.md", "JOURNEY.md"}
    for folder in (paths.base, paths.work):
        assert {path.name for path in folder.iterdir()} == {"a.md", "JOURNEY.md"}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / "a.md").stat().st_mode) == 0o600


def test_a_copy_left_by_an_earlier_try_is_replaced(tmp_path):
    paths = RunPaths(tmp_path, "cons-20261130100000-1-1")
    paths.work.mkdir()
    (paths.work / "old.md").write_text("old")
    copy_for(paths, tmp_path / "nothing there")
    assert list(paths.work.iterdir()) == []


def test_a_worker_cannot_lead_out_of_its_copy(tmp_path):
    secret = tmp_path / "secret.md"
    secret.write_text("secret")
    work = tmp_path / "work"
    work.mkdir()
    (work / "good.md").write_text("good")
    (work / "link.md").symlink_to(secret)
    (work / "dangling.md").symlink_to(tmp_path / "nowhere")
    (work / "sub.md").mkdir()
    os.mkfifo(work / "pipe.md")
    for name in ("INDEX.md", ".hidden.md", "notes.txt", "a [b].md", "new\nline.md"):
        (work / name).write_text("x")
    read = read_work(work)
    assert dict(read.files) == {"good.md": b"good"}
    assert set(read.refused) == {
        Refusal("link.md", "a link"),
        Refusal("dangling.md", "a link"),
        Refusal("sub.md", "not a plain file"),
        Refusal("pipe.md", "not a plain file"),
        *(
            Refusal(name, "not a name for a topic")
            for name in ("INDEX.md", ".hidden.md", "notes.txt", "a [b].md", "new\nline.md")
        ),
    }


def test_a_flood_of_files_is_cut_and_told(tmp_path, monkeypatch):
    monkeypatch.setattr("silcrow.workers.work_copy.FILES_MOST", 2)
    for name in ("a.md", "b.md", "c.md"):
        (tmp_path / name).write_text(name)
    read = read_work(tmp_path)
    assert set(read.files) == {"a.md", "b.md"} and read.refused == (Refusal("c.md", "too many files"),)


def test_a_copy_that_is_gone_is_told(tmp_path):
    assert read_work(tmp_path / "gone").refused[0].reason.startswith("can't be read")


def test_a_topic_that_is_too_large_to_be_handed_back_is_not_shown(tmp_path):
    (tmp_path / "large.md").write_bytes(b"x" * 300_000)
    (tmp_path / "small.md").write_bytes(b"x")
    assert set(read_memory(tmp_path).files) == {"small.md"}

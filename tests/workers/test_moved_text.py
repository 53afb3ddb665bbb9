"""Files give text up only when it is back where the run took it from, and are chosen together with their givers."""

from pathlib import Path

import pytest

from silcrow.workers import FileStep, Plan, RunFolder, RunPaths
from silcrow.workers.moved_text import MovedText
from silcrow.workers.plan import file_hash
from silcrow.workers.restoring import FilesAhead, restore_files
from silcrow.workers.work_copy import Refusal

HEAD = "---\nid: {0}\ntitle: {0}\nsummary: s\nupdated: {1}\n---\n"


def topic(name: str, *lines: str, day: str = "2026-05-04") -> str:
    return HEAD.format(name, day) + "".join(f"{line}\n" for line in lines)


BEFORE = {
    "giver.md": topic("giver", "stays here", "moves on"),
    "taker.md": topic("taker", "its own"),
    "third.md": topic("third", "has nothing to do with it"),
}
AFTER = {
    "giver.md": topic("giver", "stays here", "new here", day="2026-05-05"),
    "taker.md": topic("taker", "its own", "moves on", day="2026-05-05"),
    "third.md": topic("third", "has nothing to do with it", "new as well", day="2026-05-05"),
}
PLAN = Plan(
    run_id="cons-20261130201607-1-1",
    session_id="s1",
    made_at="2026-11-30T20:16:07.000Z",
    steps=tuple(FileStep(name, file_hash(text.encode()), AFTER[name]) for name, text in BEFORE.items()),
    retired=(),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in AFTER.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def paths(folder: Path) -> RunPaths:
    paths = RunFolder(folder / ".runs").paths(PLAN.run_id)
    paths.base.mkdir(parents=True)
    for name, text in BEFORE.items():
        (paths.base / name).write_text(text)
    return paths


def files_of(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.glob("*.md"))}


def test_a_file_is_put_back_with_the_one_whose_text_it_took(paths: RunPaths):
    moved = MovedText(PLAN, paths)
    assert moved.with_sources(["taker.md"]) == {"taker.md", "giver.md"}
    assert moved.with_sources(["giver.md"]) == {"giver.md"}
    assert moved.with_sources(["third.md"]) == {"third.md"}


def test_a_date_that_both_headers_changed_is_no_text_that_moved(paths: RunPaths):
    assert MovedText(PLAN, paths).with_takers(["third.md"]) == {"third.md"}


def test_a_taker_stays_while_its_giver_was_changed_by_hand(folder: Path, paths: RunPaths):
    (folder / "giver.md").write_text(topic("giver", "stays here", "by hand"))
    ahead = FilesAhead(folder).restore(PLAN, paths)
    restored = restore_files(PLAN, paths, folder)
    assert restored == ahead
    assert restored.put_back == ("third.md",)
    assert restored.left == (
        Refusal("giver.md", "changed since: it stays as it is"),
        Refusal("taker.md", "kept, since a topic that the run took out could not be put back"),
    )
    assert "moves on" in files_of(folder)["taker.md"]


def test_a_giver_goes_back_although_its_taker_was_changed_by_hand(folder: Path, paths: RunPaths):
    (folder / "taker.md").write_text(topic("taker", "by hand"))
    restored = restore_files(PLAN, paths, folder)
    assert set(restored.put_back) == {"giver.md", "third.md"}
    assert files_of(folder)["giver.md"] == BEFORE["giver.md"]


def test_a_giver_goes_back_before_its_taker(folder: Path, paths: RunPaths):
    assert restore_files(PLAN, paths, folder).put_back == ("giver.md", "third.md", "taker.md")
    assert files_of(folder) == BEFORE


def test_of_a_giver_that_is_not_kept_nobody_knows_what_it_gave(folder: Path, paths: RunPaths):
    (paths.base / "giver.md").unlink()
    restored = restore_files(PLAN, paths, folder)
    assert restored.put_back == ()
    assert files_of(folder) == AFTER

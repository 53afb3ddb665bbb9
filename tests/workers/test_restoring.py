"""A run that moved one topic into another is taken back without losing what the first one held."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from silcrow.workers import FileStep, Plan, RunFolder, RunPaths, apply_plan
from silcrow.workers.plan import file_hash
from silcrow.workers.restoring import FilesAhead, Restored, restore_files
from silcrow.workers.work_copy import Refusal

RUN_ID = "cons-20261130201607-1-1"
BEFORE = {"old.md": "what the old topic holds\n", "wide.md": "wide\n", "JOURNEY.md": "a diary\n"}
AFTER = {"wide.md": "wide\nwhat the old topic holds\n", "JOURNEY.md": "a diary, longer\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in BEFORE.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def paths(folder: Path) -> RunPaths:
    """Of a run that is applied: its copy of the files as they were is there."""
    paths = RunFolder(folder / ".runs").paths(RUN_ID)
    paths.base.mkdir(parents=True)
    for name, text in BEFORE.items():
        (paths.base / name).write_text(text)
    assert not apply_plan(PLAN, folder).failed
    assert files_of(folder) == AFTER
    return paths


def step(name: str, text: str | None) -> FileStep:
    return FileStep(name, file_hash(BEFORE[name].encode()), text)


PLAN = Plan(
    run_id=RUN_ID,
    session_id="s1",
    made_at="2026-11-30T20:16:07.000Z",
    steps=(*(step(name, text) for name, text in sorted(AFTER.items())), step("old.md", None)),
    retired=(),
)


def files_of(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.glob("*.md"))}


def test_both_topics_are_put_back(folder: Path, paths: RunPaths):
    ahead = FilesAhead(folder).restore(PLAN, paths)
    restored = restore_files(PLAN, paths, folder)
    assert restored == ahead == Restored(("old.md", "wide.md", "JOURNEY.md"))
    assert files_of(folder) == BEFORE


def test_a_topic_keeps_what_it_took_in_when_its_first_home_is_taken(folder: Path, paths: RunPaths):
    (folder / "old.md").write_text("something new by hand\n")
    ahead = FilesAhead(folder).restore(PLAN, paths)
    restored = restore_files(PLAN, paths, folder)
    assert restored == ahead
    assert restored.put_back == ("JOURNEY.md",)
    assert restored.left == (
        Refusal("old.md", "changed since: it stays as it is"),
        Refusal("wide.md", "kept, since a topic that the run took out could not be put back"),
    )
    assert "what the old topic holds" in files_of(folder)["wide.md"]


def test_files_that_were_not_chosen_stay(folder: Path, paths: RunPaths):
    chosen = replace(PLAN, revert_only=("old.md",))
    assert restore_files(chosen, paths, folder) == Restored(("old.md",))
    assert files_of(folder) == {**AFTER, "old.md": BEFORE["old.md"]}

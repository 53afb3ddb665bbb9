import os
from pathlib import Path

import pytest

from silcrow.files import Watched
from silcrow.files.watch_plan import interpret, plan_watches
from silcrow.files.watched import differences, is_litter, snapshot


@pytest.mark.parametrize(
    "name",
    [
        "x.tmp",
        ".MEMORY.md.swp",
        ".MEMORY.md.swx",
        "4913",
        "MEMORY.md~",
        ".#MEMORY.md",
        "#MEMORY.md#",
        "MEMORY.md.lock",
        ".silcrow-12-0123abcd.tmp",
        ".DS_Store",
    ],
)
def test_helper_files_are_litter(name: str):
    assert is_litter(name)


@pytest.mark.parametrize("name", ["MEMORY.md", "ledger.jsonl", "MEMORY.md.bak.1700000000", "obs-1.run.json", "4914"])
def test_files_of_memory_are_no_litter(name: str):
    assert not is_litter(name)


def test_a_snapshot_holds_what_is_wanted_and_nothing_else(tmp_path: Path):
    for name in ("folder/a.md", "folder/a.txt", "folder/sub/b.md", "tree/sub/c.md", "tree/.x.swp", "single"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = snapshot(
        (
            Watched(tmp_path / "folder", "folder", names=lambda name: name.endswith(".md")),
            Watched(tmp_path / "tree", "tree"),
            Watched(tmp_path / "single"),
            Watched(tmp_path / "none"),
            Watched(tmp_path / "no folder", "folder"),
        )
    )
    assert {str(path.relative_to(tmp_path)) for path in found} == {
        "folder",
        "folder/a.md",
        "tree",
        "tree/sub/c.md",
        "single",
    }


def test_dangling_links_and_loops_are_quiet(tmp_path: Path):
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "up").symlink_to(".")
    for kind in ("folder", "tree"):
        found = snapshot((Watched(tmp_path, kind),))
        assert {path.name for path in found} == {tmp_path.name, "dangling", "loop", "up"}


def test_a_change_is_a_new_size_time_or_inode_and_an_appearance_or_end(tmp_path: Path):
    watched = (Watched(tmp_path, "folder"),)
    for name in ("same", "grown", "touched", "replaced", "gone"):
        (tmp_path / name).write_text("x")
    before = snapshot(watched)
    (tmp_path / "grown").write_text("xx")
    os.utime(tmp_path / "touched", (1, 1))
    (tmp_path / "other").write_text("x")
    (tmp_path / "other").rename(tmp_path / "replaced")
    (tmp_path / "gone").unlink()
    (tmp_path / "new").touch()
    changed = differences(before, snapshot(watched))
    assert {path.name for path in changed} == {"grown", "touched", "replaced", "gone", "new"}


def test_a_link_changes_with_its_target(tmp_path: Path):
    (tmp_path / "real").write_text("x")
    (tmp_path / "link").symlink_to("real")
    watched = (Watched(tmp_path / "link"),)
    before = snapshot(watched)
    (tmp_path / "real").write_text("xx")
    assert differences(before, snapshot(watched)) == {tmp_path / "link"}


def test_files_are_listened_to_through_their_folder(tmp_path: Path):
    (tmp_path / "MEMORY.md").touch()
    plan = plan_watches((Watched(tmp_path / "MEMORY.md"),))
    assert [path for path, _ in plan.flat] == [str(tmp_path)]
    assert plan.deep == ()


def test_what_is_missing_is_awaited_in_the_nearest_folder_above(tmp_path: Path):
    plan = plan_watches((Watched(tmp_path / "a" / "b" / "c", "tree"), Watched(tmp_path / "a" / "MEMORY.md")))
    assert [path for path, _ in plan.flat] == [str(tmp_path)]
    (tmp_path / "a").mkdir()
    assert [path for path, _ in plan_watches((Watched(tmp_path / "a" / "b", "tree"),)).flat] == [str(tmp_path / "a")]


def test_a_link_is_listened_to_at_both_its_ends(tmp_path: Path):
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "dotfiles" / "real.md").touch()
    (tmp_path / "memories").mkdir()
    link = tmp_path / "memories" / "MEMORY.md"
    link.symlink_to("../dotfiles/real.md")
    watched = (Watched(link),)
    assert [path for path, _ in plan_watches(watched).flat] == [str(tmp_path / "dotfiles"), str(tmp_path / "memories")]
    for path in (link, tmp_path / "dotfiles" / "real.md"):
        assert interpret({str(path)}, watched).files == {link}


def test_events_are_sorted_into_wanted_files_and_folders(tmp_path: Path):
    (tmp_path / "memories" / "sub").mkdir(parents=True)
    (tmp_path / "memories" / "a.md").touch()
    (tmp_path / "tree" / "sub").mkdir(parents=True)
    (tmp_path / "tree" / "sub" / "f").touch()
    watched = (Watched(tmp_path / "memories", "folder"), Watched(tmp_path / "tree", "tree"))

    def heard(*names: str):
        return interpret({str(tmp_path / name) for name in names}, watched)

    assert heard("memories/a.md", "memories/a.md.lock", "elsewhere").files == {tmp_path / "memories" / "a.md"}
    assert not heard("memories/a.md").folders
    assert heard("memories/sub/deep.md").files == set()
    assert heard("tree/sub/f").files == {tmp_path / "tree" / "sub" / "f"}
    assert not heard("tree/sub/f").folders
    assert heard("tree/sub").folders
    assert heard("memories").folders
    assert interpret({str(tmp_path)}, watched).folders
    assert heard("memories").places == {tmp_path / "memories"}
    assert interpret({str(tmp_path)}, watched).places == {tmp_path / "memories", tmp_path / "tree"}
    assert heard("memories/a.md", "tree/sub").places == set()

"""What is shown, as a file."""

import json
from pathlib import Path

import pytest

from silcrow_tui.exporting import Export, suggested_path, write_export
from tests.tui.driver import at_the_workbench

ROWS = Export(
    "Entries", ({"file": "MEMORY.md", "pinned": True, "blocked": False, "text": "one\ntwo"}, {"text": "three"})
)


def test_rows_become_a_list_with_their_facts():
    assert ROWS.markdown == "# Entries\n\n- one  (file MEMORY.md, pinned)\n  two\n- three\n"


def test_rows_become_objects():
    read = json.loads(ROWS.json)
    assert read["title"] == "Entries"
    assert read["rows"][0] == {"file": "MEMORY.md", "pinned": True, "blocked": False, "text": "one\ntwo"}


def test_a_text_stays_one():
    assert Export("Log", text="a\nb").markdown == "# Log\n\na\nb\n"
    assert json.loads(Export("Log", text="a\nb").json) == {"title": "Log", "text": "a\nb"}


def test_the_name_decides_the_form_and_only_the_owner_reads_it(tmp_path: Path):
    assert write_export(ROWS, tmp_path / "out.md") is None
    assert write_export(ROWS, tmp_path / "out.JSON") is None
    assert (tmp_path / "out.md").read_text() == ROWS.markdown
    assert (tmp_path / "out.JSON").read_text() == ROWS.json
    assert (tmp_path / "out.md").stat().st_mode & 0o777 == 0o600


def test_nothing_is_overwritten_and_no_link_is_followed(tmp_path: Path):
    kept = tmp_path / "kept.md"
    kept.write_text("mine")
    (tmp_path / "link.md").symlink_to(tmp_path / "elsewhere.md")
    for path in (kept, tmp_path / "link.md"):
        assert write_export(ROWS, path) == "a file with this name is there already: choose another one"
    assert kept.read_text() == "mine"
    assert not (tmp_path / "elsewhere.md").exists()
    assert write_export(ROWS, tmp_path / "no" / "folder.md") == "its folder is not there"


@pytest.mark.parametrize("folder", [Path("/tmp/a\x1b]52;c;x\x07"), Path("/tmp/\u202eb")])
def test_a_folder_that_a_field_must_not_show_is_left_out(folder: Path):
    assert suggested_path("Run obs-1 [/]", folder) == "silcrow-run-obs-1.md"


async def test_the_entries_shown_are_saved_and_the_file_is_named(tmp_path: Path):
    async with at_the_workbench("calm", environ={"HOME": "/home/user", "PWD": str(tmp_path)}) as user:
        await user.presses("/")
        await user.types("verify")
        await user.presses("enter", "X")
        await user.is_at("ExportDialog")
        await user.sees("2 rows to a new file")
        await user.presses("enter")
        await user.is_told("silcrow-entries.md")
        written = (tmp_path / "silcrow-entries.md").read_text()
        assert written.count("\n- ") == 2 and "Run `just verify`" in written
        await user.presses("X")
        await user.is_at("ExportDialog")
        await user.presses("enter")
        await user.sees("choose another one")


async def test_a_text_on_a_full_screen_is_saved_as_json_too(tmp_path: Path):
    async with at_the_workbench("busy", environ={"HOME": "/home/user", "PWD": str(tmp_path)}) as user:
        await user.presses("B")
        await user.sees("MEMORY (your personal notes)")
        await user.presses("X")
        await user.is_at("ExportDialog")
        await user.presses("ctrl+u")
        await user.types(str(tmp_path / "block.json"))
        await user.presses("enter")
        await user.is_told("Saved to")
        assert "MEMORY (your personal notes)" in json.loads((tmp_path / "block.json").read_text())["text"]

import os
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from silcrow.curated import history as history_module
from silcrow.curated.contents import Contents, content_hash
from silcrow.curated.last_known import last_bytes, read_last, read_note, write_note
from silcrow.curated.store_file import StoreFile, read_store_file
from tests.curated.answers import refused, succeeded


@pytest.fixture
def file(folder: Path) -> StoreFile:
    return StoreFile("memory", folder, 2_200)


def test_after_a_write_the_last_bytes_are_those_of_the_file(store: MemoryStore, file: StoreFile, memory: Path):
    store.add("memory", "one")
    store.add("memory", "two")
    assert read_last(file) == memory.read_bytes()
    assert file.last_path.read_text() == content_hash(memory.read_bytes())


def test_while_the_file_holds_them_they_are_known_though_nothing_is_kept(
    store: MemoryStore, file: StoreFile, memory: Path
):
    store.add("memory", "one")
    for path in file.contents.iterdir():
        path.unlink()
    assert last_bytes(file, read_note(file), read_store_file(memory)) == b"one"
    assert read_last(file) is None


def test_bytes_that_are_not_whole_any_more_are_not_known(store: MemoryStore, file: StoreFile):
    store.add("memory", "one")
    os.truncate(file.contents / content_hash(b"one"), 1)
    assert read_last(file) is None


def test_a_note_that_holds_the_bytes_themselves_still_counts(store: MemoryStore, file: StoreFile, memory: Path):
    store.add("memory", "Uses uv")
    file.last_path.write_bytes(b"Uses uv")
    with memory.open("a") as shell:
        shell.write("Prefers ruff over flake8\n")
    assert refused(store.add("memory", "x"), "drift").details["check"] == "glued"
    memory.write_text("Uses uv")
    succeeded(store.add("memory", "x"))
    assert file.last_path.read_text() == content_hash(memory.read_bytes())


def test_a_note_that_shares_its_file_with_a_content_is_replaced_not_written_over(file: StoreFile):
    content = b"x" * 64
    kept = file.contents / Contents(file.contents).keep(content)
    file.last_path.parent.mkdir(parents=True)
    os.link(kept, file.last_path)
    write_note(file, content_hash(b"one"))
    assert file.last_path.read_text() == content_hash(b"one")
    assert kept.read_bytes() == content


def test_a_note_of_the_usual_form_keeps_its_place_on_the_disk(store: MemoryStore, file: StoreFile):
    store.add("memory", "one")
    before = file.last_path.stat().st_ino
    store.add("memory", "two")
    assert file.last_path.stat().st_ino == before


def test_the_last_bytes_outlive_all_lines_and_bounds_of_history(
    store: MemoryStore, file: StoreFile, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(history_module, "ROTATE_BYTES", 2_000)
    monkeypatch.setattr(history_module, "CONTENT_BYTES", 0)
    monkeypatch.setattr(history_module, "_SPARED_SECONDS", -1.0)
    store.add("memory", "one")
    for number in range(40):
        store.add("user", f"entry {number}")
    assert read_last(file) == b"one"
    assert len(list(file.contents.iterdir())) < 40

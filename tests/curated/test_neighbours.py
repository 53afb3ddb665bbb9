"""What hermes and pi-memory would do with a file, by their own rules."""

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.curated import MemoryStore, Neighbour
from silcrow.curated.neighbours import in_hermes_home, judge_as_neighbours
from silcrow.curated.store_file import Content, StoreFile


def verdicts(folder: Path, limit: int = 2_200) -> dict[str, Neighbour]:
    state = MemoryStore(folder, memory_char_limit=limit).state()
    return {each.program: each for each in state.memory.neighbours}


def refusing(folder: Path, limit: int = 2_200) -> set[str]:
    return {name for name, each in verdicts(folder, limit).items() if each.would_refuse}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "one",
        "one\n§\ntwo",
        "one\n§\ntwo\n\n",
        "\n one\n§\ntwo",
        "one\n§\none",
        "see § 4\n§\ntwo",
        "y" * 2_200,
    ],
    ids=["empty", "one", "two", "final newlines", "blanks in front", "duplicate", "a § inside", "just the limit"],
)
def test_a_file_as_they_write_it_is_refused_by_nobody(folder: Path, memory: Path, content: str) -> None:
    memory.write_text(content)
    assert [(each.would_refuse, each.reason) for each in verdicts(folder).values()] == [(False, "")] * 2


def test_a_missing_file_is_refused_by_nobody(folder: Path) -> None:
    assert refusing(folder) == set()


@pytest.mark.parametrize(
    "content",
    ["one\n\n§\ntwo", "one\n§\n\ntwo", "one \n§\ntwo", "one\n§\n\n§\ntwo", "one\n§\n   "],
    ids=["blank line before", "blank line behind", "trailing blank", "empty part", "blank last part"],
)
def test_spacing_beside_a_delimiter_is_refused_by_both(folder: Path, memory: Path, content: str) -> None:
    memory.write_text(content)
    assert refusing(folder) == {"hermes", "pi-memory"}
    assert "beside a §" in verdicts(folder)["hermes"].reason
    assert MemoryStore(folder).state().memory.drift is None


def test_an_entry_over_the_whole_limit_is_refused_by_both_with_its_length(folder: Path, memory: Path) -> None:
    memory.write_text("one\n§\n" + "y" * 2_201)
    assert refusing(folder) == {"hermes", "pi-memory"}
    assert "entry 2" in verdicts(folder)["hermes"].reason and "2,201/2,200" in verdicts(folder)["hermes"].reason


def test_pi_memory_counts_utf_16_units(folder: Path, memory: Path) -> None:
    memory.write_text("😀" * 10)
    assert refusing(folder, limit=10) == {"pi-memory"}
    assert "20/10 UTF-16 units" in verdicts(folder, 10)["pi-memory"].reason


def test_hermes_guards_replace_and_remove_alone(folder: Path, memory: Path) -> None:
    memory.write_text("one\n\n§\ntwo")
    assert verdicts(folder)["hermes"].reason.startswith("it refuses to replace or remove:")
    assert verdicts(folder)["pi-memory"].reason.startswith("it refuses to write:")


def test_crlf_is_one_giant_entry_to_pi_memory_and_nothing_to_hermes(folder: Path, memory: Path) -> None:
    memory.write_bytes("one\r\n§\r\ntwo".encode())
    assert refusing(folder) == set()
    assert verdicts(folder)["hermes"].reason == ""
    assert "CRLF" in verdicts(folder)["pi-memory"].reason
    memory.write_bytes(b"\r\n\xc2\xa7\r\n".join([b"x" * 1_000, b"y" * 1_000, b"z" * 190]))
    assert refusing(folder) == set()
    memory.write_bytes(b"\r\n\xc2\xa7\r\n".join([b"x" * 1_000, b"y" * 1_000, b"z" * 200]))
    assert refusing(folder) == {"pi-memory"}


def test_crlf_before_a_plain_delimiter_is_refused_by_pi_memory(folder: Path, memory: Path) -> None:
    memory.write_bytes("one\r\n§\ntwo\n§\nthree".encode())
    assert refusing(folder) == {"pi-memory"}
    assert "CRLF" in verdicts(folder)["pi-memory"].reason


def test_bytes_that_are_no_utf_8_are_refused_by_hermes_and_spoilt_by_pi_memory(folder: Path, memory: Path) -> None:
    memory.write_bytes(b"one\n\xff")
    assert refusing(folder) == {"hermes"}
    assert "byte 4" in verdicts(folder)["hermes"].reason
    assert "U+FFFD" in verdicts(folder)["pi-memory"].reason


def test_what_is_no_file_is_refused_by_both(folder: Path, memory: Path) -> None:
    memory.mkdir()
    assert refusing(folder) == {"hermes", "pi-memory"}


def test_the_lock_file_of_hermes_locks_pi_memory_out(folder: Path, memory: Path) -> None:
    memory.write_text("one")
    (folder / "MEMORY.md.lock").write_text("")
    assert refusing(folder) == {"pi-memory"}
    assert "ENOTDIR" in verdicts(folder)["pi-memory"].reason


def test_a_lock_folder_that_was_left_behind_locks_hermes_out_and_a_fresh_one_is_nothing(
    folder: Path, memory: Path
) -> None:
    lock = folder / "MEMORY.md.lock"
    lock.mkdir()
    assert refusing(folder) == set()
    past = time.time() - 31
    os.utime(lock, (past, past))
    assert refusing(folder) == {"hermes"}


def test_tidy_writes_what_nobody_refuses(folder: Path, memory: Path) -> None:
    memory.write_text("one\n\n§\ntwo\n§\n\n")
    assert refusing(folder) == {"hermes", "pi-memory"}
    assert MemoryStore(folder).add("memory", "three").success
    assert refusing(folder) == set()


@given(st.text(alphabet=st.sampled_from("ab §\n\r\t\ufeff\x1c\x85\u00a0"), max_size=30))
def test_a_refusal_always_has_a_reason(text: str) -> None:
    file = StoreFile("memory", Path("/nowhere"), 10)
    for each in judge_as_neighbours(file, Content(file.path, text.encode())):
        assert each.reason or not each.would_refuse


def test_a_home_of_hermes_is_known_by_its_variable_and_by_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "h" / "memories"
    folder.mkdir(parents=True)
    assert not in_hermes_home(folder, {})
    assert not in_hermes_home(folder, {"HERMES_HOME": ""})
    assert not in_hermes_home(folder, {"HERMES_HOME": str(tmp_path / "other")})
    assert in_hermes_home(folder, {"HERMES_HOME": str(tmp_path / "h")})
    assert in_hermes_home(tmp_path / ".hermes" / "profiles" / "x" / "memories", {})
    assert not in_hermes_home(tmp_path / ".hermes-notes", {})
    (tmp_path / "link").symlink_to(folder)
    assert in_hermes_home(tmp_path / "link", {"HERMES_HOME": str(tmp_path / "h")})

"""When damage is worth another look before anybody is told."""

import os
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from silcrow.curated.states import CuratedState
from silcrow.workspace.passing import PASSING_SECONDS, may_pass

WRITTEN = 1_800_000_000.0


def written(folder: Path, content: bytes) -> CuratedState:
    path = folder / "MEMORY.md"
    path.write_bytes(content)
    os.utime(path, (WRITTEN, WRITTEN))
    return MemoryStore(folder).state()


@pytest.mark.parametrize("content", [b"x" * 3_000, b"caf\xe9"], ids=["drift", "unreadable"])
def test_damage_that_was_just_written_may_pass_and_older_damage_does_not(tmp_path: Path, content: bytes):
    state = written(tmp_path, content)
    assert may_pass(state, WRITTEN)
    assert may_pass(state, WRITTEN + PASSING_SECONDS / 2)
    assert not may_pass(state, WRITTEN + 2 * PASSING_SECONDS)


def test_a_sound_file_is_never_waited_for(tmp_path: Path):
    assert not may_pass(written(tmp_path, b"Uses uv."), WRITTEN)


@pytest.mark.parametrize("left", ["", "one", "one\n§\ntwo"])
def test_a_file_that_just_ended_between_two_of_its_entries_may_be_half_written(tmp_path: Path, left: str):
    before = written(tmp_path, "one\n§\ntwo\n§\nthree".encode())
    state = written(tmp_path, left.encode())
    assert may_pass(state, WRITTEN, before)
    assert not may_pass(state, WRITTEN + 2 * PASSING_SECONDS, before)


@pytest.mark.parametrize(
    "content", ["two\n§\nthree", "one\n§\ntwo\n§\nthree", "one\n§\n2", "one\n§\ntwo\n§\nthree\n§\n4"]
)
def test_other_edits_are_never_waited_for(tmp_path: Path, content: str):
    before = written(tmp_path, "one\n§\ntwo\n§\nthree".encode())
    assert not may_pass(written(tmp_path, content.encode()), WRITTEN, before)


def test_a_time_in_the_future_is_no_reason_to_wait(tmp_path: Path):
    assert not may_pass(written(tmp_path, b"x" * 3_000), WRITTEN - 60)

"""What a person types behind ``/memory``."""

from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from silcrow.curated.actors import Origin
from silcrow.hosts.command import CommandAnswer
from silcrow.hosts.memory_command import run_memory


@pytest.fixture
def store(tmp_path: Path) -> MemoryStore:
    return MemoryStore(tmp_path)


def run(store: MemoryStore, arguments: str) -> CommandAnswer:
    return run_memory(store, arguments, origin=Origin(session_id="s-1"))


def entries(store: MemoryStore) -> tuple[str, ...]:
    return store.read("memory").entries


def test_a_text_of_several_lines_is_kept_as_it_was_typed(store: MemoryStore):
    assert not run(store, "add memory First line.\n  Second  line.").is_error
    assert entries(store) == ("First line.\n  Second  line.",)
    change = store.history()[0]
    assert (change.actor, change.origin.session_id) == ("user", "s-1")


@pytest.mark.parametrize("arguments", ["add", "add Uses uv", "remove notes x", "replace", "read everything"])
def test_the_file_has_to_be_named(store: MemoryStore, arguments: str):
    answer = run(store, arguments)
    assert (answer.is_error, "memory or user" in answer.text) == (True, True)
    assert entries(store) == ()


def test_an_entry_that_begins_with_the_name_of_a_file_is_an_entry(store: MemoryStore):
    run(store, "add memory user likes tea")
    assert entries(store) == ("user likes tea",)


def test_one_arrow_parts_the_old_text_from_the_new_one(store: MemoryStore):
    store.add("memory", "Uses poetry")
    assert not run(store, "replace memory poetry -> Uses uv").is_error
    assert entries(store) == ("Uses uv",)


def test_texts_with_arrows_go_on_lines_of_their_own(store: MemoryStore):
    store.add("memory", "a -> b -> c")
    answer = run(store, "replace memory a -> b -> c -> d")
    assert (answer.is_error, entries(store)) == (True, ("a -> b -> c",))
    assert not run(store, "replace memory a -> b\n->\na -> d").is_error
    assert entries(store) == ("a -> d",)


def test_a_refusal_says_what_and_what_now(store: MemoryStore):
    store.add("memory", "Uses uv")
    store.add("memory", "Uses uv for tools")
    answer = run(store, "remove memory Uses")
    assert answer.is_error
    assert "- Uses uv" in answer.text


def test_the_status_and_all_entries_can_be_read(store: MemoryStore):
    store.add("memory", "Uses uv")
    store.add("user", "Ada")
    assert run(store, "") == run(store, "status")
    assert "MEMORY.md: 1 entry" in run(store, "status").text
    assert "1. Uses uv" in run(store, "read").text
    assert "Uses uv" not in run(store, "read user").text


def test_an_unknown_word_is_answered_with_those_that_are_known(store: MemoryStore):
    answer = run(store, "forget all")
    assert (answer.is_error, "remove" in answer.text) == (True, True)

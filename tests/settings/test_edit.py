import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.settings import set_setting
from silcrow.settings.edit import with_value
from silcrow.settings.json_text import parse_json_text

CHUNK = "observational-memory.chunkTokens"
DOCUMENTED = """{
  // how pi looks
  "theme": "dark",
  "observational-memory": {
    "chunkTokens": 5000, // per chunk
    /* two models */
    "models": {"observer": {"provider": "lab", "id": "fake-1"}},
    "limits": {
      "runUsd": 0.5, // dollars
    },
  },
  "unknown": [1, 2],
}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "settings.json"
    path.write_text(DOCUMENTED)
    return path


def test_a_value_is_changed_and_nothing_else(path: Path):
    assert set_setting(path, CHUNK, 3_000) is None
    assert path.read_text() == DOCUMENTED.replace("5000", "3000")


def test_a_new_value_goes_behind_its_brothers(path: Path):
    assert set_setting(path, "observational-memory.limits.dayUsd", None) is None
    assert path.read_text() == DOCUMENTED.replace(
        '"runUsd": 0.5, // dollars\n', '"runUsd": 0.5, // dollars\n      "dayUsd": null\n'
    )


def test_a_new_value_in_an_object_on_one_line_stays_on_it(path: Path):
    assert set_setting(path, "observational-memory.models.observer.thinking", "low") is None
    assert '{"observer": {"provider": "lab", "id": "fake-1", "thinking": "low"}}' in path.read_text()


def test_missing_groups_are_made(path: Path):
    assert set_setting(path, "pi-memory.userCharLimit", 1_234) is None
    assert path.read_text().endswith('  "unknown": [1, 2],\n  "pi-memory": {\n    "userCharLimit": 1234\n  }\n}\n')
    assert path.read_text().startswith(DOCUMENTED[:-4])


def test_a_missing_file_is_made_private(tmp_path: Path):
    path = tmp_path / "new" / "settings.json"
    assert set_setting(path, CHUNK, 3_000) is None
    assert path.read_text() == '{\n  "observational-memory": {\n    "chunkTokens": 3000\n  }\n}\n'
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "text", ["{}", "{\n}", "{ }\n", '{"observational-memory": {}}', "// nothing\n", "\ufeff{}", ""]
)
def test_empty_objects_are_filled(tmp_path: Path, text: str):
    path = tmp_path / "settings.json"
    path.write_text(text)
    assert set_setting(path, CHUNK, 3_000) is None
    assert parse_json_text(path.read_text()).value == {"observational-memory": {"chunkTokens": 3_000}}
    assert path.read_text().startswith("\ufeff") == text.startswith("\ufeff")


def test_plain_json_stays_plain_json_with_its_line_ends(tmp_path: Path):
    path = tmp_path / "settings.json"
    path.write_bytes(b'{\r\n\t"theme": "dark"\r\n}\r\n')
    assert set_setting(path, CHUNK, 3_000) is None
    content = path.read_bytes()
    assert json.loads(content) == {"theme": "dark", "observational-memory": {"chunkTokens": 3_000}}
    assert content.count(b"\n") == content.count(b"\r\n")
    assert content.startswith(b'{\r\n\t"theme": "dark",\r\n\t"observational-memory": {')


def test_of_a_key_given_twice_the_one_that_counts_is_changed(tmp_path: Path):
    path = tmp_path / "settings.json"
    path.write_text('{"observational-memory": {"chunkTokens": 1, "chunkTokens": 2}}')
    assert set_setting(path, CHUNK, 3) is None
    assert path.read_text() == '{"observational-memory": {"chunkTokens": 1, "chunkTokens": 3}}'


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        (CHUNK, "many", "whole number"),
        (CHUNK, True, "whole number"),
        ("observational-memory.chunkToken", 1, f"did you mean {CHUNK}?"),
        ("observational-memory.limits", {}, "a group"),
        ("theme", "light", "unknown"),
    ],
)
def test_what_would_not_be_read_is_not_written(path: Path, key: str, value: Any, words: str):
    problem = set_setting(path, key, value)
    assert problem is not None
    assert words in problem.message
    assert path.read_text() == DOCUMENTED


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"a": "\xff"}'])
def test_a_file_that_cannot_be_parsed_is_not_touched(path: Path, content: bytes):
    path.write_bytes(content)
    assert set_setting(path, CHUNK, 1) is not None
    assert path.read_bytes() == content


def test_a_group_that_is_no_object_is_not_replaced(path: Path):
    path.write_text('{"observational-memory": "off"}')
    problem = set_setting(path, CHUNK, 1)
    assert problem is not None
    assert problem.key == "observational-memory"
    assert path.read_text() == '{"observational-memory": "off"}'


def test_a_linked_file_stays_linked(tmp_path: Path, path: Path):
    (tmp_path / "agent").mkdir()
    link = tmp_path / "agent" / "settings.json"
    link.symlink_to("../settings.json")
    assert set_setting(link, CHUNK, 3_000) is None
    assert link.is_symlink()
    assert "3000" in path.read_text()


def test_the_lock_of_pi_is_waited_for_and_left_free(path: Path):
    lock = path.with_name("settings.json.lock")
    lock.mkdir()
    threading.Timer(0.1, lock.rmdir).start()
    assert set_setting(path, CHUNK, 3_000) is None
    assert not lock.exists()


def test_a_lock_that_is_held_on_and_on_gives_a_busy_answer(path: Path):
    lock = path.with_name("settings.json.lock")
    lock.mkdir()
    problem = set_setting(path, CHUNK, 3_000)
    assert problem is not None
    assert "try again" in problem.message
    assert lock.exists()
    assert path.read_text() == DOCUMENTED


def test_a_lock_left_by_a_dead_program_is_taken_over(path: Path):
    lock = path.with_name("settings.json.lock")
    lock.mkdir()
    past = time.time() - 11
    os.utime(lock, (past, past))
    assert set_setting(path, CHUNK, 3_000) is None
    assert not lock.exists()


def test_writers_in_several_threads_lose_nothing(tmp_path: Path):
    path = tmp_path / "settings.json"
    keys = ["chunkTokens", "journeyTargetTokens", "observerConcurrency", "tailTokens"]
    problems: list[object] = []

    def write(key: str) -> None:
        problems.extend(set_setting(path, f"observational-memory.{key}", number) for number in range(1, 6))

    threads = [threading.Thread(target=write, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == [None] * 20
    assert json.loads(path.read_text())["observational-memory"] == dict.fromkeys(keys, 5)


MEMBERS = st.dictionaries(
    st.sampled_from(["a", "b", "c"]),
    st.one_of(st.integers(), st.just("x // y, }"), st.just([{"a": 1}])),
    max_size=3,
)


@given(
    st.dictionaries(st.sampled_from(["a", "b", "c"]), MEMBERS, max_size=3),
    st.sampled_from([("a",), ("a", "b"), ("d", "a"), ("a", "d", "e")]),
    st.sampled_from([None, 2, "\t"]),
    st.sampled_from(["", " // note, }", " /* note, */"]),
    st.booleans(),
)
def test_any_text_with_a_value_set_holds_that_value_and_all_others(
    value: dict[str, Any], keys: tuple[str, ...], indent: int | str | None, comment: str, trailing: bool
):
    text = json.dumps(value, indent=indent)
    if indent is not None:
        text = text.replace("\n", f"{comment}\n")
        if trailing and value:
            text = text[: text.rindex("\n}")].removesuffix(comment) + f",{comment}\n}}"
    holder: Any = value
    for key in keys[:-1]:
        if not isinstance(holder.setdefault(key, {}), dict):
            return
        holder = holder[key]
    holder[keys[-1]] = 42
    assert parse_json_text(with_value(parse_json_text(text), keys, 42)).value == value

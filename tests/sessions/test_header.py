from pathlib import Path

import pytest

from silcrow.sessions import SessionHeader, is_bound_to, parent_session_id, usable_memory_id
from tests.sessions.writing import header, opened, write


@pytest.mark.parametrize("good", ["a", "01a22cdd-e0e0-7795-b2b9-018ea5514882", "A.b_c-1", "x" * 128])
def test_a_harmless_id_may_have_a_memory_folder(good: str):
    assert usable_memory_id(good)


@pytest.mark.parametrize("bad", ["", ".", "..", ".x", "-x", "a/b", "a\\b", "a b", "é", "a\n", "x" * 129])
def test_an_id_that_could_lead_elsewhere_may_not(bad: str):
    assert not usable_memory_id(bad)


def bound(session_id: str, cwd: str) -> SessionHeader:
    return SessionHeader(session_id, cwd, "")


def test_a_session_belongs_to_the_folder_it_ran_in(tmp_path: Path):
    assert is_bound_to(bound("one", str(tmp_path)), tmp_path)
    assert not is_bound_to(bound("one", str(tmp_path / "other")), tmp_path)
    assert not is_bound_to(bound("one", ""), Path())


def test_a_session_belongs_to_the_folder_its_memory_stands_in(tmp_path: Path):
    (tmp_path / ".memory" / "one").mkdir(parents=True)
    assert is_bound_to(bound("one", "/before/the/rename"), tmp_path)
    assert not is_bound_to(bound("two", "/before/the/rename"), tmp_path)
    assert not is_bound_to(bound("..", "/before/the/rename"), tmp_path)


def test_sessions_in_folders_of_the_same_name_stay_separate(tmp_path: Path):
    first, second = tmp_path / "a" / "app", tmp_path / "b" / "app"
    assert is_bound_to(bound("one", str(first)), first)
    assert not is_bound_to(bound("one", str(first)), second)


def test_a_fork_keeps_its_own_id_and_names_its_parent(tmp_path: Path):
    parent = write(tmp_path / "2026_parent.jsonl", [], head=header("real-parent"))
    child = opened(write(tmp_path / "child.jsonl", [], head=header("child", parentSession=str(parent))))
    assert child.session_id == "child"
    assert child.header is not None
    assert parent_session_id(child.header) == "real-parent"


def test_the_id_of_a_parent_that_is_gone_comes_from_its_file_name(tmp_path: Path):
    gone = SessionHeader("child", "/", "", parent_session="/old/2026-11-30T14-30-43-857Z_01a22cdd-8190.jsonl")
    assert parent_session_id(gone) == "01a22cdd-8190"
    assert parent_session_id(SessionHeader("child", "/", "", parent_session="/old/odd.jsonl")) is None


def test_a_session_that_is_no_fork_has_no_parent():
    assert parent_session_id(SessionHeader("child", "/", "")) is None


def test_a_very_old_header_names_its_parent_under_another_key(tmp_path: Path):
    session = opened(
        write(tmp_path / "old.jsonl", [], head=header("child", version=None, branchedFrom="/p/x_old.jsonl"))
    )
    assert session.header is not None
    assert session.header.parent_session == "/p/x_old.jsonl"


@pytest.mark.parametrize("head", [{"type": "session"}, {"type": "session", "id": 7}, {"type": "message", "id": "x"}])
def test_a_first_line_without_type_and_id_is_no_header(tmp_path: Path, head: dict[str, object]):
    assert opened(write(tmp_path / "odd.jsonl", [], head=head)).header is None


def test_a_session_opened_through_a_link_is_the_same_session(tmp_path: Path):
    target = write(tmp_path / "target.jsonl", [], head=header("one"))
    link = tmp_path / "link.jsonl"
    link.symlink_to(target)
    assert opened(link).session_id == "one"

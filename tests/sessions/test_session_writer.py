"""A host in Python writes sessions that the reader takes."""

import json
from pathlib import Path

import pytest

from silcrow.sessions import Catalogue, SessionFile, SessionWriter


@pytest.fixture
def writer(tmp_path: Path) -> SessionWriter:
    return SessionWriter.create(tmp_path / "sessions", "s-1", tmp_path / "project", clock=lambda: 1_767_261_600.5)


def say(writer: SessionWriter, role: str, text: str) -> str:
    return writer.message({"role": role, "content": [{"type": "text", "text": text}]})


def read(path: Path) -> SessionFile:
    session = SessionFile(path)
    session.refresh()
    return session


def test_what_is_written_reads_back_as_one_path(writer: SessionWriter):
    first, second = say(writer, "user", "Hello."), say(writer, "assistant", "Hello, Ada — § and 🙂.")
    writer.custom("om.enabled", {"enabled": True})
    session = read(writer.path)
    assert (session.session_id, session.warnings, session.bad_lines) == ("s-1", (), ())
    assert [each.id for each in session.source_path()] == [first, second]
    assert session.leaf_id == writer.leaf_id
    assert [each["data"] for each in session.custom_entries(("om.",))] == [{"enabled": True}]


def test_a_session_is_found_by_its_folder_and_is_private(writer: SessionWriter, tmp_path: Path):
    catalogue = Catalogue(tmp_path / "sessions")
    catalogue.refresh()
    (found,) = catalogue.sessions(tmp_path / "project")
    assert (found.id, found.path) == ("s-1", writer.path)
    assert writer.path.name == "2026-01-01T10-00-00-500Z_s-1.jsonl"
    assert writer.path.stat().st_mode & 0o777 == 0o600


def test_an_opened_session_goes_on_where_it_ended(writer: SessionWriter):
    last = say(writer, "user", "Hello.")
    again = SessionWriter.open(writer.path)
    assert again.leaf_id == last
    say(again, "assistant", "Hello.")
    assert len(read(writer.path).branch_ids()) == 2


def test_going_back_makes_a_branch(writer: SessionWriter):
    first = say(writer, "user", "Hello.")
    second = say(writer, "assistant", "One.")
    writer.go_to(first)
    third = say(writer, "assistant", "Two.")
    session = read(writer.path)
    assert (session.branch_ids(), session.branch_ids(second)) == ((first, third), (first, second))
    with pytest.raises(ValueError, match="no entry"):
        writer.go_to("nobody")


def test_a_compaction_counts_in_the_context(writer: SessionWriter):
    say(writer, "user", "Hello.")
    kept = say(writer, "user", "Go on.")
    writer.compaction("What was said.", kept, tokens_before=12, details={"by": "test"})
    context = read(writer.path).context()
    assert [each.type for each in context.entries] == ["compaction", "message"]


def test_a_fork_names_its_parent(writer: SessionWriter, tmp_path: Path):
    child = SessionWriter.create(tmp_path / "sessions", "s-2", tmp_path / "project", parent=writer.path)
    header = read(child.path).header
    assert header is not None
    assert header.parent_session == str(writer.path)


def test_a_session_is_never_made_over_another_one(writer: SessionWriter, tmp_path: Path):
    with pytest.raises(FileExistsError):
        SessionWriter.create(tmp_path / "sessions", "s-1", tmp_path, clock=lambda: 1_767_261_600.5)


def test_a_file_that_is_no_session_is_not_opened(tmp_path: Path):
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps({"type": "note"}) + "\n")
    with pytest.raises(ValueError, match="no session"):
        SessionWriter.open(path)

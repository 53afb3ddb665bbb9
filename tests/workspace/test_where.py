"""Which session is meant: by name, by folder, by the nearest parent; memory follows the session's id."""

import json
from pathlib import Path

from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.where import Asked, locate
from tests.conversation import Conversation
from tests.workspace.conftest import Home


def add_session(home: Home, name: str, cwd: Path, session_id: str) -> Conversation:
    return Conversation(home.agent_dir / "sessions" / "--project--" / f"{name}.jsonl", cwd, session_id)


def test_the_session_of_the_folder_is_opened(home: Home) -> None:
    found = home.where()
    assert found.session is not None
    assert found.session.path == home.conversation.path
    assert found.project == home.project


def test_a_folder_below_the_project_opens_the_session_of_the_nearest_parent(home: Home) -> None:
    below = home.project / "src" / "deep"
    below.mkdir(parents=True)
    found = locate(Asked(), home.environ, below)
    assert found.session is not None
    assert found.project == home.project


def test_two_folders_of_the_same_name_keep_their_own_sessions(home: Home) -> None:
    other = home.folder / "elsewhere" / "project"
    other.mkdir(parents=True)
    add_session(home, "other", other, "019f0000-bbbb-7000-8000-000000000002")
    here = locate(Asked(), home.environ, home.project)
    there = locate(Asked(), home.environ, other)
    assert here.session is not None
    assert there.session is not None
    assert here.session.id != there.session.id
    readers = [PlaceReader(found, home.environ) for found in (here, there)]
    folders = {reader.memory.folder for reader in readers if reader.memory}
    assert len(folders) == 2


def test_a_project_reached_through_a_link_is_the_same_project(home: Home) -> None:
    link = home.folder / "link"
    link.symlink_to(home.project)
    found = locate(Asked(), home.environ, link)
    assert found.session is not None
    assert found.session.path == home.conversation.path


def test_a_renamed_project_keeps_its_memory_by_the_session_id(home: Home) -> None:
    session_id = json.loads(home.conversation.path.read_text().splitlines()[0])["id"]
    (home.project / ".memory" / session_id).mkdir(parents=True)
    moved = home.folder / "renamed"
    home.project.rename(moved)
    found = locate(Asked(), home.environ, moved)
    assert found.session is not None
    assert found.session.id == session_id
    assert found.project == moved


def test_a_session_whose_folder_is_gone_is_read_only_and_says_why(home: Home) -> None:
    gone = home.folder / "gone"
    lost = add_session(home, "lost", gone, "019f0000-cccc-7000-8000-000000000003")
    found = locate(Asked(session=str(lost.path)), home.environ, home.project)
    state = PlaceReader(found, home.environ).read(0.0)
    assert state.session is not None
    assert not state.session.writable
    assert "gone" in (state.session.reason or "")
    assert state.observational is None


def test_a_name_that_fits_no_session_is_told(home: Home) -> None:
    found = locate(Asked(session="ffff"), home.environ, home.project)
    assert found.session is None
    assert "ffff" in (found.miss or "")


def test_an_id_that_is_no_safe_folder_name_gets_no_memory_folder(home: Home) -> None:
    odd = add_session(home, "odd", home.project, "../../agent")
    found = locate(Asked(session=str(odd.path)), home.environ, home.project)
    reader = PlaceReader(found, home.environ)
    state = reader.read(0.0)
    assert reader.memory is None
    assert state.session is not None
    assert "no safe folder name" in (state.session.reason or "")

import os
import subprocess
import sys
from pathlib import Path

import pytest

from silcrow.sessions import Catalogue, CatalogueMiss, SessionSummary
from silcrow.sessions.head import HEAD_BYTES
from tests.sessions.writing import append, chain, entry, header, user, write


def put(
    folder: Path, session_id: str, *entries: object, cwd: str = "/work", mtime: float = 1_000, name: str = ""
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = write(folder / f"{name or session_id}.jsonl", entries, head=header(session_id, cwd=cwd))
    os.utime(path, (mtime, mtime))
    return path


def listed(folder: Path) -> Catalogue:
    catalogue = Catalogue(folder)
    catalogue.refresh()
    return catalogue


def ids(catalogue: Catalogue, cwd: str | None = None, *, workers: bool = False) -> list[str]:
    return [each.id for each in catalogue.sessions(None if cwd is None else Path(cwd), workers=workers)]


def test_sessions_come_newest_first(tmp_path: Path):
    put(tmp_path / "--work--", "old", mtime=1)
    put(tmp_path / "--work--", "new", mtime=3)
    put(tmp_path / "--home--", "middle", mtime=2)
    assert ids(listed(tmp_path)) == ["new", "middle", "old"]


def test_a_summary_tells_what_header_and_status_tell(tmp_path: Path):
    path = put(tmp_path, "one", user("u1", None), cwd="/some/where", mtime=12.5)
    assert listed(tmp_path).sessions() == (
        SessionSummary(path, "one", "/some/where", "2026-01-02T03:04:05.678Z", 12.5, path.stat().st_size),
    )


def test_sessions_that_share_a_folder_are_told_apart_by_their_header(tmp_path: Path):
    put(tmp_path / "--a-b--", "flat", cwd="/a-b")
    put(tmp_path / "--a-b--", "deep", cwd="/a/b")
    assert ids(listed(tmp_path), "/a/b") == ["deep"]
    assert ids(listed(tmp_path), "/a-b") == ["flat"]


def test_sessions_that_lie_flat_are_found_too(tmp_path: Path):
    put(tmp_path, "flat")
    assert ids(listed(tmp_path)) == ["flat"]


def test_what_is_no_session_is_passed_over(tmp_path: Path):
    put(tmp_path, "one")
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "garbage.jsonl").write_bytes(b"junk\n")
    (tmp_path / "list.jsonl").write_bytes(b"[1]\n")
    (tmp_path / "notes.txt").write_bytes(b"{}")
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "dangling.jsonl").symlink_to(tmp_path / "nowhere")
    assert ids(listed(tmp_path)) == ["one"]


def test_a_folder_that_does_not_exist_lists_nothing(tmp_path: Path):
    assert ids(listed(tmp_path / "none")) == []


@pytest.mark.parametrize(
    ("entries", "cwd"),
    [
        ([entry("custom", "x", None, customType="silcrow.worker", data={"role": "observer"})], "/work"),
        ([entry("session_info", "i", None, name="om-observer-12")], "/work"),
        ([entry("session_info", "i", None, name="om-consolidator-1")], "/work"),
        ([user("u1", None)], "/work/.memory/abc/.runs"),
    ],
    ids=["marked", "named observer", "named consolidator", "inside a memory folder"],
)
def test_sessions_of_workers_are_hidden_unless_asked_for(tmp_path: Path, entries: list[object], cwd: str):
    put(tmp_path, "worker", *entries, cwd=cwd)
    put(tmp_path, "mine", user("u1", None), entry("custom", "x", "u1", customType="silcrow.worker"))
    catalogue = listed(tmp_path)
    assert ids(catalogue) == ["mine"]
    assert sorted(ids(catalogue, workers=True)) == ["mine", "worker"]
    found = catalogue.find("worker")
    assert isinstance(found, SessionSummary)
    assert found.worker


def test_only_the_head_of_a_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    put(tmp_path, "large", *chain(*(user(f"u{n}", None, "x" * 10_000) for n in range(50))))
    taken: list[int] = []
    read = os.read
    monkeypatch.setattr(os, "read", lambda *given: (data := read(*given), taken.append(len(data)))[0])
    assert ids(listed(tmp_path)) == ["large"]
    assert 0 < sum(taken) <= HEAD_BYTES


def test_a_file_that_did_not_change_is_not_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    put(tmp_path, "one")
    catalogue = listed(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", lambda *_, **__: pytest.fail("opened"))
        assert not catalogue.refresh()


def test_a_refresh_notices_new_changed_and_vanished_files(tmp_path: Path):
    one = put(tmp_path, "one")
    catalogue = listed(tmp_path)
    two = put(tmp_path, "two", mtime=2_000)
    assert catalogue.refresh()
    assert ids(catalogue) == ["two", "one"]
    append(one, user("u1", None))
    assert catalogue.refresh()
    assert ids(catalogue) == ["one", "two"]
    two.unlink()
    assert catalogue.refresh()
    assert ids(catalogue) == ["one"]


def test_a_session_is_found_by_id_by_the_beginning_of_one_and_by_path(tmp_path: Path):
    path = put(tmp_path / "--work--", "abc-1", name="2026_abc-1")
    put(tmp_path / "--work--", "abd-2")
    catalogue = listed(tmp_path)
    for wanted in ("abc-1", "abc", str(path), path):
        found = catalogue.find(wanted)
        assert isinstance(found, SessionSummary)
        assert found.id == "abc-1"


def test_an_id_wins_over_longer_ids_that_begin_with_it(tmp_path: Path):
    put(tmp_path, "ab")
    put(tmp_path, "abc")
    found = listed(tmp_path).find("ab")
    assert isinstance(found, SessionSummary)
    assert found.id == "ab"


def test_a_path_outside_the_folder_is_found(tmp_path: Path):
    path = put(tmp_path / "elsewhere", "far")
    found = listed(tmp_path / "sessions").find(path)
    assert isinstance(found, SessionSummary)
    assert found.id == "far"


def test_what_is_not_found_says_why(tmp_path: Path):
    put(tmp_path, "abc")
    put(tmp_path, "abd")
    (tmp_path / "junk.jsonl").write_bytes(b"junk\n")
    catalogue = listed(tmp_path)
    for wanted, code, candidates in [
        ("zzz", "not_found", ()),
        ("", "not_found", ()),
        ("ab", "ambiguous", ("abc", "abd")),
        (tmp_path / "junk.jsonl", "not_a_session", ()),
        (tmp_path / "none.jsonl", "not_found", ()),
    ]:
        missed = catalogue.find(wanted)
        assert isinstance(missed, CatalogueMiss)
        assert (missed.code, missed.candidates) == (code, candidates)


def names(catalogue: Catalogue) -> dict[str, str | None]:
    return {each.id: each.name for each in catalogue.sessions(workers=True)}


def test_present_names_are_learned_in_small_steps_newest_first(tmp_path: Path):
    for n in range(3):
        talk = chain(
            *(user(f"u{m}", None, "x" * 9_000) for m in range(3)), entry("session_info", "i", None, name=f"n{n}")
        )
        put(tmp_path, f"s{n}", *talk, mtime=n)
    catalogue = listed(tmp_path)
    assert names(catalogue) == {"s2": None, "s1": None, "s0": None}
    assert catalogue.read_names(2)
    assert names(catalogue) == {"s2": "n2", "s1": "n1", "s0": None}
    assert not catalogue.read_names(2)
    assert names(catalogue)["s0"] == "n0"


def test_a_name_that_changes_later_is_followed(tmp_path: Path):
    path = put(tmp_path, "one", entry("session_info", "i1", None, name="first"))
    catalogue = listed(tmp_path)
    assert names(catalogue) == {"one": "first"}
    catalogue.read_names(9)
    append(path, user("u1", "i1", 'says "session_info"'), entry("session_info", "i2", "u1", name="second"))
    catalogue.refresh()
    assert names(catalogue) == {"one": "first"}
    catalogue.read_names(9)
    assert names(catalogue) == {"one": "second"}


def test_a_worker_that_names_itself_late_is_hidden_from_then_on(tmp_path: Path):
    path = put(tmp_path, "one", user("u1", None))
    catalogue = listed(tmp_path)
    append(path, user("u2", "u1", "x" * HEAD_BYTES), entry("session_info", "i1", "u2", name="om-observer-7"))
    catalogue.refresh()
    catalogue.read_names(9)
    assert ids(catalogue) == []
    append(path, user("u3", "i1"))
    catalogue.refresh()
    assert ids(catalogue) == []


def test_two_thousand_sessions_are_listed_from_their_heads(tmp_path: Path):
    for n in range(2_000):
        put(tmp_path / f"--p{n % 7}--", f"s{n:04}", cwd=f"/p{n % 7}", mtime=n)
    catalogue = listed(tmp_path)
    assert len(catalogue.sessions()) == 2_000
    assert ids(catalogue)[0] == "s1999"
    assert len(catalogue.sessions(Path("/p3"))) == 286


def test_importing_the_package_loads_nothing_slow():
    script = "import sys, silcrow.sessions; print(sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    for slow in ("asyncio", "filelock", "watchfiles", "psutil", "rapidfuzz", "textual", "rich", "click"):
        assert f"'{slow}'" not in loaded

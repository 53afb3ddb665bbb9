"""Whatever the code, a failure leaves the file byte for byte as it was."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from silcrow.curated import Code, MemoryStore, Result
from silcrow.curated import transaction as transaction_module
from silcrow.files import HeldLock
from tests.curated.answers import backups_in, refused, succeeded

CLEAN = "Uses uv \r\n§\r\nLives in Oslo\n§\n\nLikes tea\n".encode()
LATIN = "Prefers café au lait".encode("latin-1") + "\n§\nSecond entry".encode()

CASES: list[tuple[Code, bytes, Callable[[MemoryStore], Result]]] = [
    ("empty", CLEAN, lambda store: store.add("memory", " ")),
    ("empty", CLEAN, lambda store: store.remove("memory", "\u200b")),
    ("delimiter", CLEAN, lambda store: store.replace("memory", "tea", "a\n§\nb")),
    ("invalid", CLEAN, lambda store: store.add("memory", "a\0b")),
    ("no_match", CLEAN, lambda store: store.remove("memory", "coffee")),
    ("no_match", CLEAN, lambda store: store.replace("memory", "coffee", "tea")),
    ("ambiguous", CLEAN, lambda store: store.remove("memory", "s")),
    ("over_limit", CLEAN, lambda store: store.add("memory", "x" * 3_000)),
    ("over_limit", CLEAN, lambda store: store.replace("memory", "tea", "x" * 3_000)),
    ("unknown_target", CLEAN, lambda store: store.add("notes", "x")),
    ("drift", b"one\n\\\xc2\xa7\ntwo", lambda store: store.add("memory", "x")),
    ("drift", b"one\n\\\xc2\xa7\ntwo", lambda store: store.replace("memory", "one", "x")),
    ("drift", b"one\n\\\xc2\xa7\ntwo", lambda store: store.remove("memory", "one")),
    ("unreadable", LATIN, lambda store: store.add("memory", "x")),
    ("unreadable", LATIN, lambda store: store.replace("memory", "Second", "x")),
    ("unreadable", LATIN, lambda store: store.remove("memory", "Second")),
]


@pytest.mark.parametrize(("code", "content", "call"), CASES)
def test_every_failure_leaves_the_file_as_it_was(
    store: MemoryStore, memory: Path, code: Code, content: bytes, call: Callable[[MemoryStore], Result]
) -> None:
    memory.write_bytes(content)
    before = memory.stat()
    failure = refused(call(store), code)
    assert memory.read_bytes() == content
    after = memory.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert failure.remediation
    assert not list(memory.parent.glob(".silcrow-*"))


def test_wrong_utf_8_is_its_own_state_with_offset_and_an_exact_backup(
    store: MemoryStore, folder: Path, memory: Path
) -> None:
    memory.write_bytes(LATIN)
    failure = refused(store.add("memory", "x"), "unreadable")
    assert failure.details["offset"] == LATIN.index(b"\xe9")
    assert "byte 11" in failure.error
    (backup,) = backups_in(folder)
    assert backup.read_bytes() == LATIN
    assert failure.drift_backup == str(backup)
    refused(store.read("memory"), "unreadable")
    state = store.state().memory
    assert state.unreadable and "byte 11" in state.unreadable
    assert state.entries == () and state.drift is None
    succeeded(store.add("user", "the other file works"))


def test_a_file_cut_inside_its_last_sign_is_unreadable(store: MemoryStore, memory: Path) -> None:
    memory.write_bytes(b"one\n\xc2")
    refused(store.add("memory", "x"), "unreadable")


def test_a_read_that_fails_is_not_an_empty_store(
    store: MemoryStore, folder: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_bytes(CLEAN)

    def fail(path: Path) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

    with monkeypatch.context() as patch:
        patch.setattr("silcrow.curated.store_file.read_without_links", fail)
        for answer in (store.add("memory", "x"), store.replace("memory", "tea", "x"), store.remove("memory", "tea")):
            failure = refused(answer, "unreadable")
            assert os.strerror(errno.EIO) in failure.error
            assert failure.drift_backup is None
        assert store.state().memory.unreadable
    assert memory.read_bytes() == CLEAN
    assert backups_in(folder) == []
    assert len(succeeded(store.add("memory", "x")).entries) == 4


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser reads everything")
def test_a_file_without_read_permission_is_unreadable(store: MemoryStore, memory: Path) -> None:
    memory.write_bytes(CLEAN)
    memory.chmod(0)
    refused(store.add("memory", "x"), "unreadable")
    assert store.state().memory.unreadable
    memory.chmod(0o600)
    succeeded(store.add("memory", "x"))


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/null")


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere.md")


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize("make", [_folder, _pipe, _device, _dangling, _loop])
def test_what_is_no_plain_file_is_refused_and_named(
    store: MemoryStore, memory: Path, make: Callable[[Path], None]
) -> None:
    make(memory)
    before = memory.lstat()
    for answer in (store.add("memory", "x"), store.remove("memory", "x"), store.read("memory")):
        failure = refused(answer, "unreadable")
        assert "MEMORY.md" in failure.error
    assert store.state().memory.unreadable
    assert stat.S_IFMT(memory.lstat().st_mode) == stat.S_IFMT(before.st_mode)
    succeeded(store.add("user", "the other file works"))


def test_a_folder_that_is_a_file_is_an_answer_not_an_exception(tmp_path: Path) -> None:
    place = tmp_path / "memories"
    place.write_text("not a folder")
    store = MemoryStore(place)
    refused(store.add("memory", "x"), "io")
    refused(store.read("memory"), "unreadable")
    assert store.state().exists is False
    assert place.read_text() == "not a folder"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser writes everywhere")
def test_a_read_only_folder_is_an_io_failure(store: MemoryStore, folder: Path, memory: Path) -> None:
    memory.write_bytes(CLEAN)
    folder.chmod(0o500)
    try:
        failure = refused(store.add("memory", "x"), "io")
        assert str(folder) in (failure.remediation or "")
    finally:
        folder.chmod(0o700)
    assert memory.read_bytes() == CLEAN


@pytest.mark.parametrize("step", ["stage_write", "hold_lock"])
def test_a_disk_that_refuses_is_an_io_failure(
    store: MemoryStore, memory: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    memory.write_bytes(CLEAN)

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(transaction_module, step, fail)
    failure = refused(store.add("memory", "x"), "io")
    assert os.strerror(errno.ENOSPC) in failure.error
    assert memory.read_bytes() == CLEAN


def test_a_lock_file_that_is_a_link_is_never_followed(store: MemoryStore, folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "precious"
    outside.write_text("keep me")
    (folder / ".silcrow").mkdir()
    (folder / ".silcrow" / "MEMORY.md.lock").symlink_to(outside)
    refused(store.add("memory", "x"), "io")
    assert outside.read_text() == "keep me"


def test_a_store_that_is_busy_names_the_holder_and_makes_no_backup(folder: Path, memory: Path) -> None:
    memory.write_text("one\n**§**\ntwo")
    lock = HeldLock(folder / ".silcrow" / "MEMORY.md.lock", purpose="dreaming")
    lock.acquire()
    try:
        failure = refused(MemoryStore(folder, lock_timeout=0.05).add("memory", "x"), "busy")
    finally:
        lock.release()
    assert str(os.getpid()) in failure.error and "dreaming" in failure.error
    assert backups_in(folder) == []


def test_the_other_target_is_not_locked(folder: Path) -> None:
    lock = HeldLock(folder / ".silcrow" / "MEMORY.md.lock")
    lock.acquire()
    try:
        succeeded(MemoryStore(folder, lock_timeout=0.05).add("user", "x"))
    finally:
        lock.release()


@pytest.mark.parametrize("left", [b"", b"rubbish \xff\0", b'{"pid": 999999, "started": 1.0}'])
def test_a_lock_file_that_was_left_behind_blocks_nobody(folder: Path, left: bytes) -> None:
    (folder / ".silcrow").mkdir()
    (folder / ".silcrow" / "MEMORY.md.lock").write_bytes(left)
    succeeded(MemoryStore(folder, lock_timeout=0.5).add("memory", "x"))


def test_a_failure_after_the_rename_is_told_by_what_the_file_holds(
    store: MemoryStore, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("silcrow.files.atomic.sync_folder", fail)
    succeeded(store.add("memory", "x"))
    assert memory.read_bytes() == b"x"

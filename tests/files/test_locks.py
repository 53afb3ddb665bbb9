import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from silcrow.files import HeldLock, Holder, LockBusy, UnsafePath, hold_lock, lock_holder

HOLDER = """
import sys
from pathlib import Path
from silcrow.files import hold_lock

with hold_lock(Path(sys.argv[1]), purpose="add to memory"):
    print("held", flush=True)
    sys.stdin.readline()
"""
COUNTER = """
import sys
from pathlib import Path
from silcrow.files import hold_lock

lock, number = Path(sys.argv[1]), Path(sys.argv[2])
for _ in range(50):
    with hold_lock(lock, timeout=60):
        number.write_text(str(int(number.read_text()) + 1))
"""


@contextmanager
def holding_process(lock: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, lock], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()


def test_processes_exclude_each_other(tmp_path: Path):
    lock, number = tmp_path / "x.lock", tmp_path / "number"
    number.write_text("0")
    counters = [subprocess.Popen([sys.executable, "-c", COUNTER, lock, number]) for _ in range(4)]
    assert [counter.wait() for counter in counters] == [0] * 4
    assert number.read_text() == "200"


def test_threads_exclude_each_other(tmp_path: Path):
    lock = tmp_path / "x.lock"
    inside: list[int] = []
    overlaps: list[int] = []

    def enter(number: int) -> None:
        for _ in range(25):
            with hold_lock(lock, timeout=60):
                overlaps.extend(inside)
                inside.append(number)
                inside.remove(number)

    threads = [threading.Thread(target=enter, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert overlaps == []


def test_waiting_is_bounded_and_the_holder_is_named(tmp_path: Path):
    lock = tmp_path / "x.lock"
    with holding_process(lock) as process:
        with pytest.raises(LockBusy) as busy, hold_lock(lock, timeout=0.05):
            pass
        assert isinstance(busy.value.holder, Holder)
        assert busy.value.holder.pid == process.pid
        assert busy.value.holder.purpose == "add to memory"
        assert str(process.pid) in str(busy.value)
        assert lock_holder(lock) == busy.value.holder


def test_a_waiting_process_gets_the_lock_when_it_is_free(tmp_path: Path):
    lock = tmp_path / "x.lock"
    with holding_process(lock) as process:
        assert process.stdin is not None
        letting_go = threading.Timer(0.1, process.stdin.close)
        letting_go.start()
        with hold_lock(lock, timeout=30):
            assert (holder := lock_holder(lock)) is not None
            assert holder.pid == os.getpid()
        letting_go.join()


def test_a_failed_wait_does_not_wipe_the_name_of_the_holder(tmp_path: Path):
    lock = tmp_path / "x.lock"
    with holding_process(lock) as process:
        for _ in range(2):
            with pytest.raises(LockBusy) as busy, hold_lock(lock, timeout=0.02):
                pass
            assert busy.value.holder is not None
            assert busy.value.holder.pid == process.pid


def test_the_lock_of_a_killed_process_is_free_at_once(tmp_path: Path):
    lock = tmp_path / "x.lock"
    with holding_process(lock) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert lock_holder(lock) is None
        with hold_lock(lock, timeout=0):
            pass


@pytest.mark.parametrize(
    "left",
    [
        b"",
        b"\x00\xff rubbish",
        b'{"pid": 1',
        b"[" * 100_000,
        json.dumps({"pid": 2**22 + 1, "started": 1.0, "purpose": "gone"}).encode(),
        json.dumps({"pid": os.getpid(), "started": 1.0, "purpose": "somebody with my number"}).encode(),
        json.dumps({"pid": 10**30, "started": 1.0, "purpose": ""}).encode(),
    ],
    ids=["empty", "rubbish", "half", "deep", "dead", "number used again", "absurd number"],
)
def test_a_lock_file_that_was_left_behind_blocks_nobody(tmp_path: Path, left: bytes):
    lock = tmp_path / "x.lock"
    lock.write_bytes(left)
    assert lock_holder(lock) is None
    with hold_lock(lock, timeout=0):
        pass


def test_the_lock_file_is_private_and_stays_without_a_name_in_it(tmp_path: Path):
    lock = tmp_path / ".silcrow" / "MEMORY.md.lock"
    with hold_lock(lock):
        assert lock.stat().st_mode & 0o777 == 0o600
    assert lock.read_bytes().strip() == b""
    assert lock_holder(lock) is None
    assert lock.parent.stat().st_mode & 0o777 == 0o700


def test_a_link_is_never_followed(tmp_path: Path):
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "x.lock").symlink_to("precious")
    with pytest.raises(UnsafePath), hold_lock(tmp_path / "x.lock"):
        pass
    (tmp_path / "y.lock").symlink_to("nowhere")
    with pytest.raises(UnsafePath), hold_lock(tmp_path / "y.lock"):
        pass
    assert (tmp_path / "precious").read_text() == "precious"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["folder", "pipe"])
def test_what_is_no_file_is_refused(tmp_path: Path, make):
    make(tmp_path / "x.lock")
    with pytest.raises(UnsafePath), hold_lock(tmp_path / "x.lock"):
        pass


def test_the_lock_is_released_when_the_block_fails(tmp_path: Path):
    with pytest.raises(KeyError), hold_lock(tmp_path / "x.lock"):
        raise KeyError
    with hold_lock(tmp_path / "x.lock", timeout=0):
        pass


def test_a_long_hold_lasts_until_it_is_released(tmp_path: Path):
    held = HeldLock(tmp_path / "x.lock", purpose="drive the session")
    held.acquire(0)
    assert held.held
    with pytest.raises(LockBusy, match="drive the session"):
        HeldLock(tmp_path / "x.lock").acquire(0)
    held.release()
    held.release()
    assert not held.held
    HeldLock(tmp_path / "x.lock").acquire(0)


def test_nobody_holds_a_lock_that_does_not_exist(tmp_path: Path):
    assert lock_holder(tmp_path / "none.lock") is None


def test_without_kernel_locks_nothing_starts_and_it_says_why() -> None:
    code = "import sys; sys.modules['fcntl'] = None; import silcrow.curated.store"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "kernel locks (flock): it runs on Linux and macOS" in ended.stderr

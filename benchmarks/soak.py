"""Ten minutes of hard work on one place with everything attached, and what is left in memory, files and processes.

    python benchmarks/soak.py [--minutes 10] [--keep DIR]

An agent writes into its session, turns back to earlier entries, forks, and lets the session be compacted; another one
adds to the memory files and takes away; `silcrow watch` drives with four observers, and a workbench is open under a
pseudo terminal and pressed keys. Promised: every acknowledged write is there at the end, and no other; each entry of
the path is observed or waits; memory, handles and threads of both programs stay level; afterwards no process, no
lock and no temporary file is left. Exits with 1 when a promise is not kept.
"""

import argparse
import json
import os
import pty
import random
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from fcntl import ioctl
from pathlib import Path
from typing import Any

import psutil

from silcrow.curated import Failure, MemoryStore
from silcrow.files import is_temp_name
from silcrow.pipeline import SessionMemory, gate
from silcrow.sessions import SessionFile

SESSION_ID = "019f0000-50a4-7000-8000-000000000001"
TURN_SECONDS = 0.12
WRITE_SECONDS = 0.05
SAMPLE_SECONDS = 5.0
KEY_SECONDS = 0.7
KEYS = (*"1jjk23jGg4j5T", "\x1b", "?", "\x1b", "H", "\x1b", "x", "p", "\x1b")
GROWTH = 1.10
"""Of the second fifth of the time, beside which the last fifth is held: what is loaded once is loaded by then."""
SPARE_MEGABYTES = 12.0
"""A session of some thousand turns has an index, and that grows with it."""
SETTINGS = {
    "observational-memory": {
        "chunkTokens": 1_500,
        "poolTargetTokens": 1_500,
        "consolidateAtPoolTokens": 3_000,
        "tailTokens": 3_000,
        "compactAtContextTokens": 20_000,
        "observerConcurrency": 4,
    }
}


class Agent(threading.Thread):
    """A coding agent as its session file shows it: it talks, goes back, forks and is compacted."""

    def __init__(self, folder: Path, project: Path) -> None:
        super().__init__(daemon=True)
        self.path = folder / f"2026-05-04T09-00-00-000Z_{SESSION_ID}.jsonl"
        self.folder, self.project = folder, project
        self.over = threading.Event()
        self.turns, self.forks, self.compactions, self.turned_back = 0, 0, 0, 0
        self._chance = random.Random(5)
        self._ids: list[str] = []
        self._leaf: str | None = None
        self._write(self.path, [self._header(SESSION_ID)])

    def run(self) -> None:
        while not self.over.wait(TURN_SECONDS):
            self.turns += 1
            self._turn()
            if self.turns % 90 == 0:
                self._go_back()
            if self.turns % 150 == 0:
                self._fork()
            if self.turns % 120 == 0:
                self._compact()

    def _turn(self) -> None:
        number = self.turns
        asks = f"Always keep limit {number} in limits.toml, and use pool {number % 17} for module m{number}."
        says = f"Done: module m{number} reads limit {number}. " + "It goes block by block and keeps what is left. " * 6
        self._message("user", asks)
        self._message("assistant", says, stopReason="stop")

    def _message(self, role: str, text: str, **more: Any) -> None:
        self._append("message", message={"role": role, "content": [{"type": "text", "text": text}], **more})

    def _append(self, kind: str, **fields: Any) -> None:
        entry_id = f"{len(self._ids) + 1:08x}"
        entry = {"type": kind, "id": entry_id, "parentId": self._leaf, "timestamp": _now(), **fields}
        self._write(self.path, [entry])
        self._ids.append(entry_id)
        self._leaf = entry_id

    def _go_back(self) -> None:
        """Some turns are tried another way."""
        self.turned_back += 1
        self._leaf = self._ids[-self._chance.randrange(5, 20) * 2]

    def _fork(self) -> None:
        self.forks += 1
        fork_id = f"019f0000-50a4-7000-8001-{self.forks:012d}"
        lines = self.path.read_bytes().splitlines()[1:]
        entries = [json.loads(line) for line in lines[-400:]]
        header = {**self._header(fork_id), "parentSession": str(self.path)}
        self._write(self.folder / f"2026-05-04T10-00-00-000Z_{fork_id}.jsonl", [header, *entries])

    def _compact(self) -> None:
        self.compactions += 1
        kept = self._ids[-20]
        self._append("compaction", summary="What was said before.", firstKeptEntryId=kept, tokensBefore=20_000)

    def _header(self, session_id: str) -> dict[str, Any]:
        return {"type": "session", "version": 3, "id": session_id, "timestamp": _now(), "cwd": str(self.project)}

    def _write(self, path: Path, lines: list[dict[str, Any]]) -> None:
        with path.open("ab") as file:
            file.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


class Curator(threading.Thread):
    """Adds to the memory files and takes away; knows what was acknowledged."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.store = MemoryStore(folder)
        self.over = threading.Event()
        self.held: deque[str] = deque()
        self.writes, self.refused = 0, 0

    def run(self) -> None:
        number = 0
        while not self.over.wait(WRITE_SECONDS):
            number += 1
            text = f"Fact {number}: pool {number % 17} belongs to module m{number}."
            if isinstance(self.store.add("memory", text), Failure):
                self.refused += 1
                continue
            self.writes += 1
            self.held.append(text)
            while len(self.held) > 20:
                if isinstance(self.store.remove("memory", self.held[0]), Failure):
                    self.refused += 1
                    break
                self.writes += 1
                self.held.popleft()


class Workbench:
    """The program under a pseudo terminal, read by a thread as a terminal would."""

    def __init__(self, command: list[str], environ: Mapping[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=dict(environ), start_new_session=True
        )
        os.close(theirs)
        self.received = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def press(self, key: str) -> None:
        os.write(self._ours, key.encode())

    def end(self) -> int:
        for key in ("\x1b", "\x1b", "q"):
            self.press(key)
            time.sleep(0.5)
        return self.process.wait(timeout=20)

    def _read(self) -> None:
        while True:
            try:
                self.received += len(os.read(self._ours, 1 << 16))
            except OSError:
                return


class Level:
    """Samples of one program: megabytes, handles, threads."""

    def __init__(self, name: str, pid: int) -> None:
        self.name = name
        self._process = psutil.Process(pid)
        self.samples: list[tuple[float, int, int]] = []

    def sample(self) -> None:
        with self._process.oneshot():
            memory = self._process.memory_info().rss / 1e6
            self.samples.append((memory, self._process.num_fds(), self._process.num_threads()))

    def verdict(self) -> Iterator[tuple[str, bool]]:
        fifth = max(1, len(self.samples) // 5)
        early, late = self.samples[fifth : 2 * fifth] or self.samples, self.samples[-fifth:]
        for place, unit, spare in ((0, "MB", SPARE_MEGABYTES), (1, "handles", 8), (2, "threads", 4)):
            before, after = (statistics.median(each[place] for each in part) for part in (early, late))
            yield f"{self.name}: {before:,.0f} {unit}, then {after:,.0f}", after <= before * GROWTH + spare


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def soak(folder: Path, seconds: float) -> Iterator[tuple[str, bool]]:
    """The lines to print, each with whether its promise is kept."""
    agent_dir, project = folder / "agent", folder / "project"
    sessions = agent_dir / "sessions" / "--project--"
    for each in (sessions, agent_dir / "memories", project):
        each.mkdir(parents=True)
    (agent_dir / "settings.json").write_text(json.dumps(SETTINGS))
    environ = {
        **{name: os.environ[name] for name in ("PATH", "LANG", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ},
        "HOME": str(folder),
        "TERM": "xterm-256color",
        "PI_CODING_AGENT_DIR": str(agent_dir),
    }
    agent, curator = Agent(sessions, project), Curator(agent_dir / "memories")
    for _ in range(3):
        agent.turns += 1
        agent._turn()
    _turn_on(agent.path, project)
    base = [sys.executable, "-m", "silcrow_tui", "--project", str(project), "--session", SESSION_ID]
    watch = subprocess.Popen(
        [*base, "watch"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environ, start_new_session=True
    )
    workbench = Workbench(base, environ)
    levels = [Level("watch", watch.pid), Level("workbench", workbench.process.pid)]
    agent.start()
    curator.start()
    _attend(levels, workbench, seconds)
    for thread in (agent, curator):
        thread.over.set()
        thread.join()
    yield f"the workbench ended with {(code := workbench.end())}", code == 0
    watch.send_signal(signal.SIGTERM)
    yield f"watch ended with {(code := watch.wait(timeout=30))}", code == 0
    yield from (line for level in levels for line in level.verdict())
    yield from _what_is_there(agent, curator, project)
    yield from _what_is_left(folder)


def _turn_on(session: Path, project: Path) -> None:
    file = SessionFile(session)
    file.refresh()
    memory = SessionMemory(file, project)
    memory.refresh()
    gate.set_enabled(memory, True, now=time.time())


def _attend(levels: list[Level], workbench: Workbench, seconds: float) -> None:
    """Press keys and take samples until time is over."""
    end, number = time.monotonic() + seconds, 0
    sampled = time.monotonic()
    while time.monotonic() < end:
        workbench.press(KEYS[number % len(KEYS)])
        number += 1
        time.sleep(KEY_SECONDS)
        if time.monotonic() - sampled >= min(SAMPLE_SECONDS, seconds / 20):
            sampled = time.monotonic()
            for level in levels:
                level.sample()


def _what_is_there(agent: Agent, curator: Curator, project: Path) -> Iterator[tuple[str, bool]]:
    read = curator.store.read("memory")
    held = () if isinstance(read, Failure) else read.entries
    yield f"{curator.writes:,} acknowledged writes, {curator.refused} refused", held == tuple(curator.held)
    file = SessionFile(agent.path)
    file.refresh()
    memory = SessionMemory(file, project)
    memory.refresh()
    view, runs = memory.view(), memory.runs.runs()
    said = (
        f"{agent.turns:,} turns, {agent.turned_back} times back, {agent.forks} forks, {agent.compactions} compactions"
    )
    yield said, not file.bad_lines and not memory.ledger.bad_lines
    settled = len(view.settled) / max(1, len(view.source))
    yield (
        f"{view.total:,} observations, {len(runs):,} runs on record, {settled:.0%} of the path observed",
        settled > 0.5,
    )
    failed = [run for run in runs if run.state == "failed"]
    yield f"{len(failed)} failed runs", not failed
    yield (
        f"{len([run for run in runs if run.state == 'running'])} runs without an end",
        all(run.state != "running" for run in runs),
    )


def _what_is_left(folder: Path) -> Iterator[tuple[str, bool]]:
    time.sleep(1.0)
    ours = [each.pid for each in psutil.process_iter() if each.pid != os.getpid() and _is_about(each, folder)]
    yield f"{len(ours)} processes left", not ours
    temp = [path for path in folder.rglob("*") if is_temp_name(path.name)]
    yield f"{len(temp)} temporary files left", not temp
    locks = [path for path in folder.rglob("*.lock") if path.is_dir()]
    yield f"{len(locks)} locks of neighbours left", not locks


def _is_about(process: psutil.Process, folder: Path) -> bool:
    try:
        return any(str(folder) in part for part in process.cmdline())
    except psutil.Error:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description="Work hard on one place, and see what is left of it.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--keep", type=Path, help="work in this folder, and leave it")
    given = parser.parse_args()
    kept = True
    with tempfile.TemporaryDirectory(prefix="silcrow-soak-") as name:
        folder = (given.keep or Path(name)).resolve()
        folder.mkdir(exist_ok=True)
        for line, good in soak(folder, given.minutes * 60):
            kept &= good
            print(f"{line}{'' if good else '   <-- not as promised'}", flush=True)
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()

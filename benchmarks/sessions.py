"""How fast and how small the reading of sessions is, against bare ``json.loads`` over the same lines.

    python benchmarks/sessions.py [MEGABYTES]

Writes a synthetic session, then runs each reader in a process of its own, so that peak memory is its own. Prints
processor times and peaks, and what is promised at 100 MB:

- to open, index and follow the branch, token estimates included: at most 0.6 of ``json.loads`` with the lines kept;
- peak memory of the whole process: at most 0.4 of the file;
- one entry more, with the branch, the source entries and the context that a model would be sent: under 5 ms, whatever
  the size of the file.

Exits with 1 when a promise is not kept.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

    from silcrow.sessions import SessionFile

# What only the parent needs is imported there, so that the peaks are those of the readers.

Reader = Callable[[Path], object]

TIME_RATIO = 0.6
MEMORY_RATIO = 0.4
APPEND_MS = 5.0
REPEATS = 5
APPENDS = 40


def write_session(path: Path, megabytes: int) -> int:
    """A session of tool calls, prose and code; returns its lines."""
    from random import Random

    chance = Random(7)
    size = lines = 0
    with path.open("w", encoding="utf-8") as file:
        for entry in _entries(chance):
            size += file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n")
            lines += 1
            if size >= megabytes * 1_000_000:
                return lines
    return lines


def _entries(chance: "Random") -> Iterator[dict[str, Any]]:
    stamp = "2026-01-02T03:04:05.678Z"
    yield {"type": "session", "version": 3, "id": "bench-1", "timestamp": stamp, "cwd": "/home/user/project"}
    number = 0
    while True:
        for message in _turn(chance):
            parent = None if number == 0 else f"{number:08x}"
            number += 1
            yield {
                "type": "message",
                "id": f"{number:08x}",
                "parentId": parent,
                "timestamp": stamp,
                "message": {**message, "timestamp": 1_767_323_044_000 + number},
            }


def _turn(chance: "Random") -> Iterator[dict[str, Any]]:
    yield {"role": "user", "content": [{"type": "text", "text": _prose(chance, 60)}]}
    for _ in range(chance.randint(1, 4)):
        call = f"call_{chance.randrange(1 << 30):x}"
        arguments: dict[str, Any] = {"path": f"src/{_prose(chance, 1)}.py", "offset": chance.randrange(400)}
        if chance.random() < 0.3:
            arguments["content"] = _code(chance, 60)
        thinking = {"type": "thinking", "thinking": _prose(chance, 80), "thinkingSignature": "s" * 200}
        block = {"type": "toolCall", "id": call, "name": "write", "arguments": arguments}
        yield _reply([thinking, {"type": "text", "text": _prose(chance, 30)}, block], "toolUse")
        yield {
            "role": "toolResult",
            "toolCallId": call,
            "toolName": "write",
            "content": [{"type": "text", "text": _code(chance, chance.randint(5, 180))}],
            "details": {"diff": _code(chance, 20)},
            "isError": False,
        }
    yield _reply([{"type": "text", "text": _prose(chance, 150)}], "stop")


def _reply(content: list[dict[str, Any]], stop: str) -> dict[str, Any]:
    cost = {"input": 0.00012, "output": 0.00009, "cacheRead": 0.000031, "cacheWrite": 0, "total": 0.000241}
    usage = {"input": 40, "output": 6, "cacheRead": 310, "cacheWrite": 0, "reasoning": 0, "totalTokens": 356}
    return {
        "role": "assistant",
        "content": content,
        "api": "openai-completions",
        "provider": "lab",
        "model": "fake-1",
        "usage": {**usage, "cost": {**cost, "totalFromProvider": False}},
        "stopReason": stop,
        "responseId": "chatcmpl-000142",
        "rawStopReason": stop,
        "durationMs": 68,
        "thinkingLevel": "low",
    }


_WORDS = ["parser", "index", "the", "session", "keeps", "branch", "leaf", "tokens", "écrit", "設定", "test", "passes"]


def _prose(chance: "Random", words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words))


def _code(chance: "Random", lines: int) -> str:
    return "\n".join(
        f'    value_{chance.randrange(99)} = call({{"key": {chance.random():.4f}}}, "x")' for _ in range(lines)
    )


def _json_reader() -> Reader:
    def read(path: Path) -> object:
        with path.open("rb") as file:
            return [json.loads(line) for line in file]

    return read


def _index_reader() -> Reader:
    from silcrow.sessions import SessionFile

    def read(path: Path) -> object:
        session = SessionFile(path)
        session.refresh()
        return session, session.branch_ids()

    return read


def _no_reader() -> Reader:
    import silcrow.sessions

    return lambda path: (silcrow.sessions, path)


READERS = {"imports alone": _no_reader, "json.loads": _json_reader, "index": _index_reader}
"""By name: makes the imports, then gives the function that is timed."""


def _append_ms(path: Path) -> float:
    """Median milliseconds of reading one appended entry; the file is as before afterwards."""
    from os import truncate
    from statistics import median

    from silcrow.sessions import SessionFile

    size, times = path.stat().st_size, list[float]()
    session = SessionFile(path)
    session.refresh()
    _look(session)
    try:
        for number in range(APPENDS):
            message = {"role": "user", "content": "and then " * 200, "timestamp": 1_767_323_044_000}
            entry = {"type": "message", "id": f"more-{number}", "parentId": session.leaf_id, "message": message}
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**entry, "timestamp": "2026-01-02T03:04:05.678Z"}) + "\n")
            start = time.perf_counter()
            session.refresh()
            _look(session)
            times.append((time.perf_counter() - start) * 1e3)
    finally:
        truncate(path, size)
    return median(times)


def _look(session: "SessionFile") -> None:
    session.branch_ids()
    session.source_path()
    session.context()


def _measure_here(name: str, path: Path) -> None:
    import resource

    reader = READERS[name]()
    start = time.process_time()
    kept = reader(path)
    seconds = time.process_time() - start
    del kept
    print(json.dumps({"seconds": seconds, "kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))


def _measure_all(path: Path) -> dict[str, tuple[float, float]]:
    """Best seconds and smallest peak in megabytes of a few fresh processes each, taken in turns."""
    import subprocess

    runs: dict[str, list[dict[str, float]]] = {name: [] for name in READERS}
    for _ in range(REPEATS):
        for name, results in runs.items():
            command = [sys.executable, __file__, "--measure", name, str(path)]
            results.append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
    return {
        name: (min(run["seconds"] for run in results), min(run["kib"] for run in results) * 1024 / 1e6)
        for name, results in runs.items()
    }


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--measure"]:
        _measure_here(arguments[1], Path(arguments[2]))
        return 0
    megabytes = int(arguments[0]) if arguments else 100
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        lines = write_session(path, megabytes)
        size = path.stat().st_size / 1e6
        print(f"{size:.1f} MB, {lines:,} lines, best of {REPEATS} processes each")
        results = _measure_all(path)
        small = Path(folder) / "small.jsonl"
        write_session(small, 1)
        appends = {"1 MB": _append_ms(small), f"{size:.0f} MB": _append_ms(path)}
    for name, (seconds, peak) in results.items():
        print(f"{name:<15}{seconds:8.3f} s {peak:8.1f} MB")
    time_ratio = results["index"][0] / results["json.loads"][0]
    memory_ratio = results["index"][1] / size
    print(f"time / json.loads   {time_ratio:6.2f}     promised {TIME_RATIO}")
    print(f"peak / file         {memory_ratio:6.2f}     promised {MEMORY_RATIO}")
    for name, took in appends.items():
        print(f"one entry more {took:9.2f} ms  promised {APPEND_MS}, in a file of {name}")
    kept = time_ratio <= TIME_RATIO and memory_ratio <= MEMORY_RATIO and max(appends.values()) < APPEND_MS
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

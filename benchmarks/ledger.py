"""How long a ledger of 100,000 observations takes, whole and record by record; a compaction's block; a worker's run.

    python benchmarks/ledger.py [OBSERVATIONS]

Each figure comes from processes of its own, and is the best (or, for what happens again and again, the median) of a
few. Bare ``json.loads`` over the same lines stands beside them as a measure of the machine: where it takes longer than
a quarter of a second, promises in seconds grow as it does. Promised at 100,000 observations:

- the whole ledger, read from its file and folded to the pool of a path: 0.5 s;
- one record more: 1 ms, with all observations in the pool and with most of them retired;
- memory with most of them retired: at most 0.85 of that with all in the pool, though texts are as short as here;
- the block of a compaction, of 20,000 tokens, scanner included: 50 ms;
- an observer's run by the built-in worker, from its start to its result: 0.35 s of processor time.

Exits with 1 when a promise is not kept.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# What only one of the measurements needs is imported there, so that none pays for the others.

JSON_SECONDS = 0.25
FOLD_SECONDS = 0.5
RECORD_MS = 1.0
RETIRED_RATIO = 0.85
BLOCK_MS = 50.0
BLOCK_TOKENS = 20_000
WORKER_SECONDS = 0.35
REPEATS = 5
PER_RECORD = 10
ENTRIES_PER_RECORD = 3
RECORDS_MORE = 60
STAMP = "2026-01-02T03:04:05.678Z"


def write_place(folder: Path, observations: int) -> None:
    """A session with the ledger beside it, and the same ledger with all but the last hundredth retired."""
    from silcrow.observational.observation import content_hash

    records = observations // PER_RECORD
    entries = [{"type": "session", "version": 3, "id": "bench-1", "timestamp": STAMP, "cwd": str(folder)}]
    entries.extend(_entry(number) for number in range((records + RECORDS_MORE) * ENTRIES_PER_RECORD))
    (folder / "session.jsonl").write_text("".join(json.dumps(each) + "\n" for each in entries))
    lines, drops = [], []
    for number in range(records):
        noted = [_observation(number, index) for index in range(PER_RECORD)]
        lines.append(_record(number, noted))
        if number < records * 99 // 100:
            named = {
                "observationTimestamps": [each["timestamp"] for each in noted],
                "hashes": [content_hash(each["content"]) for each in noted],
            }
            data = {**named, "runId": f"cons-{number}", "sessionId": "bench-1"}
            drops.append(_custom(f"d{number}", "om.observations.dropped", data))
    for name, content in {"pool": lines, "retired": [*lines, *drops]}.items():
        (folder / name).mkdir()
        (folder / name / "ledger.jsonl").write_text("".join(json.dumps(each) + "\n" for each in content))


def _entry(number: int) -> dict[str, Any]:
    message = {"role": "user", "content": "so it goes", "timestamp": 1_767_323_044_000 + number}
    parent = f"e{number - 1:07x}" if number else None
    return {"type": "message", "id": f"e{number:07x}", "parentId": parent, "timestamp": STAMP, "message": message}


def _observation(record: int, index: int) -> dict[str, Any]:
    minutes = record * PER_RECORD + index
    day, minute = divmod(minutes, 24 * 60)
    date = f"{2010 + day // 336}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}"
    timestamp = f"{date}T{minute // 60:02}:{minute % 60:02}:00"
    content = f"The index of part {record}.{index} keeps offsets in arrays; payloads are decoded when somebody looks."
    return {"timestamp": timestamp, "content": content, "tokenCount": 30, "sources": [f"e{record * 3:07x}"]}


def _record(number: int, observations: list[dict[str, Any]]) -> dict[str, Any]:
    first = number * ENTRIES_PER_RECORD
    chunk = {"fromId": f"e{first:07x}", "toId": f"e{first + ENTRIES_PER_RECORD - 1:07x}"}
    data = {"observations": observations, "coversUpToId": chunk["toId"], "chunk": chunk}
    return _custom(f"r{number}", "om.observations.recorded", {**data, "runId": f"obs-{number}", "attempt": 1})


def _custom(record_id: str, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"type": "custom", "id": record_id, "parentId": None, "timestamp": STAMP, "customType": kind, "data": data}


def _opened(folder: Path) -> Any:
    from silcrow.sessions import SessionFile

    session = SessionFile(folder.parent / "session.jsonl")
    session.refresh()
    session.source_path()
    return session


def _json_seconds(folder: Path) -> float:
    start = time.process_time()
    kept = [json.loads(line) for line in (folder / "ledger.jsonl").open("rb")]
    took = time.process_time() - start
    return took if kept else 0.0


def _fold_seconds(folder: Path) -> float:
    from silcrow.observational.ledger import Ledger

    session = _opened(folder)
    ledger = Ledger(session, folder)
    start = time.process_time()
    ledger.refresh()
    pool = ledger.view().pool
    took = time.process_time() - start
    return took if pool else 0.0


def _record_ms(folder: Path) -> float:
    from statistics import median

    from silcrow.observational.ledger import Ledger

    session = _opened(folder)
    ledger = Ledger(session, folder)
    ledger.refresh()
    total, times = ledger.view().total, list[float]()
    records = total // PER_RECORD
    size = ledger.path.stat().st_size
    for number in range(records, records + RECORDS_MORE):
        with ledger.path.open("a") as file:
            file.write(json.dumps(_record(number, [_observation(number, index) for index in range(PER_RECORD)])) + "\n")
        start = time.perf_counter()
        ledger.refresh()
        view = ledger.view()
        told = view.total, view.pool_tokens, view.settled_count
        times.append((time.perf_counter() - start) * 1e3)
        assert told[0] == total + (number - records + 1) * PER_RECORD
    with ledger.path.open("r+b") as file:
        file.truncate(size)
    return median(times)


def _kept_megabytes(folder: Path) -> float:
    """What the fold of a ledger holds on to once it is read."""
    import gc
    import tracemalloc

    from silcrow.observational.ledger import Ledger

    session = _opened(folder)
    tracemalloc.start()
    ledger = Ledger(session, folder)
    ledger.refresh()
    view = ledger.view()
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0]
    return kept / 1e6 if view.total else 0.0


def _block_ms(_: Path) -> float:
    from statistics import median

    from silcrow.observational.compaction.block import render_block
    from silcrow.observational.compaction.verdicts import blocking_threats
    from silcrow.observational.observation import Observation
    from silcrow.text import estimate_tokens

    times: list[float] = []
    for turn in range(9):
        observations: list[Observation] = []
        tokens = 0
        while tokens < BLOCK_TOKENS:
            each = _observation(turn * 10_000 + len(observations), 0)
            observations.append(Observation(each["timestamp"], each["content"], 30))
            tokens += estimate_tokens(observations[-1].line)
        start = time.process_time()
        block = render_block("## 2026-01-02\nWork on the index began.", (), observations, verdict=blocking_threats)
        times.append((time.process_time() - start) * 1e3)
        assert estimate_tokens(block) > BLOCK_TOKENS * 0.95
    # The first one compiles the scanner's rules; a host pays that once.
    return median(times[1:])


def _worker_seconds(folder: Path) -> float:
    import asyncio
    import os
    import resource
    from tempfile import TemporaryDirectory

    from silcrow.observational.observation import ChunkRange
    from silcrow.settings.types import Limits, WorkerModel
    from silcrow.workers import RunFolder, Supervisor
    from silcrow.workers.observer import observer_order

    session = _opened(folder)
    ids = session.branch_ids()[:20]
    order = observer_order(
        [session.entry(each) for each in ids],
        ChunkRange(ids[0], ids[-1]),
        session_id="bench-1",
        model=WorkerModel(),
        limits=Limits(),
        utc_offset=0,
    )

    async def run(runs: Path) -> str:
        outcome = await (await Supervisor(RunFolder(runs), environ=os.environ).start(order)).finished()
        return outcome.run.state

    def spent() -> float:
        used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(each.ru_utime + each.ru_stime for each in used)

    with TemporaryDirectory() as runs:
        before = spent()
        state = asyncio.run(run(Path(runs)))
        took = spent() - before
    assert state in ("done", "empty"), state
    return took


MEASURES: dict[str, Callable[[Path], float]] = {
    "json.loads": _json_seconds,
    "fold": _fold_seconds,
    "record": _record_ms,
    "kept": _kept_megabytes,
    "block": _block_ms,
    "worker": _worker_seconds,
}


def _best(name: str, folder: Path, repeats: int = REPEATS) -> float:
    import subprocess

    command = [sys.executable, __file__, "--measure", name, str(folder)]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(repeats)]
    return min(float(each) for each in runs)


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--measure"]:
        print(MEASURES[arguments[1]](Path(arguments[2])))
        return 0
    observations = int(arguments[0]) if arguments else 100_000
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as name:
        place = Path(name)
        write_place(place, observations)
        pool, retired = place / "pool", place / "retired"
        bare = _best("json.loads", pool)
        slow = max(1.0, bare / (JSON_SECONDS * observations / 100_000))
        print(f"{observations:,} observations in {observations // PER_RECORD:,} records; json.loads {bare:.3f} s")
        fold = _best("fold", pool)
        ratio = _best("kept", retired, 1) / _best("kept", pool, 1)
        results = [
            (f"fold ({fold / bare:.2f} × json.loads)", fold, FOLD_SECONDS * slow, "s"),
            ("one record more, all in the pool", _best("record", pool, 3), RECORD_MS, "ms"),
            ("one record more, most retired", _best("record", retired, 3), RECORD_MS, "ms"),
            ("memory, most retired / all in the pool", ratio, RETIRED_RATIO, ""),
            (f"block of {BLOCK_TOKENS:,} tokens", _best("block", pool, 3), BLOCK_MS, "ms"),
            ("worker's run, processor time", _best("worker", pool), WORKER_SECONDS * slow, "s"),
        ]
    for what, took, promised, unit in results:
        print(f"{what:<42}{took:8.3f} {unit:<3} promised {promised:.2f} {unit}")
    return 0 if all(took <= promised for _, took, promised, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How fast the curated store is, beside a plain locked read-modify-write with the same two flushes.

    python benchmarks/store.py [--short]

Measures on a RAM disk, where there is one, and on the disk of this checkout. Adds take turns with the yardstick call by
call: a busy machine then slows both, and each call comes after other work, as an agent's add does, instead of in a
processor warmed by a loop of the same. What loops of their own would say stands beside it. Rates are of median calls.
Promised: an add at 20 entries at 0.4 of the yardstick's rate or
better, history included; load and snapshot of 20 entries 2,000 times a second or more; the scan of a text not seen
before, 2,200 characters, in a millisecond or less; of 8 processes with 50 adds each nothing lost, and a 99th
percentile below 200 ms; the next add after a killed writer in less than 100 ms. Exits with 1 when a promise is not
kept.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from plain_store import DELIMITER, plain_add

from silcrow.curated import MemoryStore

ROOT = Path(__file__).resolve().parents[1]
RAM_DISK = Path("/dev/shm")
ROOMY = 100_000_000
ADD_RATIO = 0.4
SNAPSHOTS_PER_SECOND = 2_000
SCAN_SECONDS = 0.001
P99_SECONDS = 0.2
AFTER_KILL_SECONDS = 0.1
NEW = "Something new that nobody has noted down before, of the length that notes usually have, give or take"


class Figure(Struct, frozen=True):
    """One line of the report."""

    name: str
    value: str
    kept: bool | None = None
    """Whether a promise on it was kept; None where there is none."""


def text_of(number: int) -> str:
    return f"Note {number}: the deploy script reads the staging key from the vault, see the runbook of March"


def entries_file(count: int) -> str:
    return DELIMITER.join(text_of(number) for number in range(count))


def median_seconds(call: Callable[[int], object], prepare: Callable[[], object], rounds: int) -> float:
    times: list[float] = []
    for number in range(rounds):
        prepare()
        start = time.perf_counter()
        call(number)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def per_second(seconds: float) -> str:
    return f"{1 / seconds:,.0f}/s"


def adds(folder: Path, rounds: int) -> Iterator[Figure]:
    """Adds to files of several sizes; each starts from the same bytes."""
    for count in (0, 20, 1_000):
        place = folder / f"adds-{count}"
        store = MemoryStore(place, memory_char_limit=ROOMY)
        plain = place / "plain" / "MEMORY.md"
        plain.parent.mkdir(parents=True)
        plain.write_text(entries_file(count), encoding="utf-8")
        (place / "MEMORY.md").write_text(entries_file(count), encoding="utf-8")

        def ours(store: MemoryStore = store) -> float:
            text = new_text()
            start = time.perf_counter()
            answer = store.add("memory", text)
            seconds = time.perf_counter() - start
            assert answer.success, answer
            store.remove("memory", NEW)
            return seconds

        def theirs(plain: Path = plain, count: int = count) -> float:
            text = new_text()
            start = time.perf_counter()
            answer = plain_add(plain, text, ROOMY)
            seconds = time.perf_counter() - start
            assert answer.startswith("added"), answer
            plain.write_text(entries_file(count), encoding="utf-8")
            return seconds

        mine, yardstick = medians((ours(), theirs()) for _ in range(rounds))
        warm = medians(zip([ours() for _ in range(rounds)], [theirs() for _ in range(rounds)], strict=True))
        ratio, warm_ratio = yardstick / mine, warm[1] / warm[0]
        yield Figure(
            f"add at {count:,} entries",
            f"{per_second(mine)}, yardstick {per_second(yardstick)}, ratio {ratio:.2f} (in loops {warm_ratio:.2f})",
            ratio >= ADD_RATIO if count == 20 else None,
        )


def new_text() -> str:
    """A text that the scanner has never seen."""
    return f"{NEW} {time.perf_counter_ns()}"


def medians(pairs: Iterable[tuple[float, float]]) -> tuple[float, float]:
    one, other = zip(*pairs, strict=True)
    return statistics.median(one), statistics.median(other)


def reads(folder: Path, rounds: int) -> Iterator[Figure]:
    store = MemoryStore(folder / "reads")
    for number in range(20):
        assert store.add("memory", text_of(number)).success
    yield Figure("read of 20 entries", per_second(median_seconds(lambda _: store.read("memory"), int, rounds)))
    if not hasattr(store, "load"):
        return

    def load_and_show(_: int) -> None:
        store.load()
        assert store.format_for_system_prompt()

    seconds = median_seconds(load_and_show, int, rounds)
    yield Figure("load and snapshot of 20 entries", per_second(seconds), 1 / seconds >= SNAPSHOTS_PER_SECOND)


def scans(rounds: int) -> Iterator[Figure]:
    try:
        from silcrow.threats import scan
    except ImportError:
        return
    chance = random.Random(3)
    words = text_of(0).split()

    def text() -> str:
        return " ".join(chance.choices(words, k=600))[:2_200]

    scan(text())
    texts = [text() for _ in range(rounds)]
    seconds = median_seconds(lambda number: scan(texts[number]), int, rounds)
    yield Figure("scan of 2,200 new characters", f"{seconds * 1e3:.2f} ms", seconds <= SCAN_SECONDS)


def crowd(folder: Path) -> Figure:
    """Eight processes, each warm, add fifty entries each, all from one moment on."""
    place = folder / "crowd"
    place.mkdir()
    writers = [start_child("--add", place, str(number), "50") for number in range(8)]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.readline()
    start = time.perf_counter()
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()
    reports = [json.loads(writer.stdout.read()) for writer in writers if writer.stdout is not None]
    seconds = time.perf_counter() - start
    for writer in writers:
        writer.wait()
    times = sorted(each for report in reports for each in report["seconds"])
    written = set((place / "MEMORY.md").read_text(encoding="utf-8").split(DELIMITER))
    lost = 400 - len(written & {text for report in reports for text in report["texts"]})
    p99 = times[int(len(times) * 0.99) - 1]
    return Figure(
        "8 processes × 50 adds",
        f"{len(times) / seconds:,.0f}/s, p99 {p99 * 1e3:.0f} ms, longest {times[-1] * 1e3:.0f} ms, {lost} lost",
        lost == 0 and p99 < P99_SECONDS,
    )


def after_kills(folder: Path, rounds: int) -> Figure:
    """A writer is killed somewhere in a loop of adds, and the next one adds."""
    place = folder / "kills"
    place.mkdir()
    chance = random.Random(4)
    longest = 0.0
    store = MemoryStore(place, memory_char_limit=ROOMY)
    for number in range(rounds):
        writer = start_child("--add", place, f"killed {number}", "1000000")
        assert writer.stdout is not None and writer.stdin is not None
        writer.stdout.readline()
        writer.stdin.close()
        while not (place / "MEMORY.md").exists():
            time.sleep(0.001)
        time.sleep(chance.uniform(0.02, 0.05))
        writer.kill()
        writer.wait()
        writer.stdout.close()
        start = time.perf_counter()
        assert store.add("memory", f"after kill {number}").success
        longest = max(longest, time.perf_counter() - start)
    return Figure(
        f"next add after SIGKILL, longest of {rounds}", f"{longest * 1e3:.1f} ms", longest < AFTER_KILL_SECONDS
    )


def start_child(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, __file__, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def add_many(folder: Path, name: str, count: int) -> None:
    """The child: adds once its input ends, and reports. What the first add of a process loads is loaded by then."""
    store = MemoryStore(folder, memory_char_limit=ROOMY, user_char_limit=ROOMY, lock_timeout=60)
    assert store.add("user", f"Writer {name} is ready").success
    print("ready", flush=True)
    sys.stdin.read()
    seconds: list[float] = []
    texts = [f"Writer {name} says {number}" for number in range(count)]
    for text in texts:
        start = time.perf_counter()
        answer = store.add("memory", text)
        seconds.append(time.perf_counter() - start)
        assert answer.success, answer
    print(json.dumps({"seconds": seconds, "texts": texts}))


def places() -> Iterator[tuple[str, Path]]:
    if RAM_DISK.is_dir() and os.access(RAM_DISK, os.W_OK):
        yield "RAM disk", RAM_DISK
    yield "disk of the checkout", ROOT


def show(figure: Figure) -> bool:
    word = {None: "", True: "  kept", False: "  NOT KEPT"}[figure.kept]
    print(f"  {figure.name:<38} {figure.value}{word}", flush=True)
    return figure.kept is not False


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--add"]:
        add_many(Path(arguments[1]), arguments[2], int(arguments[3]))
        return 0
    rounds, kills = (100, 5) if "--short" in arguments else (500, 30)
    kept: list[bool] = []
    print("anywhere")
    kept += [show(figure) for figure in scans(rounds)]
    for name, place in places():
        print(name)
        with TemporaryDirectory(prefix=".silcrow-benchmark-", dir=place) as folder:
            kept += [show(figure) for figure in adds(Path(folder), rounds)]
            kept += [show(figure) for figure in reads(Path(folder), rounds)]
            kept += [show(crowd(Path(folder))), show(after_kills(Path(folder), kills))]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

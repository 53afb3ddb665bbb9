"""How silcrow holds up on much: sessions, observations, runs and topics as years of work leave them.

    python benchmarks/scale.py [--short] [--keep DIR]

Makes 2,000 sessions of half a megabyte (1 GB), among them one of 400 MB, with 100,000 observations, 5,000 runs and 500
topics. Prints, each from a process of its own on files that were read before, and promises:

- the catalogue's first sessions in less than 0.3 s, all of them with their names in less than 5 s;
- the 400 MB session opened, with its branch and its context, below 1.2 GB of memory;
- `silcrow status` on the largest place in less than 0.5 s of processor time beyond what the session's own bytes cost;
- a search over observations and topics in less than 0.5 s.

``--short`` makes a fortieth of it and promises the same. Exits with 1 when a promise is not kept.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from large_place import LargePlace

from sessions import write_session
from silcrow.workers.run_folder import RUNS_KEPT

FIRST_SECONDS, ALL_SECONDS, STATUS_SECONDS, SEARCH_SECONDS = 0.3, 5.0, 0.5, 0.5
OPEN_MEGABYTES = 1_200
TOPIC_LINE = "- The limiter keeps one bucket for each key, and the parser reads what is left of it.\n"


def make(folder: Path, part: int) -> LargePlace:
    """A ``part``-th of all of it."""
    place = LargePlace(folder, 100_000 // part)
    memory = place.project / ".memory" / place.id
    for number in range(500 // part):
        head = f"---\nid: part-{number}\ntitle: Part {number}\nsummary: what is known\nupdated: 2026-03-02\n---\n"
        (memory / f"part-{number}.md").write_text(head + TOPIC_LINE * 40)
    for number in range(25 // part or 1):
        # No session keeps more than its newest ones.
        _make_runs((memory if number == 0 else memory.with_name(f"other-{number}")) / ".runs", RUNS_KEPT)
    sessions = place.session.parent
    template = folder / "template.jsonl"
    _sized(template, 0.5)
    # People look at the status of what they work on now.
    lines = template.read_bytes().replace(b"2026-01-02T03:04:05.678Z", _now()).split(b"\n", 1)
    for number in range(2_000 // part):
        header = json.loads(lines[0]) | {"id": f"019f0000-5ca1-7000-8000-{number:012d}", "cwd": str(place.project)}
        name = f"2026-03-03T08-00-00-000Z_{header['id']}.jsonl"
        (sessions / name).write_bytes(json.dumps(header).encode() + b"\n" + lines[1])
    template.unlink()
    write_session(folder / "large.jsonl", 400 // part)
    return place


def _now() -> bytes:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z").encode()


def _sized(path: Path, megabytes: float) -> None:
    write_session(path, 1)
    raw = path.read_bytes()
    path.write_bytes(raw[: raw.index(b"\n", int(megabytes * 1_000_000)) + 1])


def _make_runs(folder: Path, count: int) -> None:
    from msgspec.structs import replace

    from silcrow.workers import Run, RunFolder

    runs = RunFolder(folder)
    first = Run("obs-20260302080000-1-1", "observer", "done", "builtin/extractive", "s", None, None, 1_772_438_400.0)
    for number in range(count):
        run_id = f"obs-20260302080000-1-{number + 1}"
        runs.update(
            replace(first, run_id=run_id, started_at=first.started_at + number, finished_at=first.started_at + number)
        )


def catalogue(folder: Path) -> Iterator[tuple[str, float, float]]:
    from silcrow.sessions import Catalogue

    began = time.perf_counter()
    found = Catalogue(folder)
    found.refresh()
    shown = len(found.sessions())
    yield f"{shown:,} sessions, the list", time.perf_counter() - began, FIRST_SECONDS
    while found.read_names(200):
        pass
    yield f"{shown:,} sessions, with their names", time.perf_counter() - began, ALL_SECONDS


def large_session(path: Path) -> Iterator[tuple[str, float, float]]:
    from silcrow.sessions import SessionFile

    began = time.process_time()
    session = SessionFile(path)
    session.refresh()
    session.branch_ids()
    session.source_path()
    session.context()
    print(f"  {path.stat().st_size / 1e6:,.0f} MB opened in {time.process_time() - began:.2f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024
    yield "megabytes at most, with that session open", peak, OPEN_MEGABYTES


def search(place: LargePlace) -> Iterator[tuple[str, float, float]]:
    from silcrow.workspace.passages import passages
    from silcrow.workspace.reading import PlaceReader
    from silcrow.workspace.search import search as look
    from silcrow.workspace.search_query import Query, literal

    reader = PlaceReader(place.where(), place.environ)
    reader.read(time.time())
    for text in ("what is known", "zebra crossing"):
        query = literal(text)
        assert isinstance(query, Query)
        began = time.process_time()
        found = look(passages(reader, query.is_in), query)
        yield f"search for {text!r}, {found.total:,} hits", time.process_time() - began, SEARCH_SECONDS


def status(place: LargePlace) -> Iterator[tuple[str, float, float]]:
    command = [sys.executable, "-m", "silcrow_tui", "--project", str(place.project), "--session", place.id, "status"]
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(command, env={**os.environ, **place.environ}, check=True, capture_output=True)
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    yield "silcrow status", took, STATUS_SECONDS


def apart(measure: Callable[..., Iterator[tuple[str, float, float]]], *given: Any) -> bool:
    """Measure in a child of this process, so that its memory is its own; whether all promises are kept."""
    child = os.fork()
    if child == 0:
        kept = True
        for words, value, most in measure(*given):
            kept &= value < most
            print(f"{words}: {value:,.2f} (less than {most:,g}){'' if value < most else '   <-- not as promised'}")
        sys.stdout.flush()
        os._exit(0 if kept else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="See how silcrow holds up on much.")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--keep", type=Path, help="make the files there, and leave them")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="silcrow-scale-") as name:
        folder = (given.keep or Path(name)).resolve()
        place = make(folder, 40 if given.short else 1)
        print("made", flush=True)
        kept = [
            apart(catalogue, place.agent_dir / "sessions"),
            apart(large_session, folder / "large.jsonl"),
            apart(status, place),
            apart(search, place),
        ]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()

"""All runs of a session, read from their records on disk and kept until one of them changes."""

import itertools
import json
import os
import time
from pathlib import Path
from typing import Any

from msgspec import Struct

from silcrow.files import make_private_folder, read_bytes, write_atomic
from silcrow.workers.run import RUN_PREFIX, Role, Run
from silcrow.workers.run_paths import RECORD_SUFFIX, RUN_ID, RunPaths
from silcrow.workers.run_record import BadRecord, run_document, run_from_document, with_cost

RUNS_KEPT = 200
REVERTS_KEPT = 20
"""Consolidations that can be taken back with their files."""
_RECORD_LIMIT = 1 << 20
_SETTLED_NS = 100_000_000
"""A folder that changed this recently may change again within one tick of its clock, so its time is not trusted."""
_counter = itertools.count(1)

_Stat = tuple[int, int, int]


class _Read(Struct, frozen=True):
    """What was made of a record and its cost file when they had these stats."""

    record: _Stat
    cost: _Stat | None
    run: Run | None
    note: str | None


class RunFolder:
    """The ``.runs`` folder of a session. Reading never makes it; the first write does, 0700."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes: tuple[str, ...] = ()
        """Run files that were skipped by the last ``runs()``, with the reason."""
        self._known: dict[str, _Read] = {}
        self._seen_at: tuple[int, int] | None = None
        self._runs: tuple[Run, ...] = ()

    def new_run_id(self, role: Role, now: float) -> str:
        """A fresh id: role, UTC time, this process, a counter."""
        moment = time.strftime("%Y%m%d%H%M%S", time.gmtime(now))
        while True:
            run_id = f"{RUN_PREFIX[role]}-{moment}-{os.getpid()}-{next(_counter)}"
            # The counter starts anew with the process, whose number may be an old one again.
            if not self.paths(run_id).record.exists():
                return run_id

    def paths(self, run_id: str) -> RunPaths:
        return RunPaths(self.folder, run_id)

    def runs(self) -> tuple[Run, ...]:
        """Every run on record: running ones first, then newest first.

        With nothing changed this costs one stat. Each file here is replaced by a rename, which the folder's own time
        tells. Records that can't be read are left out and named in ``notes``.
        """
        try:
            status = self.folder.stat()
        except OSError as error:
            self._nothing_to_read(error)
            return ()
        seen = (status.st_ino, status.st_mtime_ns)
        if seen == self._seen_at:
            return self._runs
        settled = time.time_ns() - status.st_mtime_ns > _SETTLED_NS
        try:
            self._scan()
        except OSError as error:
            self._nothing_to_read(error)
            return ()
        self._seen_at = seen if settled else None
        return self._runs

    def read(self, run_id: str) -> Run | None:
        """One run as it stands now; None when there is no readable record."""
        if not RUN_ID.fullmatch(run_id):
            return None
        paths = self.paths(run_id)
        record = _stat_of(paths.record)
        return self._load(run_id, record, _stat_of(paths.cost)).run if record else None

    def update(self, run: Run) -> None:
        """Write the record of a run, new or known."""
        self.write(self.paths(run.run_id).record, run_document(run))

    def write(self, path: Path, document: Any) -> None:
        """Write one JSON file of a run, whole and private. Not forced to the disk: after a power cut it may be gone."""
        make_private_folder(self.folder)
        write_atomic(path, json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass"), durable=False)

    def collect(self, keep: int = RUNS_KEPT, revertible: int = REVERTS_KEPT) -> int:
        """Remove what is kept of old runs; how many runs went.

        The newest ``keep`` runs stay, and the newest ``revertible`` consolidations. Of older consolidations the texts
        go that a revert would put back. A running one loses nothing; results of the others have to be taken by then.
        """
        ended = [run for run in self.runs() if run.state != "running"]
        filed = [run for run in ended if run.role == "consolidator"]
        stays = {run.run_id for run in (*ended[:keep], *filed[:revertible])}
        for run in filed[revertible:]:
            self._remove_copies(self.paths(run.run_id))
        gone = [run for run in ended if run.run_id not in stays]
        for run in gone:
            self._remove(self.paths(run.run_id))
        return len(gone)

    def _remove(self, paths: RunPaths) -> None:
        self._remove_copies(paths)
        # The record last: as long as it stands, what is left of the run is found again.
        files = (
            paths.prompt,
            paths.order,
            paths.result,
            paths.cost,
            paths.log,
            paths.plan,
            paths.session,
            paths.record,
        )
        for path in files:
            path.unlink(missing_ok=True)

    def _remove_copies(self, paths: RunPaths) -> None:
        import shutil

        for folder in (paths.work, paths.base):
            shutil.rmtree(folder, ignore_errors=True)

    def _nothing_to_read(self, error: OSError) -> None:
        self._known, self._seen_at, self._runs = {}, None, ()
        missing = isinstance(error, FileNotFoundError)
        self.notes = () if missing else (f"{self.folder.name}: {error.strerror or error}",)

    def _scan(self) -> None:
        stats: dict[str, _Stat] = {}
        with os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith((RECORD_SUFFIX, ".cost.json")) and entry.is_file(follow_symlinks=False):
                    try:
                        status = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:
                        continue
                    stats[entry.name] = (status.st_ino, status.st_size, status.st_mtime_ns)
        known: dict[str, _Read] = {}
        for name, record in stats.items():
            run_id = name.removesuffix(RECORD_SUFFIX)
            if name.endswith(RECORD_SUFFIX) and RUN_ID.fullmatch(run_id):
                known[run_id] = self._load(run_id, record, stats.get(f"{run_id}.cost.json"))
        self._known = known
        self.notes = tuple(read.note for read in known.values() if read.note)
        self._runs = tuple(sorted((read.run for read in known.values() if read.run), key=_running_then_newest))

    def _load(self, run_id: str, record: _Stat, cost: _Stat | None) -> _Read:
        known = self._known.get(run_id)
        if known and known.record == record and known.cost == cost:
            return known
        paths = self.paths(run_id)
        try:
            run = run_from_document(_json_of(paths.record))
            if run.run_id != run_id:
                raise BadRecord(f"it names another run, {run.run_id}")
        except (OSError, ValueError, RecursionError) as error:
            return _Read(record, cost, None, f"{paths.record.name}: {error}")
        note = None
        if cost is not None:
            try:
                run = with_cost(run, _json_of(paths.cost))
            except (OSError, ValueError, RecursionError) as error:
                note = f"{paths.cost.name}: {error}"
        return _Read(record, cost, run, note)


def _json_of(path: Path) -> object:
    raw = read_bytes(path, limit=_RECORD_LIMIT + 1)
    if len(raw) > _RECORD_LIMIT:
        raise BadRecord(f"larger than {_RECORD_LIMIT} bytes")
    return json.loads(raw)


def _stat_of(path: Path) -> _Stat | None:
    try:
        status = path.lstat()
    except OSError:
        return None
    return (status.st_ino, status.st_size, status.st_mtime_ns)


def _running_then_newest(run: Run) -> tuple[bool, float, str]:
    return (run.state != "running", -run.started_at, run.run_id)

"""Taking back what a consolidation did to files, so that a crash at any point can be finished by doing it again.

Each file is looked at first: as the run left it, it is put back; put back already, it is skipped; changed since, it is
left alone and named. The caller holds the session's lock and has written the record that the run is reverted.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from silcrow.files import read_bytes, stage_write
from silcrow.observational.topics import JOURNEY_FILE
from silcrow.workers.applying import write_plan
from silcrow.workers.plan import FileStep, Plan, file_hash
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.work_copy import Refusal

_CHANGED = "changed since: it stays as it is"
_NOT_KEPT = "its earlier text is not kept"
_HOLDS_MORE = "kept, since a topic that the run took out could not be put back"


class Restored(Struct, frozen=True):
    """What became of the files of one run."""

    put_back: tuple[str, ...]
    """As they were before the run; one that the run made is gone again."""
    left: tuple[Refusal, ...] = ()
    """As they are now, each with the reason."""


def restore_files(plan: Plan, paths: RunPaths, folder: Path) -> Restored:
    """Put the files of a run back as they were before it; the last one to be written is the first to go back."""
    chosen = [step for step in plan.steps if not plan.revert_only or step.name in plan.revert_only]
    return _restored(chosen, lambda step: _put_back(step, paths.base / step.name, folder / step.name))


def _restored(steps: Sequence[FileStep], undo: Callable[[FileStep], str | None]) -> Restored:
    """Undo the steps, last one first; ``undo`` says why one stays.

    Removals come last in a plan, so they are undone first: their text went into other files of the run, and those give
    it up only once it is back where it was.
    """
    put_back: list[str] = []
    left: list[Refusal] = []
    missing = False
    for step in reversed(steps):
        reason = _HOLDS_MORE if missing and step.text is not None and step.name != JOURNEY_FILE else undo(step)
        if reason is None:
            put_back.append(step.name)
        else:
            left.append(Refusal(step.name, reason))
            missing = missing or step.text is None
    return Restored(tuple(put_back), tuple(left))


class FilesAhead:
    """The files of a folder as they would be after reverts, run by run; nothing is written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._hashes: dict[str, str | None] = {}

    def restore(self, plan: Plan, paths: RunPaths) -> Restored:
        """What `restore_files` would answer for all files of the run, after the ones that were asked for before."""
        return _restored(plan.steps, lambda step: self._undo(step, paths.base / step.name))

    def _undo(self, step: FileStep, earlier: Path) -> str | None:
        reason = self._why_left(step, earlier)
        if reason is None:
            self._hashes[step.name] = step.before
        return reason

    def _why_left(self, step: FileStep, earlier: Path) -> str | None:
        try:
            if step.name not in self._hashes:
                self._hashes[step.name] = _hash(self._folder / step.name)
            now = self._hashes[step.name]
            if now not in (step.before, step.after):
                return _CHANGED
            kept = step.before is None or now == step.before or _hash(earlier) == step.before
        except OSError as error:
            return f"could not be put back: {error.strerror or error}"
        return None if kept else _NOT_KEPT


def choose_files(paths: RunPaths, plan: Plan, names: tuple[str, ...]) -> Plan:
    """The plan with the choice of files to put back, safely on disk before the run counts as reverted."""
    chosen = replace(plan, revert_only=names)
    if chosen != plan:
        write_plan(paths, chosen)
    return chosen


def mark_restored(paths: RunPaths, plan: Plan) -> None:
    """Note safely on disk that nothing is left to be put back: from now on the files belong to later runs."""
    write_plan(paths, replace(plan, reverted=True))


def _put_back(step: FileStep, earlier: Path, live: Path) -> str | None:
    """Do one step backwards unless it is done; the reason when it can't be."""
    try:
        now = _hash(live)
        if now == step.before:
            return None
        if now != step.after:
            return _CHANGED
        if step.before is None:
            live.unlink(missing_ok=True)
            return None
        content = read_bytes(earlier)
        if file_hash(content) != step.before:
            return _NOT_KEPT
        with stage_write(live, content, mode=0o600) as staged:
            if _hash(live) != step.after:
                return _CHANGED
            staged.commit()
    except FileNotFoundError:
        return _NOT_KEPT
    except OSError as error:
        return f"could not be put back: {error.strerror or error}"
    return None


def _hash(path: Path) -> str | None:
    try:
        return file_hash(read_bytes(path))
    except FileNotFoundError:
        return None
